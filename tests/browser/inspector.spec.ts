// Inspector of a TOSCA node, with a real mouse and keyboard: typed and nested values, functions, inputs and outputs created by one
// click. After each step the text is exactly as a user would have written it.
import { openText, yaml } from "./actions";
import { axe } from "./axe";
import { canvas, card, inspector, press } from "./places";
import { expect, type Page, test } from "./base";

const TEXT = `tosca_definitions_version: tosca_simple_yaml_1_3
data_types:
  my.Route:
    derived_from: tosca.datatypes.Root
    properties:
      path: { type: string }
      weight: { type: integer, default: 1, constraints: [ in_range: [ 1, 9 ] ] }
      next: { type: my.Route, required: false }
node_types:
  my.Shop:
    derived_from: tosca.nodes.WebApplication
    properties:
      title: { type: string, description: The name that people see. }
      port: { type: integer, default: 80 }
      secure: { type: boolean, default: true }
      mode: { type: string, default: safe, constraints: [ valid_values: [ fast, safe ] ] }
      disk: { type: scalar-unit.size }
      route: { type: my.Route, required: false }
topology_template:
  inputs:
    name: { type: string }
  node_templates:
    shop: # sells
      type: my.Shop
      properties:
        port: 8080 # the usual
      requirements:
        - host: server
    server:
      type: tosca.nodes.WebServer
    other:
      type: tosca.nodes.WebServer
  workflows:
    deploy:
      steps:
        make: { target: shop, activities: [ { call_operation: Standard.create } ] }
        run: { target: shop, activities: [ { call_operation: Standard.start } ] }
`;

/** A field by its name, with or without the mark of what has to be given. */
const field = (page: Page, name: string) => inspector(page).getByLabel(new RegExp(`^${name}\\*?$`));

async function open(page: Page) {
  await page.goto("./");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open", exact: true }).first().click();
  await (await chooser).setFiles({ name: "shop.yaml", mimeType: "application/yaml", buffer: Buffer.from(TEXT) });
  await press(card(page, "shop").locator("text").first());
  await expect(field(page, "port")).toHaveValue("8080");
}

/** The text becomes what it was, with one thing in place of another. */
async function becomes(page: Page, before: string, from: string, to: string) {
  expect(before).toContain(from);
  const after = before.replace(from, to);
  await expect.poll(() => yaml(page)).toBe(after);
  return after;
}

test("typed values are edited with matching controls, and only they change", async ({ page }) => {
  await open(page);
  const form = inspector(page);
  let text = TEXT;

  const port = field(page, "port");
  await port.fill("9090");
  await port.press("Enter");
  text = await becomes(page, text, "port: 8080 # the usual", "port: 9090 # the usual");

  // A text that reads as a number is a text all the same.
  const title = field(page, "title");
  await title.fill("1.0");
  await title.press("Enter");
  text = await becomes(page, text, "        port: 9090 # the usual\n", "        title: '1.0'\n        port: 9090 # the usual\n");

  await field(page, "mode").selectOption("fast");
  text = await becomes(page, text, "# the usual\n", "# the usual\n        mode: fast\n");

  // A number and its unit.
  const disk = field(page, "disk");
  await form.getByLabel("Unit of disk").selectOption("MB");
  await disk.fill("512");
  await disk.press("Enter");
  text = await becomes(page, text, "        mode: fast\n", "        mode: fast\n        disk: 512 MB\n");

  // Nested data types: nothing is written yet, and only the entered value is written.
  await form.locator("summary", { hasText: "route" }).click();
  await form.locator("summary", { hasText: "next" }).click();
  // Fields of an opened section are created a moment later: until then there is one path only, that of the route.
  await expect(field(page, "path")).toHaveCount(2);
  const path = field(page, "path").nth(1);
  await path.fill("/shop");
  await path.press("Enter");
  const route = "        route:\n          next:\n            path: /shop\n";
  await becomes(page, text, "        disk: 512 MB\n", `        disk: 512 MB\n${route}`);
});

/** Presses a button of a value. These buttons appear while the pointer is on the row. */
async function pressTool(page: Page, name: string) {
  const tool = inspector(page).getByRole("button", { name });
  await tool.hover({ force: true });
  await tool.click();
}

test("a value is given by a function, becomes an input, and is exposed as an output", async ({ page }) => {
  await open(page);
  const form = inspector(page);
  let text = TEXT;

  // Typed as in a table of numbers.
  const title = field(page, "title");
  await title.click();
  await title.press("=");
  const builder = form.getByRole("group", { name: "Function for title" });
  await builder.getByLabel("Function", { exact: true }).selectOption("get_input");
  await builder.getByLabel("Input").selectOption("name");
  await builder.getByRole("button", { name: "Apply" }).click();
  const call = "        title: { get_input: name }\n";
  text = await becomes(page, text, "      properties:\n        port: 8080", `      properties:\n${call}        port: 8080`);
  await expect(form.locator(".call-said")).toHaveText(/input\s*name/);

  await pressTool(page, "Make port an input");
  text = await becomes(page, text, "port: 8080 # the usual", "port: { get_input: port } # the usual").catch(() => yaml(page));
  expect(text).toContain("        port: { get_input: port } # the usual\n");
  expect(text).toMatch(/\n {4}port:\s*(\{ )?\s*type: integer/);
  expect(text).toContain("8080");

  await pressTool(page, "Expose port as an output");
  await expect.poll(() => yaml(page)).toContain("{ get_property: [ shop, port ] }");
});

test("a requirement is retargeted with its select", async ({ page }) => {
  await open(page);
  await inspector(page).getByLabel("host", { exact: true }).selectOption("other");
  await becomes(page, TEXT, "- host: server", "- host: other");
});

test("a word typed in a list chooses its option, letter by letter", async ({ page }) => {
  const text = TEXT.replace("[ fast, safe ]", "[ fair, fast, final, fine ]");
  expect(text).not.toBe(TEXT);
  await openText(page, text, "shop");
  await press(card(page, "shop").locator("text").first());
  const mode = field(page, "mode");
  await mode.focus();
  await page.keyboard.type("fine", { delay: 20 });
  await expect(mode).toHaveValue("fine");
  await expect(mode).toBeFocused();
  await becomes(page, text, "# the usual\n", "# the usual\n        mode: fine\n");

  // The list of targets stays in place too when its state changes.
  const host = inspector(page).getByLabel("host", { exact: true });
  await host.focus();
  await page.keyboard.type("oth", { delay: 20 });
  await expect(host).toHaveValue("other");
  await expect(host).toBeFocused();
});

test("a value that is changed and undone at once shows what is written", async ({ page }) => {
  await open(page);
  const port = field(page, "port");
  await port.fill("9090");
  await port.press("Enter");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(port).toHaveValue("8080");
  // Both before the page has a moment to show anything.
  await port.fill("9091");
  await port.evaluate((it) => {
    it.dispatchEvent(new Event("change", { bubbles: true }));
    document.querySelector<HTMLElement>("button[aria-label=Undo]")!.click();
  });
  await expect.poll(() => yaml(page)).toBe(TEXT);
  await expect(port).toHaveValue("8080");
});

test("a press of a button is a click even if the form moves below the pointer", async ({ page }) => {
  await open(page);
  const secure = inspector(page).getByRole("group", { name: "secure" }).getByRole("button", { name: "No", exact: true });
  await secure.scrollIntoViewIfNeeded();
  const at = (await secure.boundingBox())!;
  await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
  await page.mouse.down();
  // As by help or a problem that comes or goes.
  await secure.evaluate((it) => ((it.closest(".row") as HTMLElement).style.marginTop = "60px"));
  await page.mouse.up();
  const text = await becomes(page, TEXT, "# the usual\n", "# the usual\n        secure: false\n");

  // Neither a press that became scrolling, nor a later one at the same place.
  const yes = inspector(page).getByRole("group", { name: "secure" }).getByRole("button", { name: "Yes", exact: true });
  await yes.evaluate((it) => {
    const { x, y } = it.getBoundingClientRect();
    const event = (kind: string) => new PointerEvent(kind, { bubbles: true, pointerId: 7, pointerType: "touch", isPrimary: true, clientX: x + 4, clientY: y + 4 });
    it.dispatchEvent(event("pointerdown"));
    it.dispatchEvent(event("pointercancel"));
    it.closest(".form")!.dispatchEvent(event("pointerup"));
  });
  await page.waitForTimeout(100);
  expect(await yaml(page)).toBe(text);
});

test("a workflow is drawn step by step", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "deploy", exact: true }).click();
  await expect(card(page, "make")).toBeVisible();
  await expect(card(page, "shop")).toHaveCount(0);
  const from = (await card(page, "make").locator("g.port.capability").first().boundingBox())!;
  const to = (await card(page, "run").boundingBox())!;
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + 20, { steps: 8 });
  await page.mouse.up();
  const make = "activities: [ { call_operation: Standard.create } ] }";
  await becomes(page, TEXT, make, make.replace(" ] }", " ], on_success: [ run ] }"));
  await page.getByRole("button", { name: "Topology", exact: true }).click();
  await expect(card(page, "shop")).toBeVisible();
});

const GUARDED = `tosca_definitions_version: tosca_simple_yaml_1_3
data_types:
  my.Size: { derived_from: integer }
topology_template:
  node_templates:
    app:
      type: tosca.nodes.SoftwareComponent
      requirements:
        - host: machine
    machine:
      type: tosca.nodes.Compute
  policies:
    - scale:
        type: tosca.policies.Scaling
        targets: [ machine ]
        triggers:
          full:
            event: tosca.events.resource.utilization
            target_filter: { node: machine }
            condition:
              - assert:
                  - state: [ equal: started ]
            action:
              - call_operation: Standard.start
`;

test("constraints, conditions and activities are edited by kind, and only they change", async ({ page }) => {
  await page.goto("./");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open", exact: true }).first().click();
  await (await chooser).setFiles({ name: "guarded.yaml", mimeType: "application/yaml", buffer: Buffer.from(GUARDED) });
  const form = inspector(page);
  let text = GUARDED;

  // An integer is offered what says something of integers, and nothing else.
  await form.locator("summary", { hasText: "my.Size" }).click();
  await form.locator("summary", { hasText: "Constraints" }).click();
  const constraint = form.getByLabel("Item to add to Constraints");
  await expect(constraint.locator("option")).toHaveCount(7);
  await constraint.selectOption("in_range");
  await form.getByRole("button", { name: "Add to Constraints" }).click();
  text = await becomes(page, text, "{ derived_from: integer }", "{ derived_from: integer, constraints: [ { in_range: [ 1, UNBOUNDED ] } ] }");
  const bound = form.getByLabel("Upper bound of In range");
  await bound.fill("9");
  await bound.press("Enter");
  text = await becomes(page, text, "UNBOUNDED", "9");

  // A condition looks at the attributes of the node; what an activity may be is a list.
  await press(page.locator("svg").getByText("scale", { exact: true }).first());
  await expect(form.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("scale");
  await form.locator("summary", { hasText: "full" }).click();
  const attribute = form.getByLabel("Item to add to Assert");
  await attribute.selectOption("public_address");
  await form.getByRole("button", { name: "Add to Assert" }).click();
  text = await becomes(page, text, "[ equal: started ]\n", "[ equal: started ]\n                  - public_address: []\n");
  const activity = form.getByLabel("Item to add to Action", { exact: true });
  await activity.selectOption("set_state");
  await form.getByRole("button", { name: "Add to Action", exact: true }).click();
  text = await becomes(page, text, "Standard.start\n", "Standard.start\n              - set_state: ''\n");
  const state = form.getByLabel("Set state", { exact: true });
  await state.fill("started");
  await state.press("Enter");
  await becomes(page, text, "set_state: ''", "set_state: started");
});

const SAMPLES = [/^Book shop/, /^Web cluster/, /^AMP catalog/, /^Streamer cluster/, /^Video/];

for (const sample of SAMPLES) {
  test(`axe finds nothing on unfolded fields of ${sample.source.slice(1)}`, async ({ page }) => {
    test.slow();
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("./");
    await page.getByRole("button", { name: "New", exact: true }).first().click();
    await page.getByRole("menuitem", { name: sample }).click();
    await expect(canvas(page)).toBeVisible();
    const cards = page.locator("g.card");
    await expect(cards.first()).toBeVisible();
    // All cards are in view.
    await canvas(page).focus();
    await page.keyboard.press("1");
    let unfolded = 0;
    for (let at = 0; at < Math.min(await cards.count(), 3); at += 1) {
      await press(cards.nth(at).locator("text").first());
      await expect(cards.nth(at)).toHaveAttribute("aria-pressed", "true");
      // Sections inside the opened ones are opened in the next round.
      for (let round = 0; round < 3; round += 1) {
        const opened = await inspector(page).evaluate((pane) => {
          const closed = [...pane.querySelectorAll<HTMLDetailsElement>("details:not([open])")].slice(0, 20);
          for (const details of closed) details.open = true;
          return closed.length;
        });
        unfolded += opened;
        await page.waitForTimeout(150);
      }
      const found = await axe(page, '[aria-label="Inspector"]');
      expect(found.violations.flatMap((it) => it.nodes.map((one) => `${it.id}: ${one.html.slice(0, 200)}`))).toEqual([]);
    }
    expect(unfolded).toBeGreaterThan(0);
  });
}

test("E5: a value of a component becomes a property of the assembly, and is exposed, by its form", async ({ page }) => {
  const text = `name: assembly::shop::1.0
composition:
  web:
    type: resource::web::1.0
    properties:
      port: {value: 8080} # open
`;
  await openText(page, text, "web");
  await press(card(page, "web"));
  const row = inspector(page).locator(".entry-row").filter({ hasText: "port" }).first();
  await row.hover();
  // The tools do not lie over each other.
  const tools = row.locator(":scope > .tools .tool, :scope > .trace-tool, :scope > .danger");
  await expect(tools).toHaveCount(4);
  const places = (await Promise.all((await tools.all()).map((tool) => tool.boundingBox()))).map((it) => it!).sort((one, other) => one.x - other.x);
  for (const [at, place] of places.entries()) if (at > 0) expect(place.x).toBeGreaterThanOrEqual(places[at - 1].x + places[at - 1].width - 1);
  await pressTool(page, "Expose port as an output");
  await expect.poll(() => yaml(page)).toContain("value: '${web.port}'");
  // The new property has been selected.
  await press(card(page, "web"));
  await pressTool(page, "Make port an input");
  await expect.poll(() => yaml(page)).toContain("port: {value: '${port-2}'} # open");
  // A value that is read from elsewhere cannot become an input.
  await press(card(page, "web"));
  await expect(inspector(page).getByRole("button", { name: "Make port an input" })).toHaveCount(0);
  await expect(inspector(page).getByRole("button", { name: "Expose port as an output" })).toHaveCount(1);
});
