// Proposals for requirements that have to be connected and are not: ghosts on the diagram, taken one by one.
import { openText, yaml } from "./actions";
import { axe } from "./axe";
import { canvas, card } from "./places";
import { expect, type Page, test } from "./base";

const OPEN = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    # The shop's pages.
    shop:
      type: tosca.nodes.WebApplication
    server:
      type: tosca.nodes.WebServer
      requirements:
        - host: machine
    machine:
      type: tosca.nodes.Compute
    data:
      type: tosca.nodes.Database
      properties: {name: d}
`;

const list = (page: Page) => page.getByRole("complementary", { name: "Proposals" });
const ghosts = (page: Page) => page.locator(".ghosts .ghost");

async function propose(page: Page) {
  await canvas(page).focus();
  await page.keyboard.press("r");
  await expect(list(page)).toBeVisible();
}

test("V4 open requirements have proposals as ghosts, which are taken one by one", async ({ page }) => {
  await openText(page, OPEN, "shop");
  await propose(page);
  await expect(list(page).getByRole("listitem")).toHaveCount(2);
  await expect(ghosts(page)).toHaveCount(2);
  // Existing nodes come first; for the rest, a new node is proposed.
  await expect(ghosts(page).locator("rect")).toHaveCount(1);
  await expect(ghosts(page).locator("text")).toHaveText("DBMS");
  expect(await yaml(page)).toBe(OPEN);
  await list(page).getByRole("button", { name: "Accept proposal for shop › host" }).click();
  await expect(list(page).getByRole("listitem")).toHaveCount(1);
  // The next key takes the next proposal.
  await expect(list(page).getByRole("button", { name: "Accept proposal for data › host" })).toBeFocused();
  const connected = OPEN.replace("      type: tosca.nodes.WebApplication\n", "      type: tosca.nodes.WebApplication\n      requirements:\n        - host: server\n");
  expect(await yaml(page)).toBe(connected);
  const ghost = (await ghosts(page).locator("rect").boundingBox())!;
  await list(page).getByRole("button", { name: "Accept proposal for data › host" }).click();
  await expect(card(page, "dbms")).toBeVisible();
  // The new node needs a host in turn.
  await expect(list(page).getByRole("button", { name: "Accept proposal for dbms › host" })).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(card(page, "dbms")).toBeHidden();
  expect(await yaml(page)).toBe(connected);
  expect(ghost.width).toBeGreaterThan(20);
});

test("V4 another way is chosen, a proposal is skipped, and all works by keyboard", async ({ page }) => {
  await openText(page, OPEN, "shop");
  await propose(page);
  await page.getByLabel("Target of shop › host").selectOption({ label: "New WebServer" });
  await expect(ghosts(page).locator("text")).toHaveText(["WebServer", "DBMS"]);
  await list(page).getByRole("button", { name: "Skip data › host" }).focus();
  await page.keyboard.press("Enter");
  await expect(ghosts(page)).toHaveCount(1);
  await list(page).getByRole("button", { name: "Accept proposal for shop › host" }).focus();
  await page.keyboard.press("Enter");
  await expect(card(page, "web_server")).toBeVisible();
  expect(await yaml(page)).toContain("        - host: web_server\n");
  await list(page).getByRole("button", { name: "Close proposals" }).focus();
  await page.keyboard.press("Escape");
  await expect(list(page)).toBeHidden();
  await expect(ghosts(page)).toHaveCount(0);
  await expect(canvas(page)).toBeFocused();
});

test("V4 what is chosen for one requirement stays while others are taken", async ({ page }) => {
  await openText(page, OPEN.replace("    data:\n", "    shop_2:\n      type: tosca.nodes.WebApplication\n    data:\n"), "shop");
  await propose(page);
  const choice = (name: string) => page.getByLabel(`Target of ${name} › host`);
  const chosen = (name: string) => choice(name).evaluate((select: HTMLSelectElement) => select.selectedOptions[0].text);
  for (const name of ["shop", "shop_2"]) await choice(name).selectOption({ label: "New WebServer" });
  await list(page).getByRole("button", { name: "Accept proposal for shop › host" }).click();
  await expect(card(page, "web_server")).toBeVisible();
  expect(await chosen("shop_2")).toBe("New WebServer");
  await list(page).getByRole("button", { name: "Accept proposal for shop_2 › host" }).click();
  await expect(card(page, "web_server_2")).toBeVisible();
  expect(await yaml(page)).toContain("        - host: web_server_2\n");
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`V4 axe finds nothing on proposals, in the ${colorScheme} theme`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await openText(page, OPEN, "shop");
    await propose(page);
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));
    const { violations } = await axe(page);
    expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
    await page.screenshot({ path: test.info().outputPath("proposals.png") });
  });
}
