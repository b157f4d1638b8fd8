// States of the page: sizes of windows and of documents, zooms, errors, dialogs and views, in both themes. axe finds nothing in any of them, and
// nothing is cut off at the sides, and each looks as it did.
import { openFiles, openItem, rest } from "./actions";
import { axe } from "./axe";
import { look, test } from "./look";
import { patience } from "./patience";
import { canvas, card } from "./places";
import { expect, type Page } from "./base";

/** A template of so many nodes: machines with three components each, in a chain. */
function template(count: number, name = (at: number) => `node_${at}`) {
  const lines = ["tosca_definitions_version: tosca_simple_yaml_1_3", "topology_template:", `  node_templates:${count === 0 ? " {}" : ""}`];
  for (let at = 0; at < count; at += 1) {
    const host = at - (at % 4);
    lines.push(`    ${name(at)}:`, `      type: tosca.nodes.${at === host ? "Compute" : "SoftwareComponent"}`);
    if (at !== host) lines.push("      requirements:", `        - host: ${name(host)}`);
    if (at % 4 === 2 && at > 4) lines.push(`        - dependency: ${name(at - 4)}`);
  }
  return `${lines.join("\n")}\n`;
}

const LONG = (at: number) => `a_long_name_that_nobody_writes_by_hand_but_that_generators_do_for_every_node_${at}`;
const BROKEN = template(12).replace("node_5:", "node_5: [").replace("node_9:\n", "node_9\n");

/** Elements whose content or place is cut off at a side of the window or of the dialog that they are in. */
const cutOff = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const view = document.documentElement;
    if (view.scrollWidth > view.clientWidth) found.push(`the page is ${view.scrollWidth} wide`);
    for (const bounds of document.querySelectorAll("dialog[open], [role=menu], .picker, .notice, .banner, .toolbar")) {
      const outer = bounds.getBoundingClientRect();
      if (outer.width === 0) continue;
      if (outer.left < -1 || outer.right > view.clientWidth + 1) found.push(`${bounds.className} is outside the window`);
      for (const item of bounds.querySelectorAll("button, input, select, textarea")) {
        const inner = item.getBoundingClientRect();
        if (inner.width > 0 && (inner.left < outer.left - 1 || inner.right > outer.right + 1)) found.push(`${item.textContent || item.ariaLabel} in ${bounds.className}`);
      }
    }
    return found;
  });

/** `name`: of the picture that the page is compared with. */
async function check(page: Page, name: string) {
  // Nothing is under the pointer, wherever the last click was.
  await page.mouse.move(0, 0);
  await rest(page);
  // While something fades in, its contrast is lower.
  await page.evaluate(async () => {
    const finite = document.getAnimations().filter((it) => it.effect?.getComputedTiming().iterations !== Infinity);
    await Promise.all(finite.map((it) => it.finished.catch(() => {})));
  });
  expect(await cutOff(page)).toEqual([]);
  const { violations } = await axe(page);
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
  await look(page, name);
}

async function open(page: Page, text: string) {
  await page.goto("./");
  await openFiles(page, { "states.yaml": text });
  await expect(page.locator("g.card").first()).toBeVisible();
}

/** Each test visits many states. */
const LONG_TIME = 300_000 * patience;

const WIDTHS = [390, 800, 1440, 1920];
const THEMES = ["light", "dark"] as const;

for (const colorScheme of THEMES) {
  test(`windows of every width, in the ${colorScheme} theme`, async ({ page }) => {
    test.setTimeout(LONG_TIME);
    await page.emulateMedia({ colorScheme });
    for (const width of WIDTHS) {
      await test.step(`${width} pixels`, async () => {
        await page.setViewportSize({ width, height: 900 });
        await page.goto("./");
        await page.evaluate(() => indexedDB.databases().then((all) => all.forEach(({ name }) => name && indexedDB.deleteDatabase(name))));
        await page.goto("./");
        await check(page, `start-${width}-${colorScheme}`);
        await openItem(page, /Streamer cluster/);
        await check(page, `sample-${width}-${colorScheme}`);
        if (width < 800) {
          for (const pane of ["Palette", "Inspector", "YAML", "Problems"]) {
            await page.getByRole("tab", { name: pane }).click();
            await check(page, `pane-${pane.toLowerCase()}-${colorScheme}`);
          }
        }
      });
    }
  });

  test(`documents of every size and with faults, in the ${colorScheme} theme`, async ({ page }) => {
    test.setTimeout(LONG_TIME);
    await page.emulateMedia({ colorScheme });
    for (const count of [0, 1, 20, 200, 2000]) {
      await test.step(`${count} nodes`, async () => {
        await open(page, template(count));
        await check(page, `nodes-${count}-${colorScheme}`);
      });
    }
    for (const [name, text] of [["long names", template(8, LONG)], ["broken text", BROKEN]] as const) {
      for (const width of [390, 1440]) {
        await test.step(`${name} in ${width} pixels`, async () => {
          await page.setViewportSize({ width, height: 900 });
          await open(page, text);
          await check(page, `${name.replace(" ", "-")}-${width}-${colorScheme}`);
        });
      }
    }
  });

  test(`zooms, dialogs and menus, in the ${colorScheme} theme`, async ({ page }) => {
    test.setTimeout(LONG_TIME);
    await page.emulateMedia({ colorScheme });
    await openItem(page, /Book shop/);
    await canvas(page).focus();
    for (const [name, keys] of [["far", ["0", "-", "-", "-", "-", "-", "-"]], ["100", ["0"]], ["near", ["0", "+", "+", "+"]]] as const) {
      for (const key of keys) await page.keyboard.press(key);
      await check(page, `zoom-${name}-${colorScheme}`);
    }
    await page.keyboard.press("1");
    await page.keyboard.press("ArrowRight");
    for (const [key, name] of [["Shift+F10", "menu"], ["n", "add"], ["c", "connect"], ["?", "keys"], ["Control+k", "commands"], ["Control+f", "find"], ["F2", "rename"]] as const) {
      await test.step(key, async () => {
        await canvas(page).focus();
        await page.keyboard.press(key);
        await check(page, `${name}-${colorScheme}`);
        await page.keyboard.press("Escape");
      });
    }
    for (const button of ["New", "Picture", "Recent work", "Panes", "Theme"]) {
      await test.step(button, async () => {
        await page.getByRole("button", { name: button, exact: true }).first().click();
        await check(page, `button-${button.toLowerCase().replace(" ", "-")}-${colorScheme}`);
        await page.keyboard.press("Escape");
      });
    }
  });
}

test("the dialogs of a conversion and of all fixes are whole at every width", async ({ page }) => {
  test.setTimeout(LONG_TIME);
  const run = async (words: string) => {
    await page.keyboard.press("Control+k");
    await page.getByLabel("Search commands, nodes, files and text").fill(words);
    await expect(page.getByRole("option", { name: words }).first()).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page.locator("dialog[open]")).toBeVisible();
  };
  for (const width of [800, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await openItem(page, /Web cluster/);
    // After a reload, what was open before is drawn first.
    await expect(page.getByRole("banner")).toContainText("web_cluster.yaml");
    await run("Convert to portable TOSCA");
    await check(page, `convert-${width}`);
    await page.keyboard.press("Escape");
    await openItem(page, /Streamer cluster/);
    await expect(page.getByRole("banner")).toContainText("streamer_cluster.yaml");
    await page.getByRole("button", { name: /^Fix all/ }).click();
    await expect(page.locator("dialog[open]")).toBeVisible();
    await check(page, `fix-all-${width}`);
    await page.keyboard.press("Escape");
  }
});

for (const [item, views] of [
  [/Video homing/, ["Map", "Objective", "Candidates"]],
  [/Streamer cluster/, ["Lifecycle", "What if"]],
] as const)
  test(`views of ${item.source} at every width`, async ({ page }) => {
    test.setTimeout(LONG_TIME);
    await openItem(page, item);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      for (const view of views) {
        await test.step(`${view} in ${width} pixels`, async () => {
          await page.getByRole("tab", { name: view, exact: true }).or(page.getByRole("button", { name: view, exact: true })).first().click();
          await check(page, `${view.toLowerCase().replaceAll(" ", "-")}-${width}`);
        });
      }
    }
  });
