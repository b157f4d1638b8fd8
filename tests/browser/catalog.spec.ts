// Catalog: descriptors beside the work. Components of them arrive with their ports, all works and tabs share it, and it is never part of the files.
import { openText, yaml } from "./actions";
import { axe } from "./axe";
import { card, inspector, palette } from "./places";
import { expect, type Page, test } from "./base";

const DB = `name: resource::db::1.2
description: A database
properties:
  size: { type: string, required: true, default: small }
capabilities:
  Storage: { type: storage }
`;
const WEB = "name: resource::web::1.0\nrequirements:\n  Storage: { type: storage }\n";
const ASSEMBLY = "name: assembly::shop::1.0\ncomposition:\n  web:\n    type: resource::web::1.0\n";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Catalog" });

async function openCatalog(page: Page) {
  await palette(page).getByRole("button", { name: "Catalog" }).click();
  await expect(dialog(page)).toBeVisible();
}

async function addFiles(page: Page, files: Record<string, string>) {
  const chooser = page.waitForEvent("filechooser");
  await dialog(page).getByRole("button", { name: "Add files or packages" }).click();
  await (await chooser).setFiles(Object.entries(files).map(([name, text]) => ({ name, mimeType: "application/yaml", buffer: Buffer.from(text) })));
}

const rows = (page: Page) => dialog(page).getByRole("list", { name: "Catalog" }).locator("> li");
const entries = (page: Page) => palette(page).getByRole("tree", { name: "From the catalog" });

test("a component of the catalog arrives with its ports, in every work, and is checked", async ({ page }) => {
  await openText(page, ASSEMBLY, "web");
  await openCatalog(page);
  await expect(dialog(page)).toContainText("The catalog is empty");
  await addFiles(page, { "db.yaml": DB, "web.yaml": WEB });
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("2 descriptors");
  const found = await axe(page, "dialog");
  expect(found.violations).toEqual([]);
  await page.keyboard.press("Escape");

  await expect(card(page, "web").locator("g.port.requirement")).toHaveCount(1);
  const db = entries(page).getByRole("treeitem", { name: /^db 1\.2/ }).first();
  await db.focus();
  await page.keyboard.press("Enter");
  await expect(card(page, "db").locator("g.port.capability")).toHaveCount(1);
  expect(await yaml(page)).toBe(`${ASSEMBLY}  db:\n    type: resource::db::1.2\n`);

  // It outlives the page, and no file of it is in the work.
  await page.reload();
  await expect(entries(page)).toBeVisible();
  await expect(page.getByRole("tab", { name: "db.yaml" })).toHaveCount(0);
});

test("a source of the catalog is removed, and restored", async ({ page }) => {
  await openText(page, ASSEMBLY, "web");
  await openCatalog(page);
  await addFiles(page, { "db.yaml": DB });
  await page.keyboard.press("Escape");
  await expect(entries(page)).toBeVisible();
  await openCatalog(page);
  await dialog(page).getByRole("button", { name: "Remove db.yaml" }).click();
  await expect(rows(page)).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(entries(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Restore", exact: true }).last().click();
  await expect(entries(page)).toBeVisible();
  await page.reload();
  await expect(entries(page)).toBeVisible();
  // In the dialog, too; and undo behind it changes nothing.
  await openCatalog(page);
  await dialog(page).getByRole("button", { name: "Remove db.yaml" }).click();
  await page.keyboard.press("Control+z");
  await dialog(page).getByRole("button", { name: "Restore db.yaml" }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press("Escape");
  expect(await yaml(page)).toBe(ASSEMBLY);
});

test("a file that is not a descriptor is refused with a reason", async ({ page }) => {
  await openText(page, ASSEMBLY, "web");
  await openCatalog(page);
  await addFiles(page, { "shopping.yaml": "milk: 2\n" });
  await expect(page.locator("span", { hasText: "no descriptor found in shopping.yaml" })).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
});

test("another tab learns of the catalog at once", async ({ page, context }) => {
  await openText(page, ASSEMBLY, "web");
  const other = await context.newPage();
  await openText(other, ASSEMBLY.replace("shop", "kiosk"), "web");
  await openCatalog(page);
  await addFiles(page, { "db.yaml": DB });
  await expect(rows(page)).toHaveCount(1);
  await expect(entries(other)).toBeVisible();
});
