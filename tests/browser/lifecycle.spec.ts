// The lifecycle view of an assembly: steps and playing, what a step waits for, cycles, and the way into the text, by mouse and by keyboard.
import { openSample } from "./actions";
import { axe } from "./axe";
import { expect, isolated, type Page, test } from "./base";

const view = (page: Page) => page.getByRole("tabpanel", { name: "Lifecycle" });
const step = (page: Page, name: string) => view(page).getByRole("button", { name: new RegExp(`^${name}, `) });
const reasons = (page: Page) => page.getByRole("complementary", { name: "Reasons" });
const editor = (page: Page) => page.locator(".cm-content");

async function open(page: Page) {
  await openSample(page);
  await page.getByRole("tab", { name: "Lifecycle", exact: true }).click();
  await expect(view(page)).toBeVisible();
}

/** Replaces the whole text. */
async function write(page: Page, text: string) {
  await editor(page).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text);
}

test("an assembly comes up step by step, and each step says what it waits for", async ({ page }) => {
  await open(page);
  await expect(view(page).getByText("9 steps")).toBeVisible();
  await view(page).getByRole("button", { name: "Next" }).click();
  await expect(view(page).getByText("Step 1 of 9")).toBeVisible();
  // References are found before anything is installed.
  await expect(step(page, "management-network Found")).toHaveClass(/now/);
  await view(page).getByRole("button", { name: "Next" }).click();
  await expect(step(page, "management-network Found")).toHaveClass(/done/);
  await expect(step(page, "net_video Installed")).toHaveClass(/now/);
  await view(page).getByRole("button", { name: "Back" }).click();
  await expect(view(page).getByText("Step 1 of 9")).toBeVisible();

  await step(page, "balancer Active").click();
  await expect(reasons(page).getByRole("heading", { name: "balancer Active" })).toBeVisible();
  await expect(step(page, "net_video Active")).toHaveClass(/leads/);
  await reasons(page).getByRole("button", { name: /^`?balanceStreamer`? is created before/i }).first().click();
  await expect(page.locator(".cm-activeLine")).toHaveText(/target-state: Active/);
  // The component is selected, so the inspector shows it.
  await expect(view(page).getByRole("button", { name: /^balancer, component/ })).toHaveClass(/selected/);
  expect((await axe(page, ".lifecycle")).violations).toEqual([]);
});

isolated("playing goes to the last step and can be paused", async ({ page }) => {
  await open(page);
  await page.clock.install();
  await view(page).getByRole("button", { name: "Play" }).click();
  await expect(view(page).getByText("Step 1 of 9")).toBeVisible();
  await page.clock.runFor(1200);
  await expect(view(page).getByText("Step 2 of 9")).toBeVisible();
  await view(page).getByRole("button", { name: "Pause" }).click();
  await page.clock.runFor(5000);
  await expect(view(page).getByText("Step 2 of 9")).toBeVisible();
  await view(page).getByRole("button", { name: "Play" }).click();
  await page.clock.runFor(20_000);
  await expect(view(page).getByText("Step 9 of 9")).toBeVisible();
  await expect(view(page).getByRole("button", { name: "Play" })).toBeVisible();
});

test("scenarios are chosen, and steps reached, by keyboard alone", async ({ page }) => {
  await open(page);
  await view(page).getByRole("combobox", { name: "Scenario" }).focus();
  await page.keyboard.type("Heal balancer");
  await expect(step(page, "balancer Broken")).toBeVisible();
  await expect(step(page, "net_video Installed")).toHaveCount(0);
  const first = step(page, "balanceStreamer Ceased");
  await first.focus();
  await page.keyboard.press("ArrowUp");
  await expect(step(page, "balancer Broken")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(step(page, "balancer Inactive")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(reasons(page).getByRole("heading", { name: "balancer Inactive" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(reasons(page).getByRole("heading", { name: "balancer Inactive" })).toHaveCount(0);
});

test("relationships that wait for each other are shown as a cycle with the places in the text", async ({ page }) => {
  await open(page);
  await write(
    page,
    `name: assembly::a::1.0
composition:
  a: {type: 'resource::r::1.0'}
  b: {type: 'resource::r::1.0'}
relationships:
  r1: {source-capabilities: [a.x], target-requirements: [b.y], source-state: Active, target-state: Active}
  r2: {source-capabilities: [b.x], target-requirements: [a.y], source-state: Active, target-state: Active}
`,
  );
  await expect(step(page, "a Active")).toHaveAttribute("aria-label", "a Active, never runs");
  await expect(reasons(page).getByRole("heading", { name: "Steps that never run" })).toBeVisible();
  await reasons(page).getByRole("button", { name: /r2.* is created before .*a.* is Active/ }).click();
  await expect(page.locator(".cm-activeLine")).toHaveText(/r2:/);
  await step(page, "b Active").click();
  await expect(reasons(page).getByText("This step never runs")).toBeVisible();
});
