// K3: no text of the page is smaller than 11 pixels at 100 %, on cards and in drawings as little as in panes and dialogs.
import { openItem, openSample, rest } from "./actions";
import { canvas, card, press } from "./places";
import { expect, type Page, test } from "./base";

/** Texts that are smaller, with their sizes as they are drawn. */
const tooSmall = (page: Page) =>
  page.evaluate(() => {
    const found = new Set<string>();
    const visit = (root: Document | ShadowRoot) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node instanceof Element) {
          if (node.shadowRoot) visit(node.shadowRoot);
          continue;
        }
        const on = node.parentElement;
        if (!on || !node.nodeValue?.trim() || on.closest("style, script, .unseen, [hidden]")) continue;
        const box = on.getBoundingClientRect();
        if (box.width === 0 || box.height === 0 || !on.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        const drawn = on instanceof SVGGraphicsElement ? Math.hypot(on.getScreenCTM()!.a, on.getScreenCTM()!.b) : 1;
        const size = parseFloat(getComputedStyle(on).fontSize) * drawn;
        if (size < 10.95) found.add(`${size.toFixed(1)} ${on.tagName}.${on.getAttribute("class") ?? ""}: ${node.nodeValue.trim().slice(0, 30)}`);
      }
    };
    visit(document);
    return [...found];
  });

async function expectReadable(page: Page, what: string) {
  await rest(page);
  expect(await tooSmall(page), what).toEqual([]);
}

test("K3 no text is smaller than 11 pixels at 100 %: diagrams, forms, problems, dialogs", async ({ page }) => {
  await page.goto("./");
  await expectReadable(page, "the first page");
  await openSample(page);
  await canvas(page).focus();
  await page.keyboard.press("0");
  await expectReadable(page, "the diagram");
  await press(card(page, "balancer").locator("> .body"), { x: 100, y: 8 });
  await expectReadable(page, "the form");
  await page.keyboard.press("e");
  await expectReadable(page, "all ports");
  await page.keyboard.press("?");
  await expectReadable(page, "the keys");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await expectReadable(page, "the commands");
  await page.keyboard.press("Escape");
  await canvas(page).focus();
  await page.keyboard.press("l");
  await expectReadable(page, "the table");
  await page.getByRole("button", { name: "Lifecycle" }).or(page.getByRole("tab", { name: "Lifecycle" })).first().click();
  await expectReadable(page, "the lifecycle");
});

test("K3 no text is smaller than 11 pixels at 100 %: services and homing templates", async ({ page }) => {
  await openItem(page, /Video homing/);
  await canvas(page).focus();
  await page.keyboard.press("0");
  await expectReadable(page, "homing");
  for (const tab of await page.getByRole("tablist", { name: "Views" }).getByRole("tab").all()) {
    await tab.click();
    const shown = page.locator(".view:not(.gone) #canvas");
    if (await shown.count()) {
      await shown.focus();
      await page.keyboard.press("0");
    }
    await expectReadable(page, (await tab.textContent()) ?? "a view");
  }
});
