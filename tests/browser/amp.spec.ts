// Cloudsoft AMP in the page, with a real mouse and by keyboard: the examples of its documentation made from empty blueprints, packages and catalogs
// that are exported unchanged except for the edit, icons, and the samples.
import { download, drag, yaml } from "./actions";
import { axe } from "./axe";
import { patience } from "./patience";
import { canvas, card, inspector, middle, palette, spot, type } from "./places";
import { expect, type Page, test } from "./base";
import { read, write } from "./zip";

/** A new document or a sample, by the menu. */
async function begin(page: Page, name: RegExp) {
  await page.goto("./");
  await page.getByRole("button", { name: "New", exact: true }).first().click();
  await page.getByRole("menuitem", { name }).click();
  await expect(canvas(page)).toBeVisible();
}

async function open(page: Page, files: { name: string; buffer: Buffer }[]) {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open", exact: true }).first().click();
  await (await chooser).setFiles(files.map((file) => ({ ...file, mimeType: "application/octet-stream" })));
}

/** A type of the palette, onto a place of the canvas or onto a card. */
async function place(page: Page, name: string, on: { x: number; y: number }) {
  const from = type(page, name).first();
  await from.scrollIntoViewIfNeeded();
  await drag(page, await middle(from), on);
}

/** On a card's name, where no port and no badge is. */
const label = (page: Page, name: string) => middle(card(page, name).locator("text").first());

/** Opens one section of the form after another, each the last of its name: a section comes before those in it. */
async function unfold(page: Page, ...names: string[]) {
  for (const name of names) {
    const summary = inspector(page).locator("summary").filter({ hasText: new RegExp(`^\\s*${name.replace(/[$.]/g, "\\$&")}`) }).last();
    const isOpen = () => summary.evaluate((it) => (it.parentElement as HTMLDetailsElement).open);
    // The text written just before can update the form.
    await expect(async () => {
      if (!(await isOpen())) await summary.click({ timeout: 2_000 * patience });
      await page.waitForTimeout(200);
      expect(await isOpen()).toBe(true);
    }).toPass();
  }
}

/** Writes into a field of the form. */
async function fill(page: Page, name: string | RegExp, value: string) {
  const exact = typeof name === "string" ? new RegExp(`^${name.replace(/[$.]/g, "\\$&")}\\*?$`) : name;
  const field = inspector(page).getByLabel(exact).last();
  await field.fill(value);
  await field.press("Enter");
}

/** Adds an entry to the section that is open last, and gives its value. */
async function add(page: Page, key: string, value: string) {
  const row = inspector(page).getByRole("textbox", { name: "New entry name" }).last();
  await row.fill(key);
  await row.press("Enter");
  await fill(page, new RegExp(`^(${key}|Value)$`, "i"), value);
}

/** Selects a card by its name. */
async function select(page: Page, name: string) {
  const at = await label(page, name);
  await page.mouse.click(at.x, at.y);
  await expect(card(page, name)).toHaveAttribute("aria-pressed", "true");
}

const problems = (page: Page) => page.getByRole("region", { name: "Problems" });

/** The text without blanks that a flow collection has or has not. */
const withoutPadding = (text: string) => text.replace(/\{ /g, "{").replace(/ \}/g, "}").replace(/\[ /g, "[").replace(/ \]/g, "]");

async function becomes(page: Page, text: string) {
  await expect.poll(async () => withoutPadding(await yaml(page))).toBe(withoutPadding(text));
}

const HEAD = `tosca_definitions_version: tosca_simple_yaml_1_3
metadata:
  template_name: my-blueprint
  template_version: 1.0.0-SNAPSHOT
`;

const GROUP = `  groups:
    add_brooklyn_types:
      type: brooklyn.tosca.groups.initializer
      members:
        - my-blueprint
`;

/** The section of the form that is the last of its name. */
const section = (page: Page, name: string) =>
  inspector(page).locator("details").filter({ has: page.locator(`xpath=./summary[starts-with(normalize-space(.), "${name}")]`) }).last();

/** Opens the form of a new entry in the section that is the last of its name. */
async function enter(page: Page, name: string, key: string) {
  const row = section(page, name).getByRole("textbox", { name: /^New (entry|input) name$/ }).last();
  await row.fill(key);
  await row.press("Enter");
  await expect(inspector(page).getByRole("textbox", { name: "Name" })).toHaveValue(key);
}

/** Gives the value of the form by a function of an entity. */
async function compute(page: Page, name: string, ...given: string[]) {
  await inspector(page).getByRole("button", { name: /^Use a function for / }).click();
  const builder = inspector(page).getByRole("group", { name: "Function for Value" });
  await builder.getByRole("combobox", { name: "Function" }).selectOption(name);
  for (const [at, text] of given.entries()) {
    const argument = builder.locator(".argument").nth(at).locator("select, input").first();
    if (await argument.evaluate((it) => it.tagName === "SELECT")) await argument.selectOption(text);
    else {
      await argument.fill(text);
      await argument.press("Tab");
    }
  }
  await builder.getByRole("button", { name: "Apply" }).click();
  await expect(builder).toHaveCount(0);
}

test("a monitored service is made by mouse", async ({ page }) => {
  test.slow();
  await begin(page, /^AMP blueprint/);
  await expect(problems(page)).toContainText("No problems found");
  await place(page, "SoftwareComponent", await spot(page, 0.4, 0.4));
  await expect(card(page, "software_component")).toBeVisible();
  await fill(page, "Name", "a_node");
  await expect(card(page, "a_node")).toBeVisible();
  await unfold(page, "Interfaces", "Standard", "start");
  await fill(page, "Implementation", "classpath://scripts/echos/sleep_bg.sh");
  for (const [key, value] of [["sleep_duration_0", "2"], ["sleep_duration_1", "10"], ["id", ""]]) {
    await select(page, "a_node");
    await unfold(page, "Interfaces", "Standard", "start", "Inputs");
    await enter(page, "Inputs", key);
    if (value) await fill(page, "Value", value);
    else await compute(page, "get_attribute", "SELF", "entity.id");
  }
  await select(page, "a_node");
  await unfold(page, "Interfaces", "Standard", "start");
  await section(page, "start").getByRole("textbox", { name: "Implementation" }).hover();
  await section(page, "start").getByRole("button", { name: "Show all fields of Implementation" }).click();
  await unfold(page, "Dependencies");
  await section(page, "Dependencies").getByRole("button", { name: "Add item" }).click();
  const item = section(page, "Dependencies").getByRole("listitem").getByRole("textbox").first();
  await item.fill("classpath://scripts/echos/sleep_bg-body.sh");
  await item.press("Enter");
  await inspector(page).getByRole("button", { name: "Back" }).click();
  await unfold(page, "Interfaces", "CheckRunning", "Inputs");
  await fill(page, "period", "1s");
  await enter(page, "Inputs", "id");
  await compute(page, "get_attribute", "SELF", "entity.id");
  await select(page, "a_node");
  await unfold(page, "Interfaces", "CheckRunning", "check_running");
  await fill(page, "Implementation", "classpath://scripts/echos/sleep_bg-check-running.sh");
  // Any sensor is an attribute, here what the script exports.
  await unfold(page, "Attributes");
  await enter(page, "Attributes", "main.uri");
  await compute(page, "get_attribute", "SELF", "brooklyn.tosca.interfaces.node.lifecycle.CheckRunning.check_running.MAIN_URI");
  await becomes(
    page,
    `${HEAD}topology_template:
  node_templates:
    a_node:
      type: tosca.nodes.SoftwareComponent
      attributes:
        main.uri:
          get_attribute:
            - SELF
            - brooklyn.tosca.interfaces.node.lifecycle.CheckRunning.check_running.MAIN_URI
      interfaces:
        Standard:
          start:
            implementation:
              primary: classpath://scripts/echos/sleep_bg.sh
              dependencies:
                - classpath://scripts/echos/sleep_bg-body.sh
            inputs:
              sleep_duration_0: 2
              sleep_duration_1: 10
              id: {get_attribute: [SELF, entity.id]}
        CheckRunning:
          inputs:
            period: 1s
            id: {get_attribute: [SELF, entity.id]}
          check_running:
            implementation: classpath://scripts/echos/sleep_bg-check-running.sh
${GROUP}`,
  );
});

test("a node type with an icon is made by mouse", async ({ page }) => {
  await begin(page, /^AMP blueprint/);
  const item = palette(page).getByRole("button", { name: /^Node type/ });
  await item.scrollIntoViewIfNeeded();
  await drag(page, await middle(item), await spot(page, 0.4, 0.4));
  await fill(page, "Name", "my-webserver-type");
  await fill(page, "Derived from", "tosca.nodes.WebServer");
  await unfold(page, "Metadata");
  await add(page, "icon", "classpath://node-logo.png");
  await becomes(
    page,
    `${HEAD}node_types:
  my-webserver-type:
    derived_from: tosca.nodes.WebServer
    metadata:
      icon: classpath://node-logo.png
topology_template:
  node_templates: {}
${GROUP}`,
  );
});

const SCALING = [
  ["metric", "webapp.reqs.perSec.windowed.perNode"],
  ["metricLowerBound", "0.1"],
  ["metricUpperBound", "10"],
  ["minPoolSize", "1"],
  ["maxPoolSize", "4"],
  ["resizeUpStabilizationDelay", "10s"],
  ["resizeDownStabilizationDelay", "1m"],
] as const;

const values = (indent: string) => SCALING.map(([key, value]) => `${indent}${key}: ${value}\n`).join("");

const member = (name: string, type: string) => `          $brooklyn:entitySpec:
${name}            type: ${type}
`;

test("a cluster that scales is made by mouse", async ({ page }) => {
  test.slow();
  await begin(page, /^AMP blueprint/);
  const input = palette(page).getByRole("button", { name: /^Input/ });
  await input.scrollIntoViewIfNeeded();
  await drag(page, await middle(input), await spot(page, 0.4, 0.4));
  await fill(page, "Name", "deployment");
  await expect.poll(() => yaml(page)).toContain("    deployment:\n");
  await place(page, "DynamicCluster", await spot(page, 0.4, 0.4));
  await expect(card(page, "member")).toBeVisible();
  await select(page, "dynamic_cluster");
  await unfold(page, "Properties");
  await fill(page, "cluster.initial.size", "2");
  await select(page, "member");
  await fill(page, "name", "Apache Tomcat Cluster");
  await expect(card(page, "Apache Tomcat Cluster")).toBeVisible();
  await fill(page, "type", "io.cloudsoft.smart-tomcat9-node");
  await unfold(page, "brooklyn.config");
  await enter(page, "brooklyn.config", "tomcat_deployment");
  await compute(page, "get_input", "deployment");
  await place(page, "Scaling", await label(page, "dynamic_cluster"));
  await expect(page.locator("g.pill")).toHaveCount(1);
  await unfold(page, "Properties");
  for (const [key, value] of SCALING) await fill(page, key, value);
  await becomes(
    page,
    `${HEAD}topology_template:
  inputs:
    deployment:
      type: string
  node_templates:
    dynamic_cluster:
      type: tosca.entity.DynamicCluster
      properties:
        cluster.initial.size: 2
        dynamiccluster.memberspec:
${member("            name: Apache Tomcat Cluster\n", "io.cloudsoft.smart-tomcat9-node")}            brooklyn.config:
              tomcat_deployment: {get_input: deployment}
${GROUP}  policies:
    - scaling:
        type: tosca.policies.Scaling
        properties:
${values("          ")}        targets:
          - dynamic_cluster
`,
  );
  await expect(card(page, "dynamic_cluster")).toContainText("2 (1–4)");
  await expect(problems(page).getByRole("button", { name: /^0 errors/ })).toBeVisible();
});

/** Moves the focus by Tab to the control of a name in the form. */
async function tabTo(page: Page, name: RegExp) {
  for (let step = 0; step < 60; step += 1) {
    const found = await page.evaluate(() => {
      const it = document.activeElement as HTMLInputElement | null;
      if (!it?.closest('[aria-label="Inspector"]')) return "";
      return (it.getAttribute("aria-label") ?? it.labels?.[0]?.textContent)?.trim() ?? "";
    });
    if (name.test(found)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the form has no ${name}`);
}

/** Types values into the fields of the form, in their order. */
async function typeInto(page: Page, values: readonly (readonly [string, string])[]) {
  for (const [key, value] of values) {
    await tabTo(page, new RegExp(`^${key.replace(/\./g, "\\.")}\\*?$`));
    await page.keyboard.press("Control+a");
    await page.keyboard.type(value);
    await page.keyboard.press("Tab");
  }
}

test("a cluster that scales is made by keyboard", async ({ page }) => {
  test.slow();
  await begin(page, /^AMP blueprint/);
  const put = async (name: string) => {
    await canvas(page).focus();
    await page.keyboard.press("n");
    await expect(page.getByRole("combobox", { name: "Add" })).toBeFocused();
    await page.keyboard.type(name);
    await page.keyboard.press("Enter");
    await expect(canvas(page)).toBeFocused();
    await expect(card(page, "dynamic_cluster")).toBeVisible();
  };
  await put("tosca.entity.DynamicCluster");
  // Enter goes to the first property.
  await page.keyboard.press("Enter");
  await typeInto(page, [["cluster.initial.size", "2"]]);
  await put("tosca.policies.Scaling");
  await expect(page.locator("g.pill")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await typeInto(page, SCALING);
  await canvas(page).focus();
  await page.keyboard.press("Escape");
  for (let step = 0; step < 6; step += 1) {
    await page.keyboard.press("ArrowDown");
    if ((await card(page, "member").getAttribute("aria-pressed")) === "true") break;
  }
  await expect(card(page, "member")).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Enter");
  await typeInto(page, [["name", "Apache Tomcat Cluster"], ["type", "io.cloudsoft.smart-tomcat9-node"]]);
  await becomes(
    page,
    `${HEAD}topology_template:
  node_templates:
    dynamic_cluster:
      type: tosca.entity.DynamicCluster
      properties:
        cluster.initial.size: 2
        dynamiccluster.memberspec:
${member("            name: Apache Tomcat Cluster\n", "io.cloudsoft.smart-tomcat9-node")}${GROUP}  policies:
    - scaling:
        type: tosca.policies.Scaling
        properties:
${values("          ")}        targets:
          - dynamic_cluster
`,
  );
  await expect(card(page, "dynamic_cluster")).toContainText("2 (1–4)");
});

test("a group attaches a policy and a location, made by mouse", async ({ page }) => {
  test.slow();
  await begin(page, /^AMP blueprint/);
  await place(page, "DynamicCluster", await spot(page, 0.4, 0.4));
  await expect(card(page, "member")).toBeVisible();
  await select(page, "dynamic_cluster");
  await place(page, "initializer", await spot(page, 0.9, 0.9));
  await expect.poll(() => yaml(page)).toContain("- dynamic_cluster\n");
  await unfold(page, "Properties");
  await fill(page, "location", "foo");
  await unfold(page, "brooklyn.policies");
  const list = inspector(page).locator("summary").filter({ hasText: /^\s*brooklyn\.policies/ }).locator("xpath=..");
  await list.getByRole("button", { name: "Add item" }).first().click();
  await expect.poll(() => yaml(page)).toContain("- type: ''\n");
  const entry = list.locator("details").first();
  if (await entry.count()) await entry.locator("summary").first().click();
  await fill(page, "type", "org.apache.brooklyn.policy.autoscaling.AutoScalerPolicy");
  await unfold(page, "brooklyn.config");
  for (const [key, value] of SCALING) await fill(page, key, value);
  await expect.poll(() => yaml(page)).toContain(`    initializer:
      type: brooklyn.tosca.groups.initializer
      properties:
        brooklyn.policies:
          - type: org.apache.brooklyn.policy.autoscaling.AutoScalerPolicy
            brooklyn.config:
${values("              ")}        location: foo
      members:
        - dynamic_cluster
`);
  await expect(card(page, "dynamic_cluster")).toContainText("AutoScalerPolicy");
});

test("a blueprint that wraps a template is written in a new catalog", async ({ page }) => {
  await begin(page, /^AMP catalog/);
  await expect(card(page, "my-server")).toBeVisible();
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText("services:\n- type: the-topology-template\nlocation: my-other-environment\n");
  await expect(canvas(page)).toContainText("the-topology-template");
  await expect(problems(page).getByRole("button", { name: /^0 errors/ })).toBeVisible();
  expect(await yaml(page)).toBe("services:\n- type: the-topology-template\nlocation: my-other-environment\n");
});

const SAMPLES = [
  [/^Web cluster/, "web"],
  [/^Monitored service/, "counter"],
] as const;

for (const colorScheme of ["light", "dark"] as const) {
  test(`the samples have no problems, and axe finds nothing on them, in the ${colorScheme} theme`, async ({ page }) => {
    test.slow();
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const [name, node] of SAMPLES) {
      await begin(page, name);
      await expect(card(page, node)).toBeVisible();
      await expect(problems(page)).toContainText("No problems found");
      const found = await axe(page);
      expect(found.violations.flatMap((it) => it.nodes.map((one) => `${it.id}: ${one.html}`))).toEqual([]);
    }
  });
}

test("another profile shows what differs", async ({ page }) => {
  await begin(page, /^Web cluster/);
  await expect(problems(page)).toContainText("No problems found");
  const before = await yaml(page);
  for (const [from, to] of [["Cloudsoft AMP", "Cloudsoft AMP, portable"], ["Cloudsoft AMP, portable", "Cloudsoft AMP, deployable"]]) {
    await page.getByRole("button", { name: from }).click();
    await page.getByRole("menuitemradio", { name: new RegExp(`^${to}`) }).click();
    await expect(page.getByRole("button", { name: to })).toBeVisible();
    if (to.endsWith("portable")) {
      await problems(page).getByRole("button", { name: "List of problems" }).click();
      await expect(problems(page).getByRole("listitem").first()).toBeVisible();
    }
  }
  expect(await yaml(page)).toBe(before);
});

test("a blueprint is converted to portable TOSCA in a copy, with a report of each line", async ({ page }) => {
  await begin(page, /^Web cluster/);
  const before = await yaml(page);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("portable TOSCA 1.3");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Convert to portable TOSCA" });
  await expect(dialog.getByRole("row").filter({ hasText: "Removed" }).first()).toBeVisible();
  await expect(dialog.getByRole("row").filter({ hasText: "Changed" }).first()).toBeVisible();
  await dialog.getByRole("button", { name: "Create copy" }).click();
  await expect(page.locator(".document-name")).toHaveText("web_cluster.portable.yaml");
  const after = await yaml(page);
  expect(after).toContain("tosca.relationships.DependsOn");
  expect(after).not.toContain("brooklyn.tosca.groups.initializer");
  await page.locator(".tabs").getByText("web_cluster.yaml", { exact: true }).click();
  expect(await yaml(page)).toBe(before);
});

test("a blueprint goes out as a package and is opened again as it was", async ({ page }) => {
  await begin(page, /^Monitored service/);
  await expect(card(page, "counter")).toBeVisible();
  const text = await yaml(page);
  const csar = await download(page, "Export package");
  expect(csar.name).toMatch(/\.csar$/);
  const names = read(csar.bytes).map((member) => member.name);
  for (const script of ["start", "count", "check_running"]) expect(names).toContain(`scripts/counter/${script}.sh`);
  await open(page, [{ name: csar.name, buffer: csar.bytes }]);
  await expect(page.getByRole("tree", { name: "Package files" })).toBeVisible();
  await expect(card(page, "counter")).toBeVisible();
  await expect(problems(page)).toContainText("No problems found");
  expect(await yaml(page)).toBe(text);
  expect((await download(page, "Export package")).bytes.equals(csar.bytes)).toBe(true);
});

const BOM = `# The catalog, as it came.
brooklyn.catalog:
  bundle: shop   # the bundle
  version: "1.0.0"
  items:
  - id: shop-server
    itemType: entity
    item: { type: org.apache.brooklyn.entity.software.base.VanillaSoftwareProcess, brooklyn.config: { port: 8080 } }
`;

const MANIFEST = "Manifest-Version: 1.0\r\nBundle-SymbolicName: shop\r\nBundle-Version: 1.0.0\r\nBundle-Description: A line that is so long that it goes o\r\n n in the next one\r\n\r\n";

test("a catalog is exported unchanged except for the edit, and its manifest byte for byte", async ({ page }) => {
  const members = [
    { name: "META-INF/MANIFEST.MF", bytes: Buffer.from(MANIFEST) },
    { name: "catalog.bom", bytes: Buffer.from(BOM), deflated: true },
  ];
  const zip = write(members, "made by hand");
  await page.goto("./");
  await open(page, [{ name: "shop.zip", buffer: zip }]);
  await expect(card(page, "shop-server")).toBeVisible();
  const at = await label(page, "shop-server");
  await page.mouse.click(at.x, at.y);
  const name = inspector(page).getByLabel(/^Description$/).first();
  await name.fill("Sells books");
  await name.press("Tab");
  await expect(page.locator(".cm-content")).toContainText("description: Sells books");
  const after = read((await download(page, /^Export/)).bytes);
  const of = (name: string) => after.find((member) => member.name === name)!.bytes.toString("latin1");
  expect(of("META-INF/MANIFEST.MF")).toBe(MANIFEST);
  expect(of("catalog.bom").split("\n").filter((line) => !line.includes("description: Sells books")).join("\n")).toBe(BOM);
});

const WIRED = `${HEAD}topology_template:
  node_templates:
    database:
      type: tosca.nodes.SoftwareComponent
    web:
      type: tosca.entity.DynamicCluster
      properties:
        dynamiccluster.memberspec:
          $brooklyn:entitySpec:
            type: com.example.web-server
            brooklyn.config:
              database.uri: $brooklyn:component("database").attributeWhenReady("main.uri")
`;

test("expressions complete, and follow a new name of a node", async ({ page }) => {
  await page.goto("./");
  await open(page, [{ name: "wired.yaml", buffer: Buffer.from(WIRED) }]);
  await expect(card(page, "database")).toBeVisible();
  const node = await label(page, "database");
  await page.mouse.click(node.x, node.y);
  await canvas(page).focus();
  await page.keyboard.press("F2");
  const input = page.locator("input:focus");
  await input.fill("store");
  await input.press("Enter");
  const renamed = WIRED.replace("    database:", "    store:").replace('component("database")', 'component("store")');
  await expect.poll(() => yaml(page)).toBe(renamed);

  const editor = page.locator(".cm-content");
  await editor.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type('              other: $brooklyn:component("');
  await page.keyboard.press("Control+Space");
  const offered = page.locator(".cm-tooltip-autocomplete");
  await expect(offered).toContainText("store");
  await expect(offered).toContainText("web");
  await offered.getByText("store", { exact: true }).first().click();
  await expect.poll(() => yaml(page)).toContain('other: $brooklyn:component("store"');
});

test("the caret is inside the argument of a completed function", async ({ page }) => {
  await page.goto("./");
  await open(page, [{ name: "wired.yaml", buffer: Buffer.from(WIRED) }]);
  await expect(card(page, "database")).toBeVisible();
  const editor = page.locator(".cm-content");
  await editor.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("              other: $brooklyn:compo");
  const offered = page.locator(".cm-tooltip-autocomplete");
  await expect(async () => {
    await page.keyboard.press("Control+Space");
    await expect(offered.getByText("component", { exact: true })).toBeVisible({ timeout: 2_000 * patience });
  }).toPass();
  await offered.getByText("component", { exact: true }).click();
  await page.keyboard.type("web");
  await expect.poll(() => yaml(page)).toBe(`${WIRED}              other: $brooklyn:component("web")`);
});

const TEMPLATE = `        tosca_definitions_version: tosca_simple_yaml_1_3
        topology_template:
          node_templates:
            shop_server:
              type: tosca.nodes.Compute
`;

for (const [form, item] of [["mapping", "item:"], ["text", "item: |"]]) {
  test(`a node is dropped onto a template of a catalog that is a ${form}`, async ({ page }) => {
    const bom = `brooklyn.catalog:\n  bundle: shop\n  version: 1.0.0\n  items:\n    - id: first # the shop\n      itemType: template\n      ${item}\n${TEMPLATE}`;
    await page.goto("./");
    await open(page, [{ name: "catalog.bom", buffer: Buffer.from(bom) }]);
    await expect(card(page, "shop_server")).toBeVisible();
    await place(page, "DBMS", await label(page, "shop_server"));
    await expect(card(page, "dbms")).toBeVisible();
    const hosted = `${bom}            dbms:\n              type: tosca.nodes.DBMS\n              requirements:\n                - host: shop_server\n`;
    await becomes(page, hosted);
    await select(page, "dbms");
    await unfold(page, "Properties");
    await fill(page, "port", "5432");
    await becomes(page, hosted.replace("nodes.DBMS\n", "nodes.DBMS\n              properties:\n                port: 5432\n"));
    await canvas(page).focus();
    await page.keyboard.press("Control+z");
    await becomes(page, hosted);
    const entity = palette(page).getByRole("button", { name: /^Entity/ }).first();
    await entity.scrollIntoViewIfNeeded();
    await drag(page, await middle(entity), await spot(page, 0.9, 0.9));
    await expect.poll(() => yaml(page)).toContain("    - id: entity\n");
  });
}

const HOSTED = `${HEAD}topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
    store:
      type: tosca.nodes.DBMS
      requirements: [host: server]
    web:
      type: tosca.entity.DynamicCluster
      properties: {dynamiccluster.memberspec: {$brooklyn:entitySpec: {name: one, type: com.example.web-server}}}
`;

test("the view of parents keeps members in their cluster, that of hosts has software in its server", async ({ page }) => {
  await page.goto("./");
  await open(page, [{ name: "hosted.yaml", buffer: Buffer.from(HOSTED) }]);
  await expect(card(page, "store")).toBeVisible();
  const wells = page.locator("g.well");
  /** True if a card is inside the background of a host. */
  const isInside = async (name: string) => {
    const inner = (await card(page, name).boundingBox())!;
    for (const well of await wells.all()) {
      const outer = (await well.boundingBox())!;
      const across = outer.x < inner.x && inner.x + inner.width < outer.x + outer.width;
      if (across && outer.y < inner.y && inner.y + inner.height < outer.y + outer.height) return true;
    }
    return false;
  };
  const boxes = page.getByRole("button", { name: "Hosts as boxes" });
  await expect(boxes).toHaveAttribute("aria-pressed", "true");
  await expect(wells).toHaveCount(2);
  for (const name of ["store", "one"]) expect(await isInside(name)).toBe(true);
  await boxes.click();
  await expect(boxes).toHaveAttribute("aria-pressed", "false");
  await expect(wells).toHaveCount(1);
  expect(await isInside("one")).toBe(true);
  expect(await isInside("store")).toBe(false);
  await canvas(page).focus();
  await page.keyboard.press("b");
  await expect(wells).toHaveCount(2);
  expect(await yaml(page)).toBe(HOSTED);
});

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==";

const ICONS = `${HEAD}node_types:
  my.Remote:
    derived_from: tosca.nodes.Root
    metadata: { icon: 'https://icons.example.com/remote.png' }
  my.Packed:
    derived_from: tosca.nodes.Root
    metadata: { icon: 'classpath://images/logo.png' }
  my.Inline:
    derived_from: tosca.nodes.Root
    metadata: { icon: 'data:image/png;base64,${PIXEL}' }
topology_template:
  node_templates:
    remote: { type: my.Remote }
    packed: { type: my.Packed }
    inline: { type: my.Inline }
`;

test("icons of the package and in the text are drawn, and none is requested from a server", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (!/^(http:\/\/127\.0\.0\.1|data:|blob:)/.test(request.url())) asked.push(request.url());
  });
  await page.goto("./");
  const members = [
    { name: "TOSCA-Metadata/TOSCA.meta", bytes: Buffer.from("TOSCA-Meta-File-Version: 1.0\nCSAR-Version: 1.1\nCreated-By: me\nEntry-Definitions: icons.yaml\n") },
    { name: "icons.yaml", bytes: Buffer.from(ICONS) },
    { name: "images/logo.png", bytes: Buffer.from(PIXEL, "base64") },
  ];
  await open(page, [{ name: "icons.csar", buffer: write(members) }]);
  for (const node of ["packed", "inline"]) await expect(card(page, node).locator("image.picture")).toHaveCount(1);
  await expect(card(page, "remote")).toBeVisible();
  await expect(card(page, "remote").locator("image.picture")).toHaveCount(0);
  await expect(card(page, "remote")).toContainText("remote.png");
  expect(asked).toEqual([]);
});
