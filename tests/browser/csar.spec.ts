// Packages: opened by the picker and by dropping, browsed, edited, and exported unchanged except for the edit.
import { readFileSync } from "node:fs";
import { card, press } from "./places";
import { expect, type Page, test } from "./base";
import { type Member, read, write } from "./zip";

const SHOP = `# As it came.\r
tosca_definitions_version: tosca_simple_yaml_1_2
imports: [ types/shop.yaml ]   # the shop's own
topology_template:
  node_templates:
    web:
      type: my.nodes.Web
      properties: { port: 8080 }  # behind the balancer
      requirements: [ { host: server } ]
      interfaces: { Standard: { create: ../scripts/create.sh } }
    server: {type: tosca.nodes.Compute}
`;

const TYPES = `tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  my.nodes.Web:
    derived_from: tosca.nodes.SoftwareComponent
    properties: {port: {type: integer, required: false}}
`;

const META = `TOSCA-Meta-File-Version: 1.0
CSAR-Version: 1.1
Created-By: somebody
Entry-Definitions: definitions/shop.yaml
`;

const PICTURE = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==", "base64");

const MEMBERS: Member[] = [
  { name: "scripts/", bytes: Buffer.alloc(0), mode: 0o40755 },
  { name: "scripts/create.sh", bytes: Buffer.from("#!/bin/sh\necho made\n"), mode: 0o100755, deflated: true },
  { name: "definitions/types/shop.yaml", bytes: Buffer.from(TYPES), deflated: true },
  { name: "definitions/shop.yaml", bytes: Buffer.from(SHOP), deflated: true, comment: "the entry" },
  { name: "images/logo.png", bytes: PICTURE, time: 0x21 << 16 },
  { name: "TOSCA-Metadata/TOSCA.meta", bytes: Buffer.from(META) },
  { name: "Überblick/日本.bin", bytes: Buffer.from([0, 1, 2, 254]) },
  { name: "what.is-this", bytes: Buffer.from("\x89\0unknown", "latin1"), mode: 0o100600, comment: "nobody knows" },
];

const ZIP = write(MEMBERS, "made by hand");

const tree = (page: Page) => page.getByRole("tree", { name: "Package files" });

const row = (page: Page, name: string) => tree(page).getByRole("treeitem", { name, exact: true });

async function pick(page: Page) {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open", exact: true }).first().click();
  await (await chooser).setFiles({ name: "shop.csar", mimeType: "application/zip", buffer: ZIP });
  await expect(card(page, "web")).toBeVisible();
}

async function drop(page: Page) {
  // The page has started.
  await expect(page.getByRole("button", { name: "New", exact: true }).first()).toBeVisible();
  const data = await page.evaluateHandle((bytes) => {
    const data = new DataTransfer();
    const raw = Uint8Array.from(atob(bytes), (char) => char.charCodeAt(0));
    data.items.add(new File([raw], "shop.csar", { type: "application/zip" }));
    return data;
  }, ZIP.toString("base64"));
  await page.dispatchEvent("body", "dragover", { dataTransfer: data });
  await page.dispatchEvent("body", "drop", { dataTransfer: data });
  await expect(card(page, "web")).toBeVisible();
}

async function exported(page: Page) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Export package" }).click()]);
  return readFileSync((await file.path())!);
}

/** Changes the port of the web server in its form. */
async function change(page: Page) {
  await press(card(page, "web"), { x: 60, y: 10 });
  const port = page.locator('[aria-label="Inspector"]').getByLabel(/^port/i).first();
  await expect(port).toHaveValue("8080");
  await port.fill("9090");
  await port.press("Enter");
  await expect(page.locator(".cm-content")).toContainText("9090");
}

/** Every member is equal but the entry, and that differs in one span. */
function expectOneSpan(zip: Buffer) {
  const after = SHOP.replace("8080", "9090");
  const said = (members: Member[]) => members.map(({ bytes, ...about }) => ({ ...about, bytes: bytes.toString("latin1") }));
  const wanted = MEMBERS.map((member) => ({
    deflated: false,
    mode: 0o100644,
    time: 0x5a217c3d,
    comment: "",
    ...member,
    bytes: member.name === "definitions/shop.yaml" ? Buffer.from(after) : member.bytes,
  }));
  expect(said(read(zip))).toEqual(said(wanted));
  expect(zip.subarray(-12).toString()).toBe("made by hand");
}

for (const [how, open] of [["the picker", pick], ["a drop", drop]] as const) {
  test(`a package opened by ${how} goes out with one property changed and nothing else`, async ({ page }) => {
    await page.goto("./");
    await open(page);
    expect((await exported(page)).equals(ZIP)).toBe(true);
    await change(page);
    expectOneSpan(await exported(page));
    // The work outlives the page, and what it came in does too.
    await page.reload();
    await expect(card(page, "web")).toBeVisible();
    expectOneSpan(await exported(page));
  });
}

test("package files are searched, viewed and removed by keyboard", async ({ page }) => {
  await page.goto("./");
  await pick(page);
  await expect(row(page, "shop.yaml").and(page.locator(".on"))).toBeVisible();
  const search = page.getByRole("searchbox", { name: "Search files" });
  await search.focus();
  await page.keyboard.type("create");
  await expect(tree(page).getByRole("treeitem")).toHaveCount(2);
  await page.keyboard.press("ArrowDown");
  await expect(tree(page)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.locator(".cm-content")).toContainText("echo made");
  await expect(row(page, "create.sh")).toHaveAttribute("aria-selected", "true");

  // A file that is not text is listed, and kept.
  await search.fill("");
  await row(page, "logo.png").click();
  const chosen = page.getByRole("region", { name: "Selected file" });
  await expect(chosen).toContainText("PNG picture");
  await expect(chosen.getByRole("img")).toBeVisible();

  // Taken out, and brought back.
  await tree(page).focus();
  await page.keyboard.press("Delete");
  await expect(row(page, "logo.png")).toHaveCount(0);
  expect(read(await exported(page)).map((member) => member.name)).not.toContain("images/logo.png");
  await page.getByRole("button", { name: "Restore" }).first().click();
  await expect(row(page, "logo.png")).toBeVisible();
  expect((await exported(page)).equals(ZIP)).toBe(true);
});

test("exporting a single template reports missing files, and an added file goes to its referenced path", async ({ page }) => {
  await page.goto("./");
  const bring = async (name: string, text: string) => {
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Open", exact: true }).first().click();
    await (await chooser).setFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  };
  const alone = SHOP.replace("../scripts", "scripts");
  await bring("shop.yaml", alone);
  await expect(card(page, "web")).toBeVisible();
  await exported(page);
  await expect(page.locator(".notices")).toContainText(/files that it refers to are missing.*types\/shop\.yaml/);
  await bring("shop.yaml", TYPES);
  await bring("create.sh", "#!/bin/sh\n");
  await expect(page.locator(".cm-content")).toContainText("#!/bin/sh");
  const zip = read(await exported(page));
  expect(zip.map((member) => member.name).sort()).toContain("scripts/create.sh");
  const meta = zip.find((member) => member.name === "TOSCA-Metadata/TOSCA.meta");
  expect(meta?.bytes.toString()).toBe("TOSCA-Meta-File-Version: 1.0\nCSAR-Version: 1.1\nCreated-By: Limn\nEntry-Definitions: shop.yaml\n");
});

/** The dialog that asks for another path, filled in and confirmed. */
async function rename(page: Page, to: string) {
  const dialog = page.getByRole("dialog", { name: /Rename or move/ });
  const path = dialog.getByRole("textbox", { name: "Path" });
  await expect(path).toBeFocused();
  await path.fill(to);
  await page.keyboard.press("Enter");
  return dialog;
}

const textOf = (zip: Buffer, name: string) => read(zip).find((member) => member.name === name)?.bytes.toString();

test("renaming and moving a file by keyboard updates references, and one undo reverts all of it", async ({ page }) => {
  await page.goto("./");
  await pick(page);
  await tree(page).focus();
  await row(page, "create.sh").click();
  await expect(page.locator(".cm-content")).toContainText("echo made");
  await tree(page).focus();
  await page.keyboard.press("F2");
  // A path that leaves the package, or that exists already, is refused in the field.
  let dialog = await rename(page, "../create.sh");
  await expect(dialog.getByRole("alert")).toContainText("points outside the workspace");
  dialog = await rename(page, "definitions/shop.yaml");
  await expect(dialog.getByRole("alert")).toContainText("is already in use");
  dialog = await rename(page, "bin/make.sh");
  await expect(dialog).toBeHidden();
  await expect(row(page, "make.sh").and(page.locator(".on"))).toBeVisible();
  await expect(row(page, "create.sh")).toHaveCount(0);
  const after = await exported(page);
  expect(textOf(after, "bin/make.sh")).toBe("#!/bin/sh\necho made\n");
  expect(textOf(after, "definitions/shop.yaml")).toBe(SHOP.replace("../scripts/create.sh", "../bin/make.sh"));
  // The entry goes elsewhere: the manifest follows, and what it names is named from there.
  await tree(page).locator('[title^="definitions/shop.yaml"]').dblclick();
  dialog = await rename(page, "shop.yaml");
  await expect(dialog).toBeHidden();
  await expect(page.locator(".cm-content")).toContainText("definitions/types/shop.yaml");
  await expect(card(page, "web")).toBeVisible();
  const moved = await exported(page);
  expect(textOf(moved, "TOSCA-Metadata/TOSCA.meta")).toBe(META.replace("definitions/shop.yaml", "shop.yaml"));
  expect(textOf(moved, "shop.yaml")).toContain("create: bin/make.sh");
  // Typing is undone as before, in the file by its new name; then each renaming, and the package is as it came.
  await page.locator("#canvas").focus();
  await page.keyboard.press("Control+z");
  await expect(page.locator(".cm-content")).toContainText("../bin/make.sh");
  await page.keyboard.press("Control+z");
  await expect(page.locator(".cm-content")).toContainText("../scripts/create.sh");
  await expect(row(page, "create.sh")).toBeVisible();
  expect((await exported(page)).equals(ZIP)).toBe(true);
  await page.keyboard.press("Control+Shift+z");
  await expect(row(page, "make.sh")).toBeVisible();
});

test("a folder is moved with its content, and files found by name can't be renamed", async ({ page }) => {
  await page.goto("./");
  await pick(page);
  await tree(page).focus();
  await page.keyboard.press("Home");
  // The first folder: `definitions`.
  await expect(row(page, "definitions")).toHaveClass(/at/);
  await page.keyboard.press("F2");
  const dialog = await rename(page, "service/defs");
  await expect(dialog).toBeHidden();
  const zip = await exported(page);
  expect(textOf(zip, "service/defs/types/shop.yaml")).toBe(TYPES);
  expect(textOf(zip, "service/defs/shop.yaml")).toBe(SHOP.replace("../scripts", "../../scripts"));
  expect(textOf(zip, "TOSCA-Metadata/TOSCA.meta")).toBe(META.replace("definitions/", "service/defs/"));
  await row(page, "TOSCA.meta").click();
  await tree(page).focus();
  await page.keyboard.press("F2");
  const refused = await rename(page, "TOSCA-Metadata/other.meta");
  await expect(refused.getByRole("alert")).toContainText("tools find it by its path");
  await page.keyboard.press("Escape");
  await expect(refused).toBeHidden();
});

test("opening several packages in a row keeps only the last notice", async ({ page }) => {
  await page.goto("./");
  const open = async (name: string) => {
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Open", exact: true }).first().click();
    await (await chooser).setFiles({ name, mimeType: "application/zip", buffer: ZIP });
    await expect(page.locator(".notices").getByText(name)).toBeVisible();
  };
  const replaced = page.locator(".notices").getByText(/your previous work is under Recent work/);
  await open("one.csar");
  await expect(replaced).toHaveCount(0);
  await open("two.csar");
  await expect(replaced).toHaveCount(1);
  await open("three.csar");
  await expect(replaced).toHaveCount(1);
  await expect(replaced).toContainText("three.csar");
});
