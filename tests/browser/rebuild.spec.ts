// The two complete assemblies of the descriptor reference, built from an empty page: by mouse, and the larger one by keyboard alone. The result says the
// same as the original.
import { readFileSync } from "node:fs";
import { drag, yaml } from "./actions";
import { parseYaml, type Value } from "./model";
import { patience } from "./patience";
import { canvas, card, inspector, middle, palette, press } from "./places";
import { expect, type Locator, type Page, test } from "./base";

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
  // The names of properties are shown, and so can be dragged, at a zoom that needs some room.
  await page.setViewportSize({ width: 1600, height: 1100 });
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
    await fillIn(shown.getByLabel("Value", { exact: true }), found);
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

type Property = { type?: string; required?: string; description?: string; default?: string; "read-only"?: string; value?: string };
type Owner = { type: string; quantity?: string; cluster?: Record<string, string>; properties: Record<string, Property> };
type Relationship = {
  "source-capabilities": string[];
  "target-requirements": string[];
  "source-state": string;
  "target-state": string;
  properties?: Record<string, Property>;
  lifecycle?: { Create: string[]; Cease: string[] };
};
type Assembly = {
  name: string;
  description: string;
  properties: Record<string, Property>;
  composition: Record<string, Owner>;
  references: Record<string, Owner>;
  capabilities: Record<string, { type: string }>;
  relationships: Record<string, Relationship>;
};

const attributes = (property: Property): Attributes => ({
  ...(property.value !== undefined && { value: property.value }),
  ...(property.type !== undefined && { type: property.type }),
  ...(property.required === "true" && { required: true }),
  ...(property.description !== undefined && { description: property.description }),
  ...(property.default !== undefined && { default: property.default }),
  ...(property["read-only"] === "true" && { readOnly: true }),
});

const CLUSTER = { "initial-quantity": "Initial quantity", "minimum-nodes": "Minimum nodes", "maximum-nodes": "Maximum nodes", "scaling-increment": "Scaling increment" };

/** The initial content of a new assembly, component or reference. */
const GIVEN = new Set(["deploymentLocation", "resourceManager", "name"]);

test("the streamer cluster is built by mouse", async ({ page }) => {
  test.setTimeout(300_000 * patience);
  const assembly = parseYaml(sample("streamer_cluster")) as unknown as Assembly;
  await newAssembly(page);
  // More room for the diagram: where all of it is shown small, cards have no ports.
  await page.getByRole("button", { name: "Hide YAML" }).click();
  await fill(page, "Name", assembly.name);
  await fill(page, "Description", assembly.description);
  for (const [name, property] of Object.entries(assembly.properties)) {
    if (!GIVEN.has(name)) {
      await addProperty(page, name, attributes(property));
      continue;
    }
    const shown = await openEntry(page, name);
    await fillIn(shown.getByLabel("Description"), property.description!);
    await shown.locator("> summary").click();
  }
  await open(page, "Capabilities");
  await add(page, "capability", "HttpStream");
  await fill(page, "Type", assembly.capabilities.HttpStream!.type);

  const columns = [0.18, 0.5, 0.82];
  for (const [at, [name, owner]] of Object.entries(assembly.references).entries()) {
    await put(page, "Reference", { x: [0.2, 0.75][at]!, y: 0.3 }, name);
    await fill(page, "Type", owner.type);
    await fillIn((await openEntry(page, "name")).getByLabel("Value", { exact: true }), owner.properties.name!.value!);
  }
  for (const [at, [name, owner]] of Object.entries(assembly.composition).entries()) {
    await put(page, "Component", { x: columns[at]!, y: 0.75 }, name);
    await fill(page, "Type", owner.type);
    if (owner.quantity) await fill(page, "Quantity", owner.quantity);
    if (owner.cluster) await open(page, "Cluster");
    for (const [key, text] of Object.entries(owner.cluster ?? {})) await fill(page, CLUSTER[key as keyof typeof CLUSTER], text);
    for (const [name, property] of Object.entries(owner.properties)) if (!GIVEN.has(name)) await addProperty(page, name, attributes(property));
  }
  for (const [name, relationship] of Object.entries(assembly.relationships)) {
    const [source, target] = [relationship["source-capabilities"][0]!, relationship["target-requirements"][0]!];
    const end = (of: string, role: string) => port(card(page, of.split(".")[0]!), role).first();
    await page.getByRole("button", { name: "Fit to screen" }).first().click();
    await page.waitForTimeout(500);
    await drag(page, await middle(end(source, "capability")), await middle(end(target, "requirement")));
    await expect(inspector(page).getByLabel("Name", { exact: true }).first()).toHaveValue(/-uses-/);
    await fillIn(inspector(page).getByLabel("Name", { exact: true }).first(), name);
    await fillIn(inspector(page).getByLabel("source-capabilities[0]"), source);
    await fillIn(inspector(page).getByLabel("target-requirements[0]"), target);
    for (const more of relationship["target-requirements"].slice(1)) await addItem(page, "Target requirements", more);
    await choose(page, "Source state", relationship["source-state"]);
    await choose(page, "Target state", relationship["target-state"]);
    for (const [name, property] of Object.entries(relationship.properties ?? {})) await addProperty(page, name, attributes(property));
    if (relationship.lifecycle) await open(page, "Lifecycle");
    for (const list of ["Create", "Cease"] as const)
      for (const operation of relationship.lifecycle?.[list] ?? []) await addItem(page, list, operation);
  }
  expect(model(await yaml(page))).toEqual(model(sample("streamer_cluster")));
});

/** The key that moves the focus towards an element: Tab, or Shift+Tab for what is above; nothing where the focus is there. */
const keyTowards = (locator: Locator) =>
  locator.evaluate((it) => {
    const active = document.activeElement!;
    if (active === it) return null;
    return active.compareDocumentPosition(it) & Node.DOCUMENT_POSITION_PRECEDING ? "Shift+Tab" : "Tab";
  });

/** Moves the focus by Tab until it is there. */
async function tabTo(page: Page, locator: Locator) {
  for (let steps = 0; steps < 120; steps += 1) {
    const key = await keyTowards(locator);
    if (key === null) break;
    await page.keyboard.press(key);
  }
  await expect(locator).toBeFocused();
}

/** Writes into the field that Tab reaches. */
async function write(page: Page, locator: Locator, text: string) {
  await tabTo(page, locator);
  await page.keyboard.press("Control+a");
  await page.keyboard.type(text);
}

const keys = {
  /** Opens a section or an entry that Tab reaches, if it is closed. */
  async open(page: Page, details: Locator) {
    await tabTo(page, details.locator("> summary"));
    if ((await details.getAttribute("open")) === null) await page.keyboard.press("Enter");
  },

  async describe(page: Page, { value, type, required, description, readOnly, ...rest }: Attributes) {
    if (value !== undefined) await write(page, field(page, "Value"), value);
    if (type !== undefined) await write(page, field(page, "Type"), type);
    const yes = async (group: string) => {
      await tabTo(page, inspector(page).getByRole("group", { name: group }).getByRole("button", { name: "Yes" }));
      await page.keyboard.press("Space");
    };
    if (required) await yes("Required");
    if (description !== undefined) await write(page, field(page, "Description"), description);
    if (rest.default !== undefined) await write(page, field(page, "Default"), rest.default);
    if (readOnly) await yes("Read only");
  },

  /** Adds an entry by the field of a list; its form gets the focus. */
  async add(page: Page, kind: string, name: string) {
    await tabTo(page, inspector(page).getByLabel(`New ${kind} name`));
    await page.keyboard.type(name);
    await page.keyboard.press("Enter");
    await expect(inspector(page).getByLabel("Name", { exact: true }).first()).toHaveValue(name);
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest(".fields") !== null)).toBe(true);
  },

  /** Goes back to the form of the parent, where the next entry can be added. */
  async back(page: Page, kind: string) {
    await page.keyboard.press("Control+Enter");
    await expect(inspector(page).getByLabel(`New ${kind} name`)).toBeFocused();
  },

  async properties(page: Page, all: Record<string, Property>) {
    for (const [name, property] of Object.entries(all)) {
      if (GIVEN.has(name)) continue;
      await keys.add(page, "property", name);
      await keys.describe(page, attributes(property));
      await keys.back(page, "property");
    }
  },

  /** Adds something from the list of the canvas, names it, and enters its form. */
  async put(page: Page, template: string, name: string) {
    await expect(canvas(page)).toBeFocused();
    await page.keyboard.press("n");
    await page.keyboard.type(template);
    await page.keyboard.press("Enter");
    await expect(canvas(page)).toBeFocused();
    await page.keyboard.press("F2");
    await expect(page.getByRole("textbox", { name: "New name" })).toBeFocused();
    await page.keyboard.press("Control+a");
    await page.keyboard.type(name);
    await page.keyboard.press("Enter");
    await expect(card(page, name)).toBeVisible();
    await expect(canvas(page)).toBeFocused();
    await keys.enter(page);
  },

  /** Enters the form of what is selected. */
  async enter(page: Page) {
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest(".form") !== null)).toBe(true);
  },

  async leave(page: Page) {
    await page.keyboard.press("Control+Enter");
    await expect(canvas(page)).toBeFocused();
  },

  /** Selects a node by the search of the canvas. */
  async find(page: Page, name: string) {
    await page.keyboard.press("Control+f");
    await page.keyboard.type(name);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await expect(canvas(page)).toBeFocused();
    await expect(card(page, name)).toHaveAttribute("aria-pressed", "true");
  },

  /** Chooses among the ends of a wire by the arrow keys, as they are announced. */
  async choose(page: Page, announced: string) {
    const said = async () => (await page.locator("[aria-live]").allTextContents()).join(" ");
    await expect.poll(said).toMatch(/, \d+ of \d+/);
    for (let steps = 0; steps < 60 && !(await said()).includes(announced); steps += 1) {
      const before = await said();
      await page.keyboard.press("ArrowRight");
      await expect.poll(said).not.toBe(before);
    }
    expect(await said()).toContain(announced);
    await page.keyboard.press("Enter");
  },

  async addItem(page: Page, list: string, text: string) {
    const items = section(page, list).locator("li.item input");
    const count = await items.count();
    await tabTo(page, inspector(page).getByRole("button", { name: `Add item to ${list}` }));
    await page.keyboard.press("Enter");
    await expect(items).toHaveCount(count + 1);
    await expect(items.last()).toBeFocused();
    await page.keyboard.press("Control+a");
    await page.keyboard.type(text);
  },
};

test("the streamer cluster is built by keyboard alone", async ({ page }) => {
  test.setTimeout(300_000 * patience);
  const assembly = parseYaml(sample("streamer_cluster")) as unknown as Assembly;
  await page.goto("./");
  await tabTo(page, page.getByRole("button", { name: /^New assembly descriptor/ }));
  await page.keyboard.press("Enter");
  await expect(canvas(page)).toBeFocused();
  await expect(field(page, "Name")).toBeVisible();
  await keys.enter(page);
  await write(page, field(page, "Name"), assembly.name);
  await write(page, field(page, "Description"), assembly.description);
  for (const name of ["deploymentLocation", "resourceManager"]) {
    const entry = inspector(page).locator("details.entry", { has: page.locator("> summary .entry-label", { hasText: name }) });
    await keys.open(page, entry);
    await write(page, entry.getByLabel("Description"), assembly.properties[name]!.description!);
  }
  await keys.properties(page, assembly.properties);
  await keys.open(page, section(page, "Capabilities"));
  await keys.add(page, "capability", "HttpStream");
  await write(page, field(page, "Type"), assembly.capabilities.HttpStream!.type);
  await keys.back(page, "capability");
  await keys.leave(page);

  for (const [name, owner] of Object.entries(assembly.references)) {
    await keys.put(page, "Reference", name);
    const entry = inspector(page).locator("details.entry", { has: page.locator("> summary .entry-label", { hasText: /^name$/ }) });
    await write(page, field(page, "Type"), owner.type);
    await keys.open(page, entry);
    await write(page, entry.getByLabel("Value", { exact: true }), owner.properties.name!.value!);
    await keys.leave(page);
  }
  for (const [name, owner] of Object.entries(assembly.composition)) {
    await keys.put(page, "Component", name);
    await keys.properties(page, owner.properties);
    await write(page, field(page, "Type"), owner.type);
    if (owner.quantity) await write(page, field(page, "Quantity"), owner.quantity);
    if (owner.cluster) await keys.open(page, section(page, "Cluster"));
    for (const [key, label] of Object.entries(CLUSTER)) if (owner.cluster) await write(page, field(page, label), owner.cluster[key]!);
    await keys.leave(page);
  }
  for (const [name, relationship] of Object.entries(assembly.relationships)) {
    const [source, target] = [relationship["source-capabilities"][0]!, relationship["target-requirements"][0]!];
    await keys.find(page, source.split(".")[0]!);
    await page.keyboard.press("c");
    const nodes = [source, target].map((end) => end.split(".")[0]!);
    // A reference has one port only.
    if (source.includes(".")) await keys.choose(page, `from a capability of ${nodes[0]},`);
    await keys.choose(page, `connect a requirement of ${nodes[1]} to a capability of ${nodes[0]},`);
    await expect(inspector(page).getByLabel("Name", { exact: true }).first()).toHaveValue(/-uses-/);
    await keys.enter(page);
    await write(page, inspector(page).getByLabel("Name", { exact: true }).first(), name);
    await page.keyboard.press("Tab");
    await expect(inspector(page).getByLabel("Name", { exact: true }).first()).toHaveValue(name);
    await write(page, inspector(page).getByLabel("source-capabilities[0]"), source);
    await write(page, inspector(page).getByLabel("target-requirements[0]"), target);
    for (const more of relationship["target-requirements"].slice(1)) await keys.addItem(page, "Target requirements", more);
    for (const [label, state] of [
      ["Source state", relationship["source-state"]],
      ["Target state", relationship["target-state"]],
    ] as const) {
      const states = field(page, label);
      await tabTo(page, states);
      for (let steps = 0; steps < 6 && (await states.inputValue()) !== state; steps += 1) await page.keyboard.press(steps < 3 ? "ArrowDown" : "ArrowUp");
      await expect(states).toHaveValue(state);
    }
    if (relationship.lifecycle) await keys.open(page, section(page, "Lifecycle"));
    for (const list of ["Create", "Cease"] as const) {
      if (!relationship.lifecycle) continue;
      await keys.open(page, section(page, list));
      for (const operation of relationship.lifecycle[list]) await keys.addItem(page, list, operation);
    }
    if (relationship.properties) await keys.open(page, section(page, "Properties"));
    await keys.properties(page, relationship.properties ?? {});
    await keys.leave(page);
  }
  expect(model(await yaml(page))).toEqual(model(sample("streamer_cluster")));
});
