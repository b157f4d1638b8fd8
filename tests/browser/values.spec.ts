// Values of an assembly as a diagram: the layer switch, and values passed by dragging from property to property and to the frame.
import { drag, openSample, yaml, openText } from "./actions";
import { card, middle } from "./places";
import { expect, type Page, test } from "./base";

const ASSEMBLY = `name: assembly::shop::1.0
properties:
  size: {type: string}
composition:
  db:
    type: resource::db::1.0
    properties:
      address: {read-only: true}
  web:
    type: 'resource::web::1.0'
    properties:
      db_ip:
        value: '10.0.0.1' # for now
      flavor:
        value: '\${size}'
`;

async function write(page: Page, text: string) {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text);
}

const layer = (page: Page, name: string) => page.getByRole("group", { name: "Wires shown" }).getByRole("button", { name, exact: true });

/** The name of a property on a card: its mark and its name take a wire. */
const port = (page: Page, of: string, name: string) => card(page, of).getByText(name, { exact: true });

test("C11 the address of the database is passed to the web server by dragging", async ({ page }) => {
  await openSample(page);
  await write(page, ASSEMBLY);
  await expect(card(page, "db")).toBeVisible();
  await layer(page, "Values").click();
  await expect(layer(page, "Values")).toHaveAttribute("aria-pressed", "true");
  await expect(card(page, "db").getByText("address", { exact: true })).toBeVisible();
  await page.waitForTimeout(400);
  await drag(page, await middle(port(page, "db", "address")), await middle(port(page, "web", "db_ip")));
  await expect.poll(() => yaml(page)).toBe(ASSEMBLY.replace("'10.0.0.1'", "'${db.address}'"));
});

test("a property dropped on the frame becomes one of the assembly, and is mapped", async ({ page }) => {
  await openSample(page);
  await write(page, ASSEMBLY);
  await layer(page, "Values").click();
  await expect(card(page, "web").getByText("db_ip", { exact: true })).toBeVisible();
  await page.waitForTimeout(400);
  const frame = page.locator("g.card.frame").getByText("shop", { exact: true });
  await drag(page, await middle(port(page, "web", "db_ip")), await middle(frame));
  await expect.poll(() => yaml(page)).toBe(
    ASSEMBLY.replace("  size: {type: string}\n", "  size: {type: string}\n  db_ip: {type: string, default: 10.0.0.1}\n").replace("'10.0.0.1'", "'${db_ip}'"),
  );
});

test("an operation dropped on the frame is promoted", async ({ page }) => {
  await page.goto("./");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open", exact: true }).first().click();
  const file = (name: string, text: string) => ({ name, mimeType: "application/yaml", buffer: Buffer.from(text) });
  const db = "name: resource::db::1.0\nlifecycle: {Create: {}}\nproperties: {address: {read-only: true}}\noperations: {backup: {}}\n";
  await (await chooser).setFiles([file("assembly.yml", ASSEMBLY), file("db.yml", db)]);
  await expect(card(page, "web")).toBeVisible();
  await layer(page, "Values").click();
  await expect(card(page, "db").getByText("backup", { exact: true })).toBeVisible();
  await page.waitForTimeout(400);
  const frame = page.locator("g.card.frame").getByText("shop", { exact: true });
  await drag(page, await middle(port(page, "db", "backup")), await middle(frame));
  await expect.poll(() => yaml(page)).toBe(`${ASSEMBLY}operations:\n  backup:\n    source-operation: db.backup\n`);
});

test("F5 a capability dropped on the frame is promoted, and one of the frame takes the type of a component's", async ({ page }) => {
  await page.goto("./");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open", exact: true }).first().click();
  const file = (name: string, text: string) => ({ name, mimeType: "application/yaml", buffer: Buffer.from(text) });
  const front = `${ASSEMBLY}capabilities:\n  Front: {type: http}\n`;
  const db = "name: resource::db::1.0\nlifecycle: {Create: {}}\nproperties: {address: {read-only: true}}\ncapabilities: {Sql: {type: sql}, Admin: {type: https}}\n";
  await (await chooser).setFiles([file("assembly.yml", front), file("db.yml", db)]);
  await expect(card(page, "db").getByText("Sql", { exact: true })).toBeVisible();
  await page.waitForTimeout(400);
  const frame = page.locator("g.card.frame");
  await drag(page, await middle(port(page, "db", "Sql")), await middle(frame.getByText("shop", { exact: true })));
  const promoted = front.replace("{type: http}\n", "{type: http}\n  Sql: {type: sql}\n");
  await expect.poll(() => yaml(page)).toBe(promoted);
  await expect(page.locator(".canvas .wire.mapping")).toHaveCount(1);
  await page.waitForTimeout(400);
  await drag(page, await middle(port(page, "db", "Sql")), await middle(frame.getByText("shop", { exact: true })));
  await expect(page.locator(".notice", { hasText: "lready promoted as capability Sql" })).toBeVisible();
  expect(await yaml(page)).toBe(promoted);
  // Back: from the frame to a component.
  await drag(page, await middle(frame.getByText("Front", { exact: true })), await middle(port(page, "db", "Admin")));
  await expect.poll(() => yaml(page)).toBe(promoted.replace("Front: {type: http}", "Front: {type: https}"));
  await expect(page.locator(".canvas .wire.mapping")).toHaveCount(2);
});

test("the layers show the wires of relationships, of values, or both", async ({ page }) => {
  await openSample(page);
  const wires = (kind: string) => page.locator(`.canvas .wire.${kind}:not(.quiet)`);
  await expect(wires("relationship")).toHaveCount(4);
  await expect(wires("data")).toHaveCount(0);
  await layer(page, "Values").click();
  await expect(wires("relationship")).toHaveCount(0);
  await expect.poll(() => wires("data").count()).toBeGreaterThan(5);
  await layer(page, "Both").click();
  await expect(wires("relationship")).toHaveCount(4);
  await expect.poll(() => wires("data").count()).toBeGreaterThan(5);
  await layer(page, "Relationships").click();
  await expect(wires("data")).toHaveCount(0);
});

test("the chosen layer is kept over a reload", async ({ page }) => {
  await openSample(page);
  await write(page, ASSEMBLY);
  await layer(page, "Both").click();
  await expect(layer(page, "Both")).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("contentinfo")).toContainText("Saved in this browser");
  await page.reload();
  await expect(layer(page, "Both")).toHaveAttribute("aria-pressed", "true");
});

const TOSCA = `tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  my.App:
    derived_from: tosca.nodes.Root
    properties:
      db_ip: {type: string}
      port: {type: integer, required: false}
topology_template:
  inputs:
    tags: {type: list, entry_schema: {type: string}}
  node_templates:
    db:
      type: tosca.nodes.Compute
    app:
      type: my.App
      properties:
        db_ip: 10.0.0.1
`;

test("C11 a TOSCA property reads an attribute by dragging, and a value that does not fit says why", async ({ page }) => {
  await openSample(page);
  await write(page, TOSCA);
  await expect(card(page, "db")).toBeVisible();
  await layer(page, "Values").click();
  await expect(card(page, "db").getByText("private_address", { exact: true })).toBeVisible();
  await page.waitForTimeout(400);
  await drag(page, await middle(port(page, "db", "private_address")), await middle(port(page, "app", "db_ip")));
  await expect.poll(() => yaml(page)).toBe(TOSCA.replace("10.0.0.1", "{get_attribute: [db, private_address]}"));
  await page.waitForTimeout(400);
  const frame = page.locator("g.card.frame");
  await drag(page, await middle(frame.getByText("tags", { exact: true })), await middle(port(page, "app", "port")));
  await expect(page.getByText(/expected a value of type integer for port, found list of string/i)).toBeAttached();
  await drag(page, await middle(port(page, "app", "port")), await middle(frame.locator("text").first()));
  await expect.poll(() => yaml(page)).toContain("    port: {type: integer, required: false}\n  node_templates");
});

const TWO = `tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  my.App:
    derived_from: tosca.nodes.Root
    properties:
      tags: {type: list, entry_schema: {type: string}}
      port: {type: integer}
topology_template:
  node_templates:
    a:
      type: my.App
      properties:
        port: 3306
    b:
      type: my.App
`;

test("C11 a property dragged to the name of another node's property is read by it, and one of another type says why", async ({ page }) => {
  await openSample(page);
  await write(page, TWO);
  await expect(card(page, "b")).toBeVisible();
  await layer(page, "Values").click();
  const named = (node: string, name: string) => card(page, node).getByText(name, { exact: true });
  await expect(named("b", "port")).toBeVisible();
  await page.waitForTimeout(400);
  // A value that doesn't fit is not written to the next field.
  await drag(page, await middle(named("a", "tags")), await middle(named("b", "port")));
  await expect(page.getByText(/expected a value of type integer for port, found list of string/i)).toBeAttached();
  expect(await yaml(page)).toBe(TWO);
  await drag(page, await middle(named("a", "port")), await middle(named("b", "port")));
  await expect.poll(() => yaml(page)).toBe(`${TWO}      properties:\n        port: {get_property: [a, port]}\n`);
});

const CALLS = `tosca_definitions_version: tosca_simple_yaml_1_3
relationship_types:
  Calls:
    derived_from: tosca.relationships.ConnectsTo
    properties:
      retries: {type: integer}
node_types:
  App:
    derived_from: tosca.nodes.Root
    capabilities: {api: tosca.capabilities.Endpoint}
    requirements:
      - calls: {capability: tosca.capabilities.Endpoint, relationship: Calls, occurrences: [0, 1]}
topology_template:
  node_templates:
    web:
      type: App
      requirements:
        - calls: store
    store: {type: App}
`;

test("the form of a wire has the properties of its relationship, which only the node type names", async ({ page }) => {
  await openText(page, CALLS, "store");
  await page.locator(".cm-content").getByText("calls: store").click();
  const inspector = page.locator('[aria-label="Inspector"]');
  await inspector.locator("label", { hasText: "Relationship" }).hover();
  await inspector.getByRole("button", { name: "Show all fields of Relationship" }).click();
  const retries = inspector.getByRole("textbox", { name: /^retries/ });
  await retries.fill("3");
  await page.keyboard.press("Tab");
  await expect.poll(() => yaml(page)).toBe(CALLS.replace("calls: store", "calls:\n            node: store\n            relationship:\n              properties:\n                retries: 3"));
});
