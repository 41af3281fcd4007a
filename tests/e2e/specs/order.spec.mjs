// Where the parts of the results stand: in the order in which they are read.
import { test, expect } from "../support/test.mjs";

const RUN = { model: "ttft=60,gap=5,n=60,jitter=0.3", requests: 12, concurrency: 3, warmup: 1 };

/** Headings of the results, from the verdict to how it was measured. */
const ORDER = [
  "Verdict",
  "Good for",
  "Where the wait went",
  "One answer and its reader",
  "Replay",
  "Cautions",
  "Numbers",
  "Does it meet a target?",
  "First words",
  "First signs of life",
  "Streaming speeds",
  "Gaps in this answer",
  "Speed along this answer",
  "Every request",
  "How this was measured",
];

const headings = (page) => page.getByRole("main").getByRole("heading", { level: 2 });
const bar = (page) => page.getByRole("group", { name: "Use this result" });

for (const width of [1440, 390]) {
  test(`the results are read from the verdict down, ${width} px`, async ({ page, app }) => {
    await page.setViewportSize({ width, height: 900 });
    await app.measure(RUN);
    await expect(headings(page)).toHaveText(ORDER);
    // What the eye meets is in the same order: none begins above the one before it.
    const tops = await headings(page).evaluateAll((all) => all.map((heading) => Math.round(heading.getBoundingClientRect().top)));
    expect(tops).toEqual([...tops].sort((a, b) => a - b));
    expect(await bar(page).evaluate((bar) => bar === bar.parentElement.lastElementChild), "the bar comes last").toBe(true);
  });
}

test("on a wide screen the reader's picture is the largest", async ({ page, app }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await app.measure(RUN);
  const width = async (name) => (await page.getByRole("region", { name, exact: true }).getByRole("img").boundingBox()).width;
  expect(await width("One answer and its reader")).toBeGreaterThan(1.2 * (await width("First words")));
});

test("judging again keeps the place", async ({ page, app }) => {
  await app.measure({ ...RUN, targetTtft: 5000 });
  const limits = page.getByRole("region", { name: "Does it meet a target?" });
  await limits.getByText("Set your own target").click();
  await app.field("targetTtft").fill("1");
  await app.button("Judge again").focus();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(500);
  await page.keyboard.press("Enter");
  await expect(limits.getByRole("listitem").first()).toContainText(/TTFT up to 1.0 ms/);
  await expect(app.button("Judge again")).toBeFocused();
  // Its fold closes and opens again, and the limits above it say more than before; the page does not jump by a window.
  expect(Math.abs((await page.evaluate(() => scrollY)) - before)).toBeLessThan(500);
});
