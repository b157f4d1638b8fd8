// A homing template created from an empty page: demands, locations, constraints and an objective, by mouse and by keyboard; then its map and the
// evaluation of candidates.
import { drag, yaml } from "./actions";
import { axe } from "./axe";
import { canvas, card, middle, palette } from "./places";
import { expect, type Page, test } from "./base";

const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });

const table = (page: Page) => page.getByRole("textbox", { name: "Table of candidates, as CSV or JSON" });

/** A new template, by the menu. */
async function begin(page: Page) {
  await page.goto("./");
  await page.getByRole("button", { name: "New", exact: true }).first().click();
  await page.getByRole("menuitem", { name: /^Homing template/ }).click();
  await expect(card(page, "demand")).toBeVisible();
}

/** From the palette onto the canvas, at shares of its width and height. */
async function place(page: Page, name: RegExp, x: number, y: number) {
  const template = palette(page).getByRole("button", { name }).first();
  await template.scrollIntoViewIfNeeded();
  const desk = (await canvas(page).boundingBox())!;
  await drag(page, await middle(template), { x: desk.x + desk.width * x, y: desk.y + desk.height * y });
}

const PARTS = [
  ["demand_2", /^Demand for a cloud/, 0.3, 0.75],
  ["demand_3", /^Demand for a cloud/, 0.7, 0.75],
  ["location", /^Location by coordinates/, 0.3, 0.15],
  ["location_2", /^Location by coordinates/, 0.75, 0.15],
] as const;

const CONSTRAINTS = [
  [/^Distance to a location/, /type: distance_to_location/],
  [/^Zone/, /type: zone/],
  [/^Attributes/, /type: attribute/],
] as const;

const TERM = [/^Objective term/, /distance_between/] as const;

/** Expects the result that both ways of making the template have. */
async function isWhole(page: Page) {
  const text = await yaml(page);
  for (const [, said] of [...CONSTRAINTS, TERM]) expect(text).toMatch(said);
  expect(text).toMatch(/demands:\n {2}demand:\n(.*\n)* {2}demand_2:\n(.*\n)* {2}demand_3:\n/);
}

const CANDIDATES = `candidate_id,latitude,longitude,country,state,location_id
dallas-1,32.78,-96.8,USA,TX,south
plano-1,33.02,-96.7,USA,TX,south
mumbai-1,19.08,72.88,IND,MH,west
`;

test("a template is created by mouse, shown on the map and evaluated", async ({ page }) => {
  await begin(page);
  for (const [name, template, x, y] of PARTS) {
    await place(page, template, x, y);
    await expect(card(page, name)).toBeVisible();
  }
  for (const [template, said] of CONSTRAINTS) {
    // A place without card or message.
    await place(page, template, 0.08, 0.3);
    await expect.poll(() => yaml(page)).toMatch(said);
  }
  await place(page, TERM[0], 0.08, 0.3);
  await expect.poll(() => yaml(page)).toMatch(TERM[1]);
  await isWhole(page);

  // The map shows both places.
  await tab(page, "Map").click();
  await expect(page.locator("g.pin")).toHaveCount(2);
  await expect(page.locator("path.land")).toHaveCount(1);

  // A candidate that is too far is ruled out, with the reason.
  await tab(page, "Candidates").click();
  await table(page).fill(CANDIDATES);
  const out = page.getByRole("region", { name: "Candidates for demand", exact: true }).locator("tr.out");
  await expect(out).toHaveCount(1);
  await expect(out).toContainText("mumbai-1");
  await expect(out).toContainText(/\d+ km from location(_2)?, expected < 100 km/);
  await expect(page.locator(".ranking tbody tr").first()).toContainText("dallas-1");

  // The objective, by hand.
  await tab(page, "Objective").click();
  const weight = page.getByRole("textbox", { name: "Weight" });
  await expect(weight).toHaveValue("1");
  await weight.fill("2.5");
  await weight.press("Enter");
  await expect(page.getByRole("textbox", { name: "As text" })).toHaveValue(/^minimize sum\(2\.5 \* distance_between\(/);
  await expect.poll(() => yaml(page)).toMatch(/- 2\.5\n/);

  // A place is taken elsewhere, and only its two numbers change.
  await tab(page, "Map").click();
  const second = page.locator('g.pin[aria-label^="location_2, "]');
  await expect(second).toHaveAttribute("aria-label", /32\.76° N, 97\.33° W/);
  const before = await yaml(page);
  const from = await middle(second.locator("path"));
  await drag(page, from, { x: from.x + 60, y: from.y - 25 });
  await expect(second).not.toHaveAttribute("aria-label", /97\.33° W/);
  const moved = await yaml(page);
  const place_2 = / {2}location_2:\n {4}latitude: \d+\.\d{5}\n {4}longitude: -\d+\.\d{6}\n/;
  expect(moved).toMatch(place_2);
  expect(moved.replace(place_2, "")).toBe(before.replace(place_2, ""));

  // The table outlives a reload, and is not part of any text.
  await tab(page, "Candidates").click();
  await page.reload();
  await expect(table(page)).toHaveValue(CANDIDATES);
  expect(await yaml(page)).not.toContain("mumbai");
});

test("the same by keyboard", async ({ page }) => {
  await begin(page);
  const add = async (words: string) => {
    await canvas(page).focus();
    await expect(canvas(page)).toBeFocused();
    await page.keyboard.press("n");
    await expect(page.locator(".picker input")).toBeFocused();
    await page.keyboard.type(words);
    await page.keyboard.press("Enter");
  };
  for (const [name, words] of [
    ["demand_2", "demand for a cloud"],
    ["demand_3", "demand for a cloud"],
    ["location", "location by coordinates"],
    ["location_2", "location by coordinates"],
  ]) {
    await add(words);
    await expect(card(page, name)).toBeVisible();
  }
  for (const [at, words] of ["distance to a location", "zone same", "attributes", "objective term"].entries()) {
    await add(words);
    await expect.poll(() => yaml(page)).toMatch([...CONSTRAINTS, TERM][at][1]);
  }
  await isWhole(page);

  // Along the switch by arrows, and a place by Alt and arrows.
  await tab(page, "Diagram").focus();
  await page.keyboard.press("ArrowRight");
  await expect(tab(page, "Table")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(tab(page, "Map")).toBeFocused();
  await expect(tab(page, "Map")).toHaveAttribute("aria-selected", "true");
  const pin = page.locator('g.pin[aria-label^="location_2, "]');
  await pin.focus();
  await expect(pin).toBeFocused();
  await page.keyboard.press("Alt+Shift+ArrowUp");
  await expect(pin).toHaveAttribute("aria-label", /33\.76° N, 97\.33° W/);
  await expect.poll(() => yaml(page)).toContain("latitude: 33.75549\n");

  await tab(page, "Map").focus();
  await page.keyboard.press("End");
  await expect(tab(page, "Candidates")).toBeFocused();
  await table(page).focus();
  await page.keyboard.insertText(CANDIDATES);
  await expect(page.locator("tr.out").filter({ hasText: "mumbai-1" }).first()).toContainText("< 100 km");
  const found = await axe(page, ".trial", ".view-switch");
  expect(found.violations.map((it) => `${it.id}: ${it.nodes[0].html}`)).toEqual([]);
});

test("only documents with locations and candidates offer the map and the evaluation", async ({ page }) => {
  await page.goto("./");
  await page.getByRole("button", { name: "New", exact: true }).first().click();
  await page.getByRole("menuitem", { name: /Streamer cluster/ }).click();
  await expect(card(page, "balancer")).toBeVisible();
  await expect(tab(page, "Map")).toHaveCount(0);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing in the map, the objective and the trial, in the ${colorScheme} theme`, async ({ page }) => {
    test.slow();
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.goto("./");
    await page.getByRole("button", { name: "New", exact: true }).first().click();
    await page.getByRole("menuitem", { name: /^Video homing/ }).click();
    await expect(card(page, "cache_south")).toBeVisible();
    const faults = async () => {
      const found = await axe(page);
      return found.violations.flatMap((it) => it.nodes.map((node) => `${it.id}: ${node.html}`));
    };
    expect(await faults()).toEqual([]);

    await tab(page, "Candidates").click();
    await page.getByRole("button", { name: "Load sample data" }).click();
    await expect(page.locator(".ranking tbody tr").first()).toBeVisible();
    await expect(page.locator("tr.out").first()).toBeVisible();
    expect(await faults()).toEqual([]);

    await tab(page, "Map").click();
    await expect(page.locator("g.pin")).toHaveCount(2);
    await expect(page.locator("path.land")).toHaveCount(1);
    await expect(page.locator("g.dot.chosen").first()).toBeVisible();
    expect(await faults()).toEqual([]);

    await tab(page, "Objective").click();
    await expect(page.getByRole("textbox", { name: "Weight" })).toHaveCount(4);
    expect(await faults()).toEqual([]);
    await page.getByRole("textbox", { name: "As text" }).fill("minimize sum(");
    await page.keyboard.press("Tab");
    await expect(page.locator(".objective-refused")).toBeVisible();
    expect(await faults()).toEqual([]);
  });
}

test("what a first term of the objective needs is added where it is missing", async ({ page }) => {
  await begin(page);
  await tab(page, "Objective").click();
  const objective = page.getByRole("tabpanel", { name: "Objective" });
  await expect(objective).toContainText("A distance needs a location.");
  await expect(objective.getByRole("button", { name: "Add demand" })).toHaveCount(0);
  await objective.getByRole("button", { name: "Add location" }).click();
  await expect(objective.getByRole("button", { name: "Add location" })).toHaveCount(0);
  await objective.getByRole("button", { name: "Add term" }).first().click();
  expect(await yaml(page)).toContain("distance_between");
});

test("another view takes the place of a diagram that has the keyboard focus", async ({ page }) => {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto("./");
  await page.getByRole("button", { name: "New", exact: true }).first().click();
  await page.getByRole("menuitem", { name: /^Video homing/ }).click();
  await expect(card(page, "cache_south")).toBeVisible();
  await canvas(page).focus();
  // Clicked without the mouse, as assistive technology does: the focus stays in the diagram, which is then hidden.
  await tab(page, "Objective").dispatchEvent("click");
  await expect(page.getByRole("textbox", { name: "Weight" }).first()).toBeVisible();
  await page.waitForFunction(() => document.activeElement !== document.body);
  expect(errors).toEqual([]);
});
