// The head of the text: the keys that the first visible lines belong to.
import { openText } from "./actions";
import { expect, test } from "./base";

const LINES = Array.from({ length: 60 }, (_, at) => `      p${at}: {value: ${at}}`);
const TEXT = ["name: assembly::long::1.0", "composition:", "  first:", "    type: resource::a::1.0", "    properties:", ...LINES, "  second:", "    type: resource::b::1.0", "    properties:", ...LINES, ""].join("\n");

test("E4: the keys around the first visible lines stay in view, and a click goes to one", async ({ page }) => {
  await openText(page, TEXT, "first");
  const head = page.locator(".limn-sticky");
  await expect(page.locator(".cm-content")).toContainText("assembly::long");
  await expect(head).toBeHidden();
  const scroller = page.locator(".cm-scroller");
  await scroller.evaluate((scroller) => scroller.scrollTo(0, 600));
  await expect(head.locator("div")).toHaveText(["composition:", "  first:", "    properties:"]);
  // The text continues below the head: nothing is hidden that is not named there.
  await scroller.evaluate((scroller) => scroller.scrollTo(0, 2000));
  await expect(head.locator("div")).toHaveText(["composition:", "  second:", "    properties:"]);
  await head.getByText("second:").click();
  await expect(page.locator(".cm-activeLine")).toContainText("second:");
  await expect(head.locator("div")).toHaveText(["composition:"]);
  const line = (await page.locator(".cm-activeLine").first().boundingBox())!;
  const above = (await head.boundingBox())!;
  // There is space above its letters.
  expect(line.y, "the letters are below the head").toBeGreaterThanOrEqual(above.y + above.height - 4);
  await scroller.evaluate((scroller) => scroller.scrollTo(0, 0));
  await expect(head).toBeHidden();
});
