// Clarity: the current form stays open, compatible wire targets are visible, and nothing covers anything else.
import { yaml } from "./actions";
import { canvas, card, inspector, press, spot, type } from "./places";
import { expect, type Locator, type Page, test } from "./base";

async function middle(locator: Locator) {
  let at = { x: 0, y: 0 };
  // Wait until it is in place: an opened document scrolls into view first, and a port near the pointer is drawn again.
  await expect(async () => {
    const before = JSON.stringify(at);
    await locator.page().evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await locator.evaluate((element) => element.scrollIntoView({ block: "nearest" }));
    const box = (await locator.boundingBox())!;
    at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    expect(JSON.stringify(at)).toBe(before);
  }).toPass();
  return at;
}

/** Takes something and holds it over a place. */
async function carry(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 6 });
  await page.mouse.move(to.x, to.y, { steps: 6 });
}

async function open(page: Page, ...files: { name: string; text: string }[]) {
  await page.goto("./");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open", exact: true }).first().click();
  const brought = files.map(({ name, text }) => ({ name, mimeType: "text/yaml", buffer: Buffer.from(text) }));
  await (await chooser).setFiles(brought);
}

const SHOP = `tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
    store: {type: tosca.nodes.Database, properties: {name: books}}
    web:
      type: tosca.nodes.WebServer
`;

test("the form of an undrawn item stays open while it is filled in, and has a way back", async ({ page }) => {
  await open(page, { name: "shop.yaml", text: SHOP });
  await press(card(page, "server"), { x: 70, y: 10 });
  await inspector(page).locator("summary", { hasText: /^Artifacts/ }).click();
  await inspector(page).getByPlaceholder("New artifact name").fill("image");
  await inspector(page).getByRole("button", { name: "Add artifact" }).click();
  await expect(inspector(page).getByRole("textbox", { name: "Name", exact: true })).toHaveValue("image");
  const file = inspector(page).getByRole("textbox", { name: "File" });
  await file.fill("images/server.qcow2");
  await file.press("Tab");
  await expect.poll(() => yaml(page)).toContain("images/server.qcow2");
  await expect(inspector(page).getByRole("textbox", { name: "Name", exact: true })).toHaveValue("image");
  const kind = inspector(page).getByRole("combobox", { name: "Type" });
  await kind.fill("tosca.artifacts.File");
  await kind.press("Tab");
  await expect.poll(() => yaml(page)).toContain("tosca.artifacts.File");
  await inspector(page).getByRole("button", { name: "Back to server" }).click();
  await expect(inspector(page).getByRole("textbox", { name: "Name", exact: true })).toHaveValue("server");
});

test("a nested function with missing arguments is rejected", async ({ page }) => {
  await open(page, { name: "shop.yaml", text: SHOP });
  await press(card(page, "store"), { x: 70, y: 10 });
  const row = inspector(page).locator(".row", { hasText: "password" });
  await row.hover();
  await row.getByRole("button", { name: "Use a function for password" }).click();
  const builder = inspector(page).getByRole("group", { name: "Function for password" });
  await builder.getByRole("combobox", { name: "Function" }).selectOption("concat");
  await builder.getByLabel("Parts 1", { exact: true }).fill("of ");
  await builder.getByRole("button", { name: "Function", exact: true }).click();
  await builder.getByRole("button", { name: "Apply" }).click();
  await expect(inspector(page).getByRole("alert")).toContainText("Missing required argument");
  expect(await yaml(page)).toBe(SHOP);
});

test("F2 in the text renames a type in every file", async ({ page }) => {
  const types = "tosca_definitions_version: tosca_simple_yaml_1_2\nnode_types:\n  shop.Web: {derived_from: tosca.nodes.WebServer}\n";
  const text = `${SHOP.replace("topology_template:", "imports: [types.yaml]\ntopology_template:").replace("tosca.nodes.WebServer", "shop.Web")}`;
  await open(page, { name: "shop.yaml", text }, { name: "types.yaml", text: types });
  await page.getByRole("navigation", { name: "Files" }).getByText("types.yaml").click();
  const editor = page.getByRole("textbox", { name: "Descriptor text" });
  await editor.getByText("shop.Web").click();
  await page.keyboard.press("F2");
  const name = inspector(page).getByRole("textbox", { name: "Name", exact: true });
  await expect(name).toBeFocused();
  await expect(name).toHaveValue("shop.Web");
  await name.fill("shop.Front");
  await name.press("Enter");
  await expect.poll(() => yaml(page)).toBe(types.replace("shop.Web", "shop.Front"));
  await page.getByRole("navigation", { name: "Files" }).getByText("shop.yaml").click();
  await expect.poll(() => yaml(page)).toBe(text.replace("shop.Web", "shop.Front"));
});

test("drawing a wire highlights compatible targets, dims the rest, and explains why", async ({ page }) => {
  await open(page, { name: "shop.yaml", text: SHOP });
  await expect(card(page, "web")).toBeVisible();
  await carry(page, await middle(card(page, "web").locator("g.port.requirement").first()), await middle(card(page, "store").locator(".label")));
  await expect(card(page, "server")).toHaveClass(/\btakes\b/);
  await expect(card(page, "store")).toHaveClass(/\bno\b/);
  const tip = page.locator(".tip");
  await expect(tip).toContainText("tosca.nodes.Compute");
  const [word, ground] = await tip.locator("code").first().evaluate((code) => {
    const of = getComputedStyle(code);
    return [of.color, of.backgroundColor];
  });
  expect(word).not.toBe(ground);
  const [said, desk] = [(await tip.boundingBox())!, (await canvas(page).boundingBox())!];
  expect(said.x + said.width).toBeLessThanOrEqual(desk.x + desk.width);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await expect(card(page, "store")).not.toHaveClass(/\bno\b/);
  expect(await yaml(page)).toBe(SHOP);
});

test("a node dropped close to another does not cover it", async ({ page }) => {
  await page.goto("./");
  await page.getByRole("button", { name: "New", exact: true }).first().click();
  await page.getByRole("menuitem", { name: /^TOSCA/ }).click();
  await carry(page, await middle(type(page, "Compute")), await spot(page, 0.4, 0.6));
  await page.mouse.up();
  await expect(card(page, "compute")).toBeVisible();
  const body = (await card(page, "compute").locator(".body").first().boundingBox())!;
  // Clear of it while dragged, and higher once it is there: its requirement has a row.
  await carry(page, await middle(type(page, "WebServer")), { x: body.x + body.width / 2, y: body.y - 34 });
  await page.mouse.up();
  await expect(card(page, "web_server")).toBeVisible();
  await expect(async () => {
    const [one, other] = [(await card(page, "compute").locator(".body").first().boundingBox())!, (await card(page, "web_server").locator(".body").first().boundingBox())!];
    const apart = one.y >= other.y + other.height || other.y >= one.y + one.height || one.x >= other.x + other.width || other.x >= one.x + one.width;
    expect(apart).toBe(true);
  }).toPass();
});

test("an unsatisfied requirement offers compatible nodes to add", async ({ page }) => {
  await open(page, { name: "shop.yaml", text: SHOP });
  await press(card(page, "store"), { x: 70, y: 10 });
  await inspector(page).locator("summary", { hasText: /^Requirements/ }).click();
  await inspector(page).getByRole("combobox", { name: "host" }).selectOption({ label: "Add compatible node…" });
  const picker = page.getByRole("dialog", { name: /Add and connect to host/ });
  await picker.getByRole("option", { name: /DBMS/ }).click();
  await expect(card(page, "dbms")).toBeVisible();
  await expect.poll(() => yaml(page)).toContain("requirements: [{host: dbms}]");
});

test("workflow transitions are colored by outcome", async ({ page }) => {
  const text = `${SHOP}  workflows:
    deploy:
      steps:
        make: {target: server, activities: [], on_success: [run], on_failure: [tell]}
        run: {target: web, activities: []}
        tell: {target: web, activities: []}
`;
  await open(page, { name: "shop.yaml", text });
  await page.getByRole("group", { name: "Diagrams" }).getByRole("button", { name: "deploy" }).click();
  await expect(card(page, "tell")).toBeVisible();
  await expect(page.locator("g.wire.success")).toHaveCount(1);
  await expect(page.locator("g.wire.failure")).toHaveCount(1);
  const left = async (name: string) => (await card(page, name).locator(".body").first().boundingBox())!.x;
  // Later messages are queued behind a failure, too.
  expect(await left("tell")).toBeGreaterThan(await left("make"));
});
