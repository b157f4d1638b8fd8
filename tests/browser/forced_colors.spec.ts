// Forced colors, as high contrast themes of a system have them: backgrounds and shadows are gone, and nothing that they showed may go with them.
import { openFiles, openItem, rest } from "./actions";
import { axe } from "./axe";
import { canvas, card, inspector, palette, press } from "./places";
import { expect, type Locator, type Page, test } from "./base";

const FAULTY = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    app:
      type: tosca.nodes.WebApplication
      properties:
        context_root: [1]
      requirements:
        - host: server
    server:
      type: tosca.nodes.WebServer
      requirements:
        - host: machine
    machine:
      type: tosca.nodes.Compute
    lone:
      type: tosca.nodes.WebApplication
  policies:
    - together:
        type: tosca.policies.Placement
        targets: [app, server]
`;

/** The contrast ratio of two colors on the screen. */
function contrast(one: number[], other: number[]) {
  const light = (color: number[]) => {
    const [r, g, b] = color.map((part) => (part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [high, low] = [light(one), light(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

/** The colors of a part of the page, the most frequent first. */
async function colors(item: Locator, grown = 0): Promise<number[][]> {
  await expect(item).toBeVisible();
  const { x, y, width, height } = (await item.boundingBox())!;
  const clip = { x: x - grown, y: y - grown, width: width + 2 * grown, height: height + 2 * grown };
  const data = (await item.page().screenshot({ clip })).toString("base64");
  const context = await item.page().context().browser()!.newContext();
  const found = await (await context.newPage()).evaluate(async (data) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
    const canvas = Object.assign(document.createElement("canvas"), { width: bitmap.width, height: bitmap.height });
    const drawing = canvas.getContext("2d")!;
    drawing.drawImage(bitmap, 0, 0);
    const { data: bytes } = drawing.getImageData(0, 0, bitmap.width, bitmap.height);
    const counts = new Map<string, number>();
    for (let at = 0; at < bytes.length; at += 4) {
      const color = `${bytes[at]},${bytes[at + 1]},${bytes[at + 2]}`;
      counts.set(color, (counts.get(color) ?? 0) + 1);
    }
    return [...counts].sort((a, b) => b[1] - a[1]).map(([color]) => color.split(",").map(Number));
  }, data);
  await context.close();
  return found;
}

/** Something in it stands out from its background. */
async function isSeen(item: Locator, what: string, grown = 0) {
  const [ground, ...others] = await colors(item, grown);
  const best = Math.max(1, ...others.map((color) => contrast(ground, color)));
  expect(best, `${what} stands out`).toBeGreaterThanOrEqual(3);
}

/** The two parts do not look the same. */
async function differ(one: string, other: string, what: string) {
  expect(one, `${what} looks different`).not.toBe(other);
}

const picture = async (item: Locator, grown = 4) => {
  const { x, y, width, height } = (await item.boundingBox())!;
  return (await item.page().screenshot({ clip: { x: x - grown, y: y - grown, width: width + 2 * grown, height: height + 2 * grown } })).toString("base64");
};

async function keep(page: Page, name: string) {
  await rest(page);
  await page.screenshot({ path: test.info().outputPath(`${name}.png`) });
}

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`forced colors, ${colorScheme}`, () => {
    test.beforeEach(async ({ page }) => {
      await page.emulateMedia({ forcedColors: "active", colorScheme });
      // A theme that the user chose for the page yields to that of the system.
      await page.addInitScript((theme) => document.documentElement?.setAttribute("data-theme", theme), colorScheme === "light" ? "dark" : "light");
    });

    test("the diagram keeps cards, wires, ports, problems and the selection", async ({ page }) => {
      await page.goto("./");
      await openFiles(page, { "shop.yaml": FAULTY });
      await expect(card(page, "app")).toBeVisible();
      await expect(page.locator(".problems circle").first()).toBeVisible();
      await rest(page);
      for (const name of ["app", "server", "machine", "lone"]) await isSeen(card(page, name).locator("> .body"), name, 6);
      await isSeen(page.locator("g.wire").first(), "a wire", 2);
      await isSeen(card(page, "lone").locator(".port").first(), "a port", 2);
      await isSeen(page.locator("g.card .problems").first(), "the number of problems", 1);
      await isSeen(page.locator("g.pill").first(), "a policy", 2);
      await canvas(page).focus();
      const before = await picture(card(page, "server").locator("> .body"));
      await press(card(page, "server").locator("> .body"), { x: 60, y: 10 });
      await expect(card(page, "server")).toHaveClass(/selected/);
      await page.mouse.move(5, 5);
      await rest(page);
      await differ(before, await picture(card(page, "server").locator("> .body")), "a selected card");
      const wire = page.locator("g.wire").first();
      const plain = await picture(wire);
      await wire.evaluate((wire) => wire.classList.add("selected"));
      await differ(plain, await picture(wire), "a selected wire");
      await keep(page, "diagram");
    });

    test("what has the focus is outlined, everywhere", async ({ page }) => {
      await page.goto("./");
      await openFiles(page, { "shop.yaml": FAULTY });
      await expect(card(page, "app")).toBeVisible();
      await press(card(page, "server").locator("> .body"), { x: 60, y: 10 });
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      const missing: string[] = [];
      const seen = new Set<string>();
      for (let stop = 0; stop < 120; stop += 1) {
        await page.keyboard.press("Tab");
        const found = await page.evaluate(() => {
          const active = document.activeElement as HTMLElement;
          const name = active.ariaLabel ?? active.getAttribute("title") ?? active.textContent?.trim().slice(0, 40) ?? "";
          const isOutlined = (it: Element, pseudo?: string) => {
            const { outlineStyle, outlineWidth } = getComputedStyle(it, pseudo);
            return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
          };
          const inner = active.querySelector(":scope > .cover");
          // The text has a caret.
          const text = active.closest(".editor-host");
          return { key: `${active.tagName} ${active.className} ${name}`, isOutlined: isOutlined(active) || isOutlined(active, "::after") || !!inner && isOutlined(inner) || !!text };
        });
        if (seen.has(found.key) && stop > 60) break;
        seen.add(found.key);
        if (!found.isOutlined) missing.push(found.key);
        if (found.key.includes("cm-content")) {
          // Tab indents in the text; Escape first leaves it.
          await page.keyboard.press("Escape");
        }
      }
      expect([...new Set(missing)]).toEqual([]);
      expect(seen.size).toBeGreaterThan(20);
    });

    test("buttons that are on, chosen options, problems and dialogs are distinguished", async ({ page }) => {
      await page.goto("./");
      await keep(page, "start");
      await openFiles(page, { "shop.yaml": FAULTY });
      await expect(card(page, "app")).toBeVisible();
      const wrap = page.getByRole("button", { name: "Wrap long lines" });
      const before = await picture(wrap, 0);
      const wasOn = await wrap.getAttribute("aria-pressed");
      await wrap.click();
      await page.mouse.move(5, 5);
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await expect(wrap).not.toHaveAttribute("aria-pressed", wasOn!);
      await rest(page);
      await differ(before, await picture(wrap, 0), "a button that is on");
      await isSeen(wrap, "its icon");
      await isSeen(page.locator(".problem").first(), "a problem");
      await isSeen(page.locator(".problem .mark-icon, .problem .icon").first(), "the icon of a problem");
      await isSeen(palette(page).locator(".tile").first(), "an icon of the palette");
      await page.keyboard.press("Control+k");
      await expect(page.getByRole("option").first()).toBeVisible();
      const [chosen, other] = [page.locator('.option[aria-selected="true"]').first(), page.locator('.option[aria-selected="false"]').first()];
      const outline = (item: Locator) => item.evaluate((item) => getComputedStyle(item).outlineStyle);
      expect(await outline(chosen)).toBe("solid");
      expect(await outline(other)).toBe("none");
      await keep(page, "commands");
      await page.keyboard.press("Escape");
      await press(card(page, "app").locator("> .body"), { x: 60, y: 10 });
      await isSeen(inspector(page), "the form");
      await keep(page, "form");
      await page.locator(".cm-line", { hasText: "context_root" }).click();
      await page.keyboard.press("Shift+Home");
      await expect(page.locator(".cm-selectionBackground").first()).toBeAttached();
      await isSeen(page.locator(".cm-selectionBackground").first(), "the selection in the text", 2);
      await keep(page, "text");
    });

    test("the views keep their lines", async ({ page }) => {
      await openItem(page, /Streamer cluster/);
      for (const view of ["Lifecycle", "What if"]) {
        await page.getByRole("tab", { name: view, exact: true }).or(page.getByRole("button", { name: view, exact: true })).first().click();
        await keep(page, view.toLowerCase().replace(" ", "-"));
      }
      await isSeen(page.locator(".pane[aria-label='Canvas']"), "what if");
    });
  });
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`more contrast, ${colorScheme}: texts and lines have more of it than usual, and axe finds nothing`, async ({ page }) => {
    const look = async (contrast: "more" | "no-preference") => {
      await page.emulateMedia({ contrast, colorScheme });
      const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const label = await page.locator(".card .caption, .palette code.name, code.name").first().evaluate((it) => getComputedStyle(it).color);
      return [ground, label];
    };
    await page.goto("./");
    await openFiles(page, { "shop.yaml": FAULTY });
    await expect(card(page, "app")).toBeVisible();
    await rest(page);
    const usual = await look("no-preference");
    const more = await look("more");
    expect(more).not.toEqual(usual);
    const { violations } = await axe(page);
    expect(violations.map((it) => `${it.id}: ${it.nodes[0].html}`)).toEqual([]);
    await keep(page, "more-contrast");
  });
}
