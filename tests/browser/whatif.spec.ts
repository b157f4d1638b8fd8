// The What if view of an assembly: values by form and by request, the tree of instances, unknown values with reasons, policies and exports.
import { readFileSync } from "node:fs";
import { openSample } from "./actions";
import { axe } from "./axe";
import { expect, type Page, test } from "./base";

const view = (page: Page) => page.getByRole("tabpanel", { name: "What if" });
const row = (page: Page, name: string) => view(page).getByRole("treeitem", { name });
const details = (page: Page) => view(page).getByRole("region", { name: "Values of the instance" });

const SHOP = `name: assembly::shop::1.0
properties:
  webs: {type: integer, default: 2, description: number of web servers}
  address: {value: '\${db.ip}'}
  big: {type: boolean, default: false}
  zones: {type: map, default: {north: {ip: 10.0.0.1}}}
composition:
  db: {type: 'resource::db::1.0', properties: {ip: {read-only: true}}}
  web: {type: 'resource::web::1.0', cluster: {initial-quantity: '\${webs}', minimum-nodes: 1, maximum-nodes: 10}, properties: {db: {value: '\${address}'}}}
  zone:
    type: resource::small::1.0
    dynamicType: "{{ 'resource::large::1.0' if big else 'resource::small::1.0' }}"
    items: \${zones}
    properties: {ip: {value: '\${item.ip}'}, big: {value: '\${big}'}}
policies:
  grow: {type: 'policy::scale', metric: web.load, target: web, properties: {scaleOut_threshold: {value: 80}, scaleIn_threshold: {value: 20}, smoothing: {value: 3}}}
`;

async function open(page: Page) {
  await openSample(page);
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(SHOP);
  await page.getByRole("tab", { name: "What if", exact: true }).click();
  await expect(row(page, "shop assembly::shop::1.0")).toBeVisible();
}

test("values given in the form change the instances", async ({ page }) => {
  await open(page);
  await expect(view(page).getByText(/^4 instances: /)).toBeVisible();
  const webs = view(page).getByRole("textbox", { name: /^webs/ });
  await expect(webs).toHaveAttribute("placeholder", "2");
  await webs.fill("5");
  await webs.press("Tab");
  await expect(view(page).getByText(/^7 instances: /)).toBeVisible();
  await expect(row(page, "web 5")).toBeVisible();
  await view(page).getByRole("textbox", { name: /^zones/ }).fill("{a: {ip: 1}, b: {ip: 2}}");
  await page.keyboard.press("Tab");
  await view(page).getByRole("combobox", { name: /^big/ }).selectOption("true");
  await expect(row(page, "zone b")).toContainText("resource::large::1.0");
  await row(page, "zone b").click();
  await expect(details(page).getByText("shop__zone__b")).toBeVisible();
  await expect(details(page).getByRole("listitem").filter({ hasText: "ip" })).toContainText("2");
  // The request is the text that the form wrote, and the descriptor is as it was.
  await view(page).getByText("Request as text").click();
  await expect(view(page).getByRole("textbox", { name: /^Deployment request/ })).toHaveValue(/properties:\n  webs: 5\n  zones:\n/);
  await expect(page.locator(".cm-content")).toContainText("default: 2");
  await webs.fill("many");
  await webs.press("Tab");
  await expect(row(page, "web ×?")).toBeVisible();
  await row(page, "web ×?").click();
  await expect(details(page)).toContainText("expected a non-negative integer for initial-quantity, found many");
});

test("an unknown value gives the reason, and opens its place", async ({ page }) => {
  await open(page);
  await row(page, "web 1").click();
  const db = details(page).getByRole("listitem").filter({ hasText: "db" }).first();
  await expect(db).toContainText("sets ip at run time");
  await db.getByRole("button", { name: "${address}" }).click();
  await expect(page.locator(".cm-activeLine")).toContainText("initial-quantity");
  expect((await axe(page, ".whatif")).violations).toEqual([]);
});

test("a request is pasted, kept over a reload, and exported as JSON and picture", async ({ page }) => {
  await open(page);
  await view(page).getByText("Request as text").click();
  const text = view(page).getByRole("textbox", { name: /^Deployment request/ });
  await text.fill('{"assemblyName": "s1", "properties": {"webs": "3", "other": 1}}');
  await expect(view(page).getByText("Unknown property other; its value is ignored")).toBeVisible();
  await expect(view(page).getByText(/^5 instances: /)).toBeVisible();
  const saved = async (name: string) => {
    const started = page.waitForEvent("download");
    await view(page).getByRole("button", { name }).click();
    return readFileSync(await (await started).path(), "utf8");
  };
  const json = JSON.parse(await saved("Export JSON"));
  expect([json.instances, json.tree.parts[1].parts[2].name]).toEqual([5, "s1__web__3"]);
  expect(await saved("Export SVG")).toContain(">web 3<");
  await expect(page.getByRole("contentinfo")).toContainText("Saved in this browser");
  await page.reload();
  await expect(view(page).getByText(/^5 instances: /)).toBeVisible();
  await view(page).getByRole("button", { name: "Clear values" }).click();
  await expect(view(page).getByText(/^4 instances: /)).toBeVisible();
});

test("the metric of a policy is moved and shows when it scales", async ({ page }) => {
  await open(page);
  const card = view(page).getByRole("region", { name: "Policies" });
  await expect(card).toContainText("web does not scale at web.load = 50");
  await card.getByRole("slider", { name: /^web.load/ }).fill("95");
  await expect(card).toContainText("After 3 measurements in a row with web.load at 95, 1 instance of web is added: 2 → 3.");
  await card.getByRole("spinbutton", { name: /^web.load/ }).fill("5");
  await expect(card).toContainText("1 instance of web is removed: 2 → 1.");
  await expect(card.getByRole("img", { name: /^Number of instances after each measurement/ })).toBeVisible();
});

test("the tree is walked by keyboard", async ({ page }) => {
  await open(page);
  await row(page, "shop assembly::shop::1.0").focus();
  await page.keyboard.press("ArrowDown");
  await expect(row(page, "db resource::db::1.0")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(row(page, "web ×2")).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(row(page, "web 1")).toHaveCount(0);
  await expect(row(page, "web ×2")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(row(page, "web 1")).toBeFocused();
  await expect(row(page, "web 1")).toHaveAttribute("aria-level", "3");
  await expect(details(page).getByRole("heading", { name: "web 1" })).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(row(page, "web ×2")).toBeFocused();
});
