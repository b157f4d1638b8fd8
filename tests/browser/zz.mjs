import { chromium } from "playwright-core";
import { readFileSync } from "node:fs";
const b = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
const p = await b.newPage({ viewport: { width: 1300, height: 900 } });
await p.setContent(readFileSync(process.argv[2], "utf8"));
await p.screenshot({ path: process.argv[3] });
await b.close();
