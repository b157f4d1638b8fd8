import { chromium } from "@playwright/test";
import { spawn } from "node:child_process";
const serve = spawn("node", ["tests/browser/serve.mjs", `../../../../../tmp/dist-3`, "4797", "/p/"], { stdio: "inherit" });
process.on("exit", () => serve.kill());
await new Promise(r => setTimeout(r, 700));
const { tree } = await import("./descriptor.tmp.mjs");
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
await page.goto(`http://127.0.0.1:4797/p/`);
await page.locator("main").waitFor(); await page.waitForTimeout(500);
await page.evaluate((text) => {
  const data = new DataTransfer();
  data.items.add(new File([text], "bench.yaml", { type: "application/yaml" }));
  for (const kind of ["dragenter", "dragover", "drop"]) document.body.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
}, tree(500));
await page.locator("g.card").nth(3).waitFor({ state: "attached" });
await page.waitForTimeout(2000);
const filled = () => page.evaluate(() => [...document.querySelectorAll("g.card")].filter(c => c.childElementCount).length);
console.log("filled", await filled());
const map = await page.locator(".map").boundingBox();
await page.mouse.click(map.x + map.width / 2, map.y + 12);
await page.waitForTimeout(800); console.log("filled", await filled());
await page.screenshot({ path: "/tmp/prof/top.png" });
const c = await page.locator("#canvas").boundingBox();
await page.mouse.move(c.x + c.width / 2, c.y + c.height / 2);
for (let i = 0; i < 20; i++) { await page.mouse.wheel(0, 40); await page.waitForTimeout(16); }
await page.waitForTimeout(500); console.log("filled", await filled());
for (let i = 0; i < 8; i++) { await page.keyboard.down("Control"); await page.mouse.wheel(0, -600); await page.keyboard.up("Control"); await page.waitForTimeout(50); }
await page.waitForTimeout(500); console.log("filled", await filled());
await page.screenshot({ path: "/tmp/prof/zoomed.png" });
await browser.close(); serve.kill();
