// Files that the drivers of a resource read: the descriptor's form and its text lead there, and they are texts to edit.
import { yaml } from "./actions";
import { axe } from "./axe";
import { inspector } from "./places";
import { expect, type Page, test } from "./base";
import { write } from "./zip";

const RESOURCE = `name: resource::web::1.0
infrastructure: {Openstack: {}}
lifecycle:
  Create:
    drivers:
      openstack:
        selector: {infrastructure-type: [Openstack]}
        template: {file: heat.yaml}
  Install: {}
  Start: {}
default-driver:
  ansible:
    selector: {infrastructure-type: ['*']}
`;
const PLAYBOOK = "- hosts: all\n  tasks:\n    - name: install\n      shell: echo {{ name }}\n";
const FILES: Record<string, string> = {
  "lmproject.yml": "schema: '2.0'\nname: web\nversion: '1.0'\ntype: Resource\nresource-manager: brent\n",
  "Definitions/lm/resource.yaml": RESOURCE,
  "Lifecycle/ansible/scripts/Install.yml": PLAYBOOK,
  "Lifecycle/ansible/config/inventory": "[all]\nhost ansible_host={{ properties.ip }}\n",
  "Lifecycle/openstack/heat.yaml": "heat_template_version: 2013-05-23\nresources: {}\n",
};

async function openProject(page: Page) {
  await page.goto("./");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open", exact: true }).first().click();
  const members = Object.entries(FILES).map(([name, text]) => ({ name, bytes: Buffer.from(text) }));
  await (await chooser).setFiles({ name: "web.zip", mimeType: "application/zip", buffer: write(members) });
  await show(page, "resource.yaml");
  await expect(page.locator(".cm-content")).toContainText("resource::web::1.0");
}

const show = (page: Page, name: string) => page.getByRole("treeitem", { name: new RegExp(name) }).first().click();

/** Opens a group or an entry of the form by keyboard. */
async function unfold(page: Page, name: string) {
  const heading = inspector(page).locator("summary", { has: page.getByText(name, { exact: true }) }).first();
  if (await heading.evaluate((it) => (it.parentElement as HTMLDetailsElement).open)) return;
  await heading.focus();
  await page.keyboard.press("Enter");
}

test("the form of a resource opens the files that its drivers read", async ({ page }) => {
  await openProject(page);
  await unfold(page, "Lifecycle");
  await unfold(page, "Install");
  const install = inspector(page).getByRole("button", { name: "Open Install.yml" });
  await expect(install).toHaveAttribute("title", "Lifecycle/ansible/scripts/Install.yml");
  const found = await axe(page, ".used-files");
  expect(found.violations).toEqual([]);
  await unfold(page, "Start");
  await expect(inspector(page).getByText("File not found: expected Lifecycle/ansible/scripts/Start.yml")).toBeVisible();
  await install.click();
  await expect(page.locator(".cm-content")).toContainText("- hosts: all");

  // A script is a text: it can be edited, and nothing in it is a problem.
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("# {{ more");
  await expect(page.locator(".cm-content")).toContainText("{{ more");
  expect(await yaml(page)).toContain("# {{ more");
  await expect(page.locator(".cm-lintRange, .cm-lint-marker")).toHaveCount(0);
  await show(page, "inventory");
  await expect(page.locator(".cm-content")).toContainText("ansible_host");
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("# hosts ");
  await expect(page.locator(".cm-content")).toContainText("# hosts [all]");
  await expect(page.locator(".cm-lintRange, .cm-lint-marker")).toHaveCount(0);
});

test("the definition of a transition is its script, and that of a template its file", async ({ page }) => {
  await openProject(page);
  const line = (text: string) => page.locator(".cm-line", { hasText: text }).first();
  const caretIn = async (text: string, word: string) => {
    await line(text).click();
    await page.keyboard.press("End");
    for (let at = text.length - text.indexOf(word) - 1; at > 0; at -= 1) await page.keyboard.press("ArrowLeft");
  };
  await caretIn("Install: {}", "Install");
  await page.keyboard.press("F12");
  await expect(page.locator(".cm-content")).toContainText("- hosts: all");
  await show(page, "resource.yaml");
  await caretIn("template: {file: heat.yaml}", "heat");
  await page.keyboard.press("F12");
  await expect(page.locator(".cm-content")).toContainText("heat_template_version");
  await show(page, "resource.yaml");
  await caretIn("Start: {}", "Start");
  await page.keyboard.press("F12");
  await expect(page.getByText("file not found: expected `Lifecycle/ansible/scripts/Start.yml`")).toBeVisible();
});
