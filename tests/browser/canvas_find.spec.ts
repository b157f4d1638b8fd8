// Search, and what a new user stumbled over beside the canvas.
import { openFiles, openItem, openSample } from "./actions";
import { box, canvas, card, inspector } from "./places";
import { expect, type Page, test } from "./base";

/** The distance between the centers of a card and of the canvas. */
async function offCentre(page: Page, name: string) {
  const [stage, at] = [(await canvas(page).boundingBox())!, await box(page, name)];
  return Math.hypot(at.x + at.width / 2 - stage.x - stage.width / 2, at.y + at.height / 2 - stage.y - stage.height / 2);
}

test("C14 Ctrl+F finds on the canvas and frames one match after the other", async ({ page }) => {
  await openSample(page);
  await canvas(page).focus();
  await page.keyboard.press("Control+f");
  const field = page.getByLabel("Find on the canvas");
  await expect(field).toBeFocused();
  await page.keyboard.type("network");
  await expect(page.locator(".find-count")).toHaveText(/^1 of \d+$/);
  await page.keyboard.type("-");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Enter");
  await expect(page.locator(".find-count")).toHaveText(/^2 of \d+$/);
  await field.fill("streamer 1.0");
  await expect(card(page, "streamer")).toHaveAttribute("aria-pressed", "true");
  await expect(async () => expect(await offCentre(page, "streamer")).toBeLessThan(20)).toPass();
  await field.fill("nothing like this");
  await expect(page.locator(".find-count")).toHaveText("No matches");
  await page.keyboard.press("Escape");
  await expect(canvas(page)).toBeFocused();
  // In the text, the key belongs to the editor.
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+f");
  await expect(field).toHaveCount(0);
});

test("K4 Ctrl+K finds nodes, files, text and commands, and zooms to the node", async ({ page }) => {
  await openItem(page, /Book shop/);
  const search = page.getByLabel("Search commands, nodes, files and text");
  const first = page.locator("#command-list .option").first();
  await page.keyboard.press("Control+k");
  await search.fill("storefront");
  await expect(first).toContainText("Go to storefront");
  await page.keyboard.press("Enter");
  await expect(card(page, "storefront")).toHaveAttribute("aria-pressed", "true");
  await expect(async () => expect(await offCentre(page, "storefront")).toBeLessThan(20)).toPass();
  await page.keyboard.press("Control+k");
  await search.fill("two tiers");
  await expect(first).toContainText("book_shop.yaml:");
  await page.keyboard.press("Enter");
  await expect(page.locator(".cm-content")).toBeFocused();
  await page.keyboard.press("Control+k");
  await search.fill("open create.sh");
  await page.keyboard.press("Enter");
  await expect(page.locator(".document-name")).toHaveText("create.sh");
});

test("F1 properties are first and open in the form of a node, and the value is first in a property", async ({ page }) => {
  await openItem(page, /Book shop/);
  await card(page, "data_machine").evaluate((it) => it.scrollIntoView());
  const at = (await card(page, "catalogue").locator("text.label").boundingBox())!;
  await page.mouse.click(at.x + 5, at.y + 5);
  const group = inspector(page).locator("details.group").first();
  await expect(group.locator("summary")).toContainText("Properties");
  await expect(group).toHaveAttribute("open", "");
});

const TYPES = `tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  my.App: { derived_from: tosca.nodes.SoftwareComponent }
`;
const ENTRY = `tosca_definitions_version: tosca_simple_yaml_1_2
imports: [a_types.yaml]
topology_template:
  node_templates:
    app: { type: my.App, requirements: [{ host: machine }] }
    machine: { type: tosca.nodes.Compute }
`;

test("X1 of several opened files, the entry template is shown", async ({ page }) => {
  await page.goto("./");
  await openFiles(page, { "a_types.yaml": TYPES, "service.yaml": ENTRY });
  await expect(page.locator(".document-name")).toHaveText("service.yaml");
  await expect(card(page, "app")).toBeVisible();
});

test("the New menu shows its last sample", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 1000 });
  await page.goto("./");
  await page.getByRole("button", { name: "New", exact: true }).first().click();
  const last = page.getByRole("menuitem").last();
  await expect(last).toBeInViewport({ ratio: 0.99 });
});

test("at 800 pixels the diagram keeps half of the window", async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 700 });
  await openSample(page);
  expect((await canvas(page).boundingBox())!.width).toBeGreaterThanOrEqual(400);
});

test("the text pane wraps long lines on request, and remembers it", async ({ page }) => {
  await openSample(page);
  const content = page.locator(".cm-content");
  const button = page.getByRole("button", { name: "Wrap long lines" });
  await expect(content).not.toHaveClass(/cm-lineWrapping/);
  await button.click();
  await expect(content).toHaveClass(/cm-lineWrapping/);
  await expect(button).toHaveAttribute("aria-pressed", "true");
  await page.reload();
  await expect(content).toHaveClass(/cm-lineWrapping/);
  await canvas(page).focus();
  await page.keyboard.press("Alt+z");
  await expect(content).not.toHaveClass(/cm-lineWrapping/);
});

test("Undo is offered after a file was renamed", async ({ page }) => {
  await page.goto("./");
  await openFiles(page, { "a_types.yaml": TYPES, "service.yaml": ENTRY });
  await expect(page.locator(".document-name")).toHaveText("service.yaml");
  await page.keyboard.press("Control+k");
  await page.getByLabel("Search commands, nodes, files and text").fill("Rename or move file");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("textbox").fill("shop.yaml");
  await page.keyboard.press("Enter");
  await expect(page.locator(".document-name")).toHaveText("shop.yaml");
  const undo = page.getByRole("button", { name: "Undo", exact: true });
  await expect(undo).not.toHaveAttribute("aria-disabled", "true");
  await undo.click();
  await expect(page.locator(".document-name")).toHaveText("service.yaml");
});
