// E4: the outline of the shown document, as a mode of the list of commands, and the colors of names in the text.
import { openFiles, openText, yaml } from "./actions";
import { axe } from "./axe";
import { card } from "./places";
import { expect, type Page, test } from "./base";

const SHOP = `tosca_definitions_version: tosca_simple_yaml_1_3
imports:
  - types.yaml
topology_template:
  inputs:
    size: { type: integer, default: 3 }
  node_templates:
    server: { type: tosca.nodes.Compute }
    web:
      type: tosca.nodes.WebServer
      properties:
        component_version: { get_input: size }
      requirements:
        - host: server
`;

const dialog = (page: Page) => page.getByRole("dialog", { name: "Go to symbol" });
const field = (page: Page) => dialog(page).getByRole("combobox");
const options = (page: Page) => dialog(page).getByRole("option");

test("E4: the outline lists the symbols of the document, filters them while typing, and goes to text and diagram", async ({ page }) => {
  await openText(page, SHOP, "web");
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+Shift+O");
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue("@");
  await expect(options(page).locator(".words > span")).toHaveText(["imports", "types.yaml", "topology_template", "inputs", "size", "node_templates", "server", "web"]);
  await expect(options(page).filter({ hasText: "web" })).toContainText("node template · tosca.nodes.WebServer");
  // The depth of a symbol is seen.
  const left = async (name: string) => (await options(page).locator(".words > span", { hasText: new RegExp(`^${name}$`) }).boundingBox())!.x;
  expect(await left("inputs")).toBeGreaterThan(await left("topology_template"));
  expect(await left("size")).toBeGreaterThan(await left("inputs"));
  expect((await axe(page)).violations).toEqual([]);
  await page.keyboard.type("w");
  await expect(options(page).locator(".words > span")).toHaveText(["web"]);
  // Without the tree, what is around it is named.
  await expect(options(page)).toContainText("node template · tosca.nodes.WebServer · node_templates");
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.locator(".cm-activeLine").first()).toContainText("web:");
  await expect(page.locator(".cm-content")).toBeFocused();
  await expect(card(page, "web")).toHaveClass(/\bselected\b/);
  // From the list of commands, and by letters in their order.
  await page.keyboard.press("Control+k");
  await page.keyboard.type("@sz");
  await expect(options(page).locator(".words > span")).toHaveText(["size"]);
  await page.keyboard.type("q");
  await expect(dialog(page).getByRole("status")).toHaveText("No matches");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Enter");
  await expect(page.locator(".cm-activeLine").first()).toContainText("size:");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("go to symbol");
  await page.keyboard.press("Enter");
  await expect(options(page).first()).toHaveText("imports");
  await page.keyboard.press("Escape");
  expect(await yaml(page)).toBe(SHOP);
});

test("E4: symbols of the other files are found by their names", async ({ page }) => {
  await page.goto("./");
  await openFiles(page, {
    "shop.yaml": "tosca_definitions_version: tosca_simple_yaml_1_3\nimports: [ types.yaml ]\ntopology_template:\n  node_templates:\n    till: { type: shop.Till }\n",
    "types.yaml": "tosca_definitions_version: tosca_simple_yaml_1_3\nnode_types:\n  shop.Till: { derived_from: tosca.nodes.Root }\n",
  });
  await expect(card(page, "till")).toBeVisible();
  await page.keyboard.press("Control+Shift+O");
  await page.keyboard.type("till");
  // Those of the front file first.
  await expect(options(page).locator(".words > span")).toHaveText(["till", "shop.Till"]);
  await expect(options(page).last()).toContainText("types.yaml");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.locator(".cm-activeLine").first()).toContainText("shop.Till: { derived_from");
});

test("E4: the outline of a file with several documents has those of all", async ({ page }) => {
  const part = (name: string) => `tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  node_templates:\n    ${name}: { type: tosca.nodes.Compute }\n`;
  await page.goto("./");
  await openFiles(page, { "shop.yaml": `${part("one")}---\n${part("two")}` });
  await expect(card(page, "one")).toBeVisible();
  await page.keyboard.press("Control+Shift+O");
  await page.keyboard.type("two");
  await page.keyboard.press("Enter");
  await expect(card(page, "two")).toHaveClass(/\bselected\b/);
  await expect(page.locator(".cm-activeLine").first()).toContainText("two:");
});

/** The contrast of the color of an element with the background of the text, as it is on the screen. */
const contrast = (page: Page, selector: string) =>
  page.locator(selector).first().evaluate((element) => {
    const root = element.getRootNode() as ShadowRoot;
    const inner = element.querySelector("span") ?? element;
    const pixel = (color: string) => {
      const context = document.createElement("canvas").getContext("2d")!;
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
      return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    const light = (color: string) => {
      const [r, g, b] = pixel(color).map((value) => (value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const [a, b] = [light(getComputedStyle(inner).color), light(getComputedStyle(root.querySelector(".cm-editor")!).backgroundColor)];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  });

test("E4: names in the text have the colors of what they name, in both themes, and can be as other text", async ({ page }) => {
  await openText(page, SHOP, "web");
  const kinds: [string, string][] = [
    ["type", "tosca.nodes.WebServer"],
    ["element", "web"],
    ["element", "server"],
    ["parameter", "size"],
    ["property", "component_version"],
    ["function", "get_input"],
    ["port", "host"],
  ];
  for (const [kind, name] of kinds) await expect(page.locator(`.limn-name-${kind}`).getByText(name, { exact: true }).first()).toBeVisible();
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    const colors = new Set<string>();
    for (const kind of ["type", "element", "parameter", "property", "function", "port"]) {
      expect(await contrast(page, `.limn-name-${kind}`), `${kind}, ${scheme}`).toBeGreaterThanOrEqual(4.5);
      colors.add(await page.locator(`.limn-name-${kind}`).first().evaluate((element) => getComputedStyle(element.querySelector("span") ?? element).color));
    }
    expect(colors.size).toBe(6);
  }
  // A new reference is colored soon after it is written.
  await page.locator(".cm-line", { hasText: "host: server" }).click();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("- dependency: web");
  await expect(page.locator(".cm-line", { hasText: "dependency" }).locator(".limn-name-element")).toHaveText("web");
  const toggle = page.getByRole("button", { name: "Name colors" });
  await expect(toggle).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Alt+c");
  await expect(toggle).toHaveAttribute("aria-pressed", "false");
  await expect(page.locator(".limn-name")).toHaveCount(0);
  await page.reload();
  await expect(page.locator(".cm-content")).toContainText("get_input");
  await expect(toggle).toHaveAttribute("aria-pressed", "false");
  await toggle.click();
  await expect(page.locator(".limn-name-type").first()).toBeVisible();
});

test("E4: names in the text are in the system's colors where it prescribes them", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await openText(page, SHOP, "web");
  const name = page.locator(".limn-name-element").first();
  await expect(name).toBeVisible();
  const [own, text] = await name.evaluate((element) => [getComputedStyle(element.querySelector("span") ?? element).color, getComputedStyle(element.closest(".cm-editor")!).color]);
  expect(own).toBe(text);
});
