// Traces of values, previews of instances and charts of policies in the forms of the inspector.
import { openFiles, openText, rest } from "./actions";
import { axe } from "./axe";
import { card, inspector, middle, palette, press } from "./places";
import { expect, type Page, test } from "./base";

const SHOP = `name: assembly::shop::1.0
properties:
  size: {type: string, default: small}
  webs: {type: integer, default: 3}
  zones: {type: map, default: {north: {ip: 10.0.0.1}, south: {ip: 10.0.0.2}}}
composition:
  web:
    type: resource::web::1.0
    cluster: {initial-quantity: '\${webs}', minimum-nodes: 1, maximum-nodes: 10}
    properties:
      flavor: {value: '\${size}'}
      db: {value: '\${db.address}'}
  db:
    type: resource::db::1.0
    properties:
      address: {read-only: true}
  zone:
    type: resource::web::1.0
    items: \${zones}
    properties:
      flavor: {value: '\${item.ip}'}
policies:
  grow: {type: 'policy::scale', metric: web.load, target: web, properties: {scaleOut_threshold: {value: 80}, scaleIn_threshold: {value: 20}, smoothing: {value: 3}}}
`;
const WEB = `name: resource::web::1.0
properties:
  flavor: {type: string, default: tiny}
  db: {type: string}
lifecycle:
  Create: {drivers: {heat: {properties: {size: '\${flavor}'}}}}
`;
const DB = `name: resource::db::1.0
properties:
  address: {type: string, read-only: true}
metrics:
  health: {type: 'metric::integrity'}
policies:
  heal: {type: 'policy::heal', metric: health, properties: {smoothing: {value: 2}}}
`;

const trace = (page: Page, of: string) => inspector(page).getByRole("region", { name: `Value of ${of}` });
const steps = (page: Page, of: string, list: "Comes from" | "Goes to") => trace(page, of).getByRole("list", { name: list }).getByRole("button");
const tab = (page: Page, name: string) => page.locator(".tab", { hasText: name });
const front = (page: Page) => page.locator(".tab.on");

async function violations(page: Page, part: string) {
  const found = await axe(page, part);
  expect(found.violations).toEqual([]);
}

async function openShop(page: Page) {
  await openText(page, SHOP, "web");
  await openFiles(page, { "web.yaml": WEB });
  await tab(page, "shop.yaml").click();
  await expect(card(page, "web")).toBeVisible();
}

test("a value is followed through the descriptors of the workspace, and back", async ({ page }) => {
  await openShop(page);
  await press(card(page, "web"), { x: 60, y: 20 });
  await inspector(page).getByRole("button", { name: "Trace flavor" }).click();
  await expect(trace(page, "web.flavor")).toBeFocused();
  await expect(steps(page, "web.flavor", "Comes from")).toHaveText([/^size.*small.*default, unless set at deployment$/]);
  await expect(steps(page, "web.flavor", "Goes to")).toHaveText([/^flavor.*web 1\.0.*property of its descriptor$/, /^Create\.size/]);
  await violations(page, ".trace");
  // The step in the other file opens it, and the trace continues from there.
  await steps(page, "web.flavor", "Goes to").first().click();
  await expect(front(page)).toHaveText(/web\.yaml/);
  await expect(trace(page, "flavor")).toBeFocused();
  await expect(page.locator(".cm-activeLine")).toContainText("flavor: {type: string");
  await expect(steps(page, "flavor", "Comes from")).toHaveText([/^web\.flavor.*set by component web/, /^size/, /^zone\.flavor/, /^zone\.items/, /^zones/]);
  await steps(page, "flavor", "Comes from").first().click();
  await expect(front(page)).toHaveText(/shop\.yaml/);
  await expect(trace(page, "web.flavor")).toBeVisible();
});

test("a trace is opened, followed and closed by keyboard", async ({ page }) => {
  await openShop(page);
  await press(card(page, "web"), { x: 60, y: 20 });
  const button = inspector(page).getByRole("button", { name: "Trace db" });
  await button.focus();
  await expect(button).toHaveCSS("opacity", "1");
  await page.keyboard.press("Enter");
  await expect(trace(page, "web.db")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(trace(page, "web.db")).toHaveCount(0);
  await expect(button).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(trace(page, "web.db")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(trace(page, "web.db").getByRole("button", { name: "Close trace" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(trace(page, "db.address")).toBeFocused();
  await expect(steps(page, "db.address", "Goes to")).toHaveText([/^web\.db/, /^db.*web 1\.0/]);
});

test("the port of a value opens its trace", async ({ page }) => {
  await openShop(page);
  await page.getByRole("group", { name: "Wires shown" }).getByRole("button", { name: "Values", exact: true }).click();
  const port = card(page, "db").getByText("address", { exact: true });
  await expect(port).toBeVisible();
  await rest(page);
  const at = await middle(port);
  await page.mouse.click(at.x, at.y, { button: "right" });
  await page.getByRole("menuitem", { name: "Trace value" }).click();
  await expect(trace(page, "db.address")).toBeFocused();
  await expect(trace(page, "db.address")).toContainText("set at run time");
});

test("what a trace runs through is highlighted in the diagram", async ({ page }) => {
  await openShop(page);
  const node = (name: string) => card(page, name).first();
  const lit = page.locator("g.wire.lit");
  await press(card(page, "web"), { x: 60, y: 20 });
  await inspector(page).getByRole("button", { name: "Trace flavor" }).click();
  await expect(trace(page, "web.flavor")).toBeFocused();
  // The wire from `size` to `web`, although only relationships are shown.
  await expect(lit).toHaveCount(1);
  await expect(lit).toBeVisible();
  await expect(node("web")).not.toHaveClass(/\bno\b/);
  for (const name of ["db", "zone"]) await expect(node(name)).toHaveClass(/\bno\b/);
  await page.keyboard.press("Escape");
  await expect(lit).toHaveCount(0);
  await expect(page.locator("g.card.no")).toHaveCount(0);
  await inspector(page).getByRole("button", { name: "Trace db" }).click();
  await expect(node("db")).not.toHaveClass(/\bno\b/);
  await expect(lit).toHaveCount(1);
  // A step that is pointed at or focused shows only the path to it.
  await expect(steps(page, "web.db", "Goes to")).toHaveCount(1);
  await steps(page, "web.db", "Goes to").first().hover();
  await expect(node("db")).toHaveClass(/\bno\b/);
  await expect(lit).toHaveCount(0);
  await steps(page, "web.db", "Comes from").first().focus();
  await expect(node("db")).not.toHaveClass(/\bno\b/);
  await expect(lit).toHaveCount(1);
  // Another selection ends the trace.
  await press(card(page, "db"), { x: 60, y: 20 });
  await expect(page.locator("g.card.no")).toHaveCount(0);
});

for (const [width, height] of [[390, 844], [800, 900]] as const) {
  test(`a trace is read and followed in a window of ${width} pixels`, async ({ page }) => {
    await openShop(page);
    await page.setViewportSize({ width, height });
    await rest(page);
    await page.getByRole("button", { name: "Fit to screen" }).last().click();
    await rest(page);
    await press(card(page, "web"));
    const isOnePane = width < 800;
    if (isOnePane) await page.getByRole("tab", { name: "Inspector" }).click();
    const button = inspector(page).getByRole("button", { name: "Trace flavor" });
    // In windows that show one pane at a time, the button is visible without hovering.
    if (isOnePane) await expect(button).toHaveCSS("opacity", "1");
    await button.click();
    await expect(trace(page, "web.flavor")).toBeFocused();
    // The trace is the first thing below the name, and nothing of it is cut off.
    const head = (await inspector(page).locator(".form-head").boundingBox())!;
    await expect(async () => {
      const box = (await trace(page, "web.flavor").boundingBox())!;
      expect(box.y - head.y - head.height).toBeLessThan(24);
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(head.x + head.width);
    }).toPass();
    expect(await trace(page, "web.flavor").evaluate((it) => it.scrollWidth <= it.clientWidth)).toBe(true);
    await violations(page, ".trace");

    const inDiagram = trace(page, "web.flavor").getByRole("button", { name: "Show in diagram" });
    if (isOnePane) {
      await inDiagram.click();
      await expect(inspector(page)).toBeHidden();
    } else {
      await expect(inDiagram).toBeHidden();
    }
    await rest(page);
    await expect(page.locator("g.wire.lit")).toHaveCount(1);
    const view = (await page.locator("#canvas").boundingBox())!;
    const web = (await card(page, "web").locator("> .body").boundingBox())!;
    expect(web.x).toBeGreaterThanOrEqual(view.x);
    expect(web.x + web.width).toBeLessThanOrEqual(view.x + view.width);
    if (isOnePane) await page.getByRole("tab", { name: "Inspector" }).click();

    await steps(page, "web.flavor", "Goes to").first().click();
    await expect(front(page)).toHaveText(/web\.yaml/);
    await expect(trace(page, "flavor")).toBeFocused();
    await expect(trace(page, "flavor")).toBeInViewport();
    await page.keyboard.press("Escape");
    await expect(trace(page, "flavor").getByRole("button", { name: "Close trace" })).toHaveCount(0);
  });
}

test("a step in a descriptor of the catalog shows its definition", async ({ page }) => {
  await openText(page, SHOP, "web");
  await palette(page).getByRole("button", { name: "Catalog" }).click();
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("dialog", { name: "Catalog" }).getByRole("button", { name: "Add files or packages" }).click();
  await (await chooser).setFiles([{ name: "db.yaml", mimeType: "application/yaml", buffer: Buffer.from(DB) }]);
  await expect(page.getByRole("dialog", { name: "Catalog" }).getByRole("list", { name: "Catalog" }).locator("> li")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await press(card(page, "web"), { x: 60, y: 20 });
  await inspector(page).getByRole("button", { name: "Trace db" }).click();
  await steps(page, "web.db", "Comes from").last().click();
  const dialog = page.getByRole("dialog", { name: "Definition" });
  await expect(dialog).toContainText("is read-only");
  await expect(dialog.locator("mark")).toContainText("address: {type: string, read-only: true}");
});

test("get_input and get_property are traced as well", async ({ page }) => {
  const text = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  inputs:
    port: {type: integer, default: 80}
  node_templates:
    db:
      type: tosca.nodes.DBMS
      properties: {port: {get_input: port}}
  outputs:
    db_port: {value: {get_property: [db, port]}}
`;
  await openText(page, text, "db");
  await press(card(page, "db"), { x: 60, y: 20 });
  const button = inspector(page).getByRole("button", { name: "Trace port" }).first();
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(steps(page, "db.port", "Comes from")).toHaveText([/^port.*80/]);
  await expect(steps(page, "db.port", "Goes to")).toHaveText([/^db_port/]);
});

test("the form of a group shows the instances that it makes", async ({ page }) => {
  await openText(page, SHOP, "web");
  await press(card(page, "zone"), { x: 60, y: 20 });
  const preview = inspector(page).locator("details.preview");
  await preview.locator("summary").focus();
  await expect(preview.locator("summary")).toHaveText("2 instances: one for each entry of ${zones}");
  await page.keyboard.press("Enter");
  const rows = preview.getByRole("list", { name: "Instances" }).locator("> li");
  await expect(rows).toHaveCount(2);
  await expect(rows.last()).toContainText("shop__zone__south");
  await expect(rows.last()).toContainText("10.0.0.2");
  await violations(page, ".preview");
  await press(card(page, "web"), { x: 60, y: 20 });
  await expect(preview.locator("summary")).toHaveText("3 instances: cluster of 1 to 10, 3 at first");
  await preview.locator("summary").click();
  await expect(preview.getByRole("list", { name: "Instances" }).locator("> li").first()).toContainText("Unknown: db sets address at run time");
  // A single component has no preview.
  await press(card(page, "db"), { x: 60, y: 20 });
  await expect(preview).toHaveCount(0);
});

test("the form of a policy draws when it acts", async ({ page }) => {
  await openText(page, SHOP, "web");
  await press(page.locator("g.pill").first());
  const chart = inspector(page).locator("figure.policy-chart");
  await expect(chart).toContainText("If web.load is above 80, 1 instance of web is added after 3 readings in a row. If it is below 20, 1 instance is removed");
  await expect(chart.locator(".dot.counts")).toHaveCount(6);
  await expect(chart.locator(".act")).toHaveCount(2);
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await violations(page, ".policy-chart");
  }
  await openFiles(page, { "db.yaml": DB });
  await expect(front(page)).toHaveText(/db\.yaml/);
  await press(page.locator("g.pill").first());
  await expect(chart).toContainText("The instance is healed after 2 readings of health in a row are missing.");
  await expect(chart.locator(".cross")).toHaveCount(2);
});
