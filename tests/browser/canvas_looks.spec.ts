// What the canvas draws can be read, and nothing hides it.
import { openText, rest } from "./actions";
import { canvas, card, middle } from "./places";
import { expect, test } from "./slow";

const SHOP = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    public-management-network:
      type: tosca.nodes.Root
    web:
      type: tosca.nodes.WebServer
      requirements:
        - host: server
        - dependency: public-management-network
    server:
      type: tosca.nodes.Compute
  policies:
    - apart: { type: tosca.policies.Placement, targets: [ server ] }
    - a_policy_of_many_words: { type: tosca.policies.Placement, targets: [ server ] }
  workflows:
    backup: { steps: { one: { target: web, activities: [ { set_state: backing_up } ] } } }
`;

test("a view that shows names alone shows them whole, and each policy by its name or its icon", async ({ page }) => {
  await openText(page, SHOP, "server");
  const at = await middle(canvas(page));
  await page.mouse.move(at.x, at.y);
  await page.keyboard.down("Control");
  for (let step = 0; step < 3; step++) {
    await page.mouse.wheel(0, 140);
    await rest(page);
  }
  await page.keyboard.up("Control");
  await expect(page.locator("#canvas[data-names]")).toBeAttached();
  const name = card(page, "public-management-network").locator("text");
  expect((await name.allTextContents()).join("")).toBe("public-management-network");
  const pills = page.locator("g.pill");
  await expect(pills).toHaveCount(2);
  for (const pill of await pills.all()) await expect(pill.locator("text, .glyph").first()).toBeVisible();
});

test("the row of workflows covers nothing of the diagram", async ({ page }) => {
  await openText(page, SHOP, "server");
  const row = page.getByRole("group", { name: "Diagrams" });
  const { y, height } = (await row.boundingBox())!;
  expect(y + height).toBeLessThanOrEqual((await canvas(page).boundingBox())!.y);
  await row.getByRole("button", { name: "backup" }).click();
  await expect(row.getByRole("button", { name: "Topology" })).toHaveAttribute("aria-pressed", "false");
});
