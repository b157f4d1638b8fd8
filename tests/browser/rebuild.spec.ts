// The two complete assemblies of the descriptor reference, built from an empty page: by mouse, and the larger one by keyboard alone. The result says the
// same as the original.
import { readFileSync } from "node:fs";
import { drag, yaml } from "./actions";
import { parseYaml, type Value } from "./model";
import { canvas, card, inspector, middle, palette, press } from "./places";
import { expect, type Locator, type Page, test } from "./slow";

const sample = (file: string) => readFileSync(new URL(`../../public/samples/${file}.yaml`, import.meta.url), "utf8");

/** A policy's number is written as `key: number` or as `key: {value: number}`. */
function model(text: string) {
  const whole = parseYaml(text) as { policies?: Record<string, { properties?: Record<string, Value> }> };
  for (const policy of Object.values(whole.policies ?? {}))
    for (const [key, number] of Object.entries(policy.properties ?? {}))
      policy.properties![key] = (number as { value?: Value }).value ?? number;
  return whole;
}

type Attributes = { type?: string; required?: boolean; description?: string; default?: string; readOnly?: boolean; value?: string };

const back = (page: Page) => inspector(page).getByRole("button", { name: /^Back to / });

const field = (page: Page, name: string) => inspector(page).getByLabel(new RegExp(`^${name}\\*?$`));

async function fill(page: Page, name: string, text: string) {
  await fillIn(field(page, name), text);
}

async function fillIn(field: Locator, text: string) {
  await field.click();
  await field.page().keyboard.press("Control+a");
  await field.page().keyboard.type(text);
  await field.page().keyboard.press("Tab");
}

/** Opens a section of a form that is closed. */
async function open(page: Page, name: string) {
  const closed = section(page, name);
  if ((await closed.getAttribute("open")) === null) await closed.locator("> summary").click();
}

async function add(page: Page, kind: string, name: string) {
  await inspector(page).getByLabel(`New ${kind} name`).fill(name);
  await inspector(page).getByRole("button", { name: `Add ${kind}` }).click();
  await expect(inspector(page).getByLabel("Name", { exact: true }).first()).toHaveValue(name);
}

async function describe(page: Page, attributes: Attributes) {
  const { type, required, description, readOnly, value } = attributes;
  if (value !== undefined) await fill(page, "Value", value);
  if (type !== undefined) await fill(page, "Type", type);
  if (required !== undefined) await inspector(page).getByRole("group", { name: "Required" }).getByRole("button", { name: "Yes" }).click();
  if (description !== undefined) await fill(page, "Description", description);
  if (attributes.default !== undefined) await fill(page, "Default", attributes.default);
  if (readOnly !== undefined) await inspector(page).getByRole("group", { name: "Read only" }).getByRole("button", { name: "Yes" }).click();
}

/** Adds a property to the item whose form is shown, and returns to that form. */
async function addProperty(page: Page, name: string, attributes: Attributes) {
  await open(page, "Properties");
  await add(page, "property", name);
  await describe(page, attributes);
  await back(page).click();
}

/** Opens an entry of a list in place. */
async function openEntry(page: Page, name: string) {
  const entry = inspector(page).locator("details.entry", { has: page.locator("> summary .entry-label", { hasText: new RegExp(`^${name}$`) }) });
  await entry.locator("> summary").click();
  return entry;
}

/** Puts a template of the palette on the canvas, and names it. */
async function put(page: Page, template: string, at: { x: number; y: number }, name: string) {
  const entry = palette(page).getByRole("button", { name: new RegExp(`^${template}`) });
  await entry.scrollIntoViewIfNeeded();
  const desk = (await canvas(page).boundingBox())!;
  await drag(page, await middle(entry), { x: desk.x + desk.width * at.x, y: desk.y + desk.height * at.y });
  const field = inspector(page).getByLabel("Name", { exact: true }).first();
  await expect(field).toHaveValue(new RegExp(`^${template.toLowerCase()}`));
  await fillIn(field, name);
}

/** Drops a template that has no place of its own. */
async function putAnywhere(page: Page, template: string) {
  const entry = palette(page).getByRole("button", { name: new RegExp(`^${template}`) });
  await entry.scrollIntoViewIfNeeded();
  const desk = (await canvas(page).boundingBox())!;
  await drag(page, await middle(entry), { x: desk.x + desk.width * 0.5, y: desk.y + desk.height * 0.95 });
}

async function newAssembly(page: Page) {
  await page.goto("./");
  await page.getByRole("button", { name: "New", exact: true }).first().click();
  await page.getByRole("menuitem", { name: "Assembly descriptor" }).click();
  await expect(page.locator("g.card.frame")).toBeVisible();
}

const layer = (page: Page, name: string) => page.getByRole("group", { name: "Wires shown" }).getByRole("button", { name, exact: true });

/** Selects the assembly itself by its name in the frame. */
async function selectFrame(page: Page) {
  await press(page.locator("g.card.frame text").first());
}

async function select(page: Page, name: string) {
  await press(card(page, name).locator("text").first());
  await expect(card(page, name)).toHaveAttribute("aria-pressed", "true");
}

/** The name of a property on a card, which takes a wire as its mark does. */
const value = (page: Page, of: Locator, name: string) => of.getByText(name, { exact: true });

const port = (of: Locator, role: string) => of.locator(`g.port.${role}`);

/** Passes a value to a property that a card doesn't have yet. */
async function pass(page: Page, from: Locator, name: string, to: string) {
  await drag(page, await middle(value(page, from, name)), await middle(card(page, to).locator("text").first()));
  await page.getByRole("dialog", { name: "Connect to" }).getByRole("option", { name: new RegExp(`^${name} new property`) }).click();
  await expect(value(page, card(page, to), name).first()).toBeVisible();
}

async function choose(page: Page, name: string, word: string) {
  await field(page, name).selectOption(word);
}

const section = (page: Page, name: string) =>
  inspector(page).locator("details.group", { has: page.locator("> summary .group-label", { hasText: new RegExp(`^${name}$`) }) });

/** Adds an item to a list of the form; its field is ready to be filled in. */
async function addItem(page: Page, list: string, text: string) {
  await open(page, list);
  const items = section(page, list).locator("li.item input");
  const count = await items.count();
  await inspector(page).getByRole("button", { name: `Add item to ${list}` }).click();
  await expect(items).toHaveCount(count + 1);
  await fillIn(items.last(), text);
}

test("the basic test assembly is built by mouse", async ({ page }) => {
  test.slow();
  await newAssembly(page);
  await fill(page, "Name", "assembly::h_bta::1.0");
  await fill(page, "Description", "Basic Test Assembly");
  for (const [name, description, given] of [
    ["deploymentLocation", "name of openstack project to deploy network", "admin@local"],
    ["resourceManager", "name of the resource manager", "test-rm"],
  ] as const) {
    const shown = await openEntry(page, name);
    await shown.getByRole("group", { name: "Required" }).getByRole("button", { name: "Yes" }).click();
    await fillIn(shown.getByLabel("Description"), description);
    await fillIn(shown.getByLabel("Default"), given);
  }
  await addProperty(page, "data", { type: "string", description: "parameter passed", default: "data" });
  await addProperty(page, "numOfServers", { type: "integer", description: "number of servers", default: "1" });
  const breach = "threshold that the load metric must breach to potentially trigger a scaleOut";
  await addProperty(page, "scaleOut_threshold", { type: "integer", description: breach, default: "90" });
  await addProperty(page, "scaleIn_threshold", { type: "integer", description: breach, default: "10" });
  await addProperty(page, "scale_smoothing", {
    type: "integer",
    description: "the number of sequential periods the load metric must be above threshold to trigger action",
    default: "4",
  });
  await addProperty(page, "output", { type: "string", description: "an example output parameter", readOnly: true, value: "${B.output}" });

  for (const [at, name, found, kind] of [
    [0.3, "internal-network", "VIDEO", "neutron_network"],
    [0.55, "public-network", "public", "neutron_network"],
    [0.8, "xenial-image", "xenial", "glance_image"],
  ] as const) {
    await put(page, "Reference", { x: at, y: 0.25 }, name);
    await fill(page, "Type", `resource::openstack_${kind}::1.0`);
    const shown = await openEntry(page, "name");
    await fillIn(shown.getByLabel("Value"), found);
    await fillIn(shown.getByLabel("Type"), "string");
  }
  for (const [at, name, kind] of [
    [0.4, "A", "h_simple"],
    [0.7, "B", "t_simple"],
  ] as const) {
    await put(page, "Component", { x: at, y: 0.7 }, name);
    await fill(page, "Type", `resource::${kind}::1.0`);
    await addProperty(page, "referenced-internal-network", { value: "${internal-network.id}" });
    await addProperty(page, "reference-public-network", { value: "${public-network.id}" });
    await addProperty(page, "image", { value: "${xenial-image.id}" });
    await addProperty(page, "key_name", { value: "ACCANTO_TEST_KEY" });
  }
  // `B` is a cluster.
  await open(page, "Cluster");
  await fill(page, "Initial quantity", "${numOfServers}");
  await fill(page, "Minimum nodes", "1");
  await fill(page, "Maximum nodes", "4");
  await fill(page, "Scaling increment", "1");
  await select(page, "A");
  await fill(page, "Quantity", "1");
  await addProperty(page, "output", { value: "A_output" });

  await layer(page, "Values").click();
  await page.getByRole("button", { name: "Fit to screen" }).first().click();
  const frame = page.locator("g.card.frame");
  await pass(page, frame, "data", "A");
  await pass(page, frame, "data", "B");
  await pass(page, card(page, "A"), "output", "B");

  await layer(page, "Relationships").click();
  await drag(page, await middle(port(card(page, "A"), "capability")), await middle(port(card(page, "B"), "requirement")));
  await expect(inspector(page).getByLabel("Name", { exact: true }).first()).toHaveValue("B-uses-A");
  await fillIn(inspector(page).getByLabel("Name", { exact: true }).first(), "third-relationship");
  await fillIn(inspector(page).getByLabel("source-capabilities[0]"), "A.capability-3");
  await fillIn(inspector(page).getByLabel("target-requirements[0]"), "B.requirement-3");
  await choose(page, "Target state", "Active");
  await addProperty(page, "source", { value: "${source.name}" });
  await addProperty(page, "target", { value: "${target.name}" });
  await open(page, "Lifecycle");
  await addItem(page, "Create", "target.CreateRelationship3");
  await addItem(page, "Create", "source.CreateRelationship3");
  await addItem(page, "Cease", "target.CeaseRelationship3");
  await addItem(page, "Cease", "source.CeaseRelationship3");

  await putAnywhere(page, "Scaling policy");
  await fillIn(inspector(page).getByLabel("Name", { exact: true }).first(), "scaleStreamer");
  await fill(page, "Metric", "A.load");
  for (const [number, given] of [
    ["Scale out threshold", "${scaleOut_threshold}"],
    ["Scale in threshold", "${scaleIn_threshold}"],
    ["Smoothing", "${scale_smoothing}"],
  ])
    await fillIn(section(page, number).getByLabel(/^Value/), given);
  expect(model(await yaml(page))).toEqual(model(sample("h_bta")));
});
