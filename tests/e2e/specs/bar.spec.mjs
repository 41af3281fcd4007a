// The bar that stays in reach: it cuts nothing awkwardly, and nothing that has the focus lies under it.
import { test, expect } from "../support/test.mjs";

const RUN = { model: "ttft=60,gap=5,n=60,jitter=0.3", requests: 12, concurrency: 3, warmup: 1 };

const bar = (page) => page.getByRole("group", { name: "Use this result" });

test("the first screen shows the verdict, its facts, and uses that nothing cuts through", async ({ page, app }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await app.measure({ ...RUN, requests: 20 });
  const edge = (await bar(page).boundingBox()).y;
  expect(900 - edge, "height of the bar").toBeLessThan(60);
  const uses = page.getByRole("list", { name: "Good for", exact: true }).getByRole("listitem");
  const boxes = await uses.evaluateAll((all) => all.map((use) => [use.getBoundingClientRect().top, use.getBoundingClientRect().bottom]));
  const firstRow = boxes.filter(([top]) => top === boxes[0][0]);
  expect(firstRow.length).toBeGreaterThan(3);
  for (const [, bottom] of firstRow) expect(bottom).toBeLessThanOrEqual(edge);
});

for (const [width, height] of [
  [1440, 900],
  [1024, 700],
  [700, 900],
]) {
  test(`what has the focus is never under the bar, ${width} × ${height}`, async ({ page, app }) => {
    test.slow();
    await page.setViewportSize({ width, height });
    await app.measure(RUN);
    await expect(page.getByRole("heading", { name: "How this was measured" })).toBeVisible();
    const hidden = [];
    let stops = 0;
    // Down to the bar, and back up to where the page begins.
    for (const [key, last] of [
      ["Tab", "bar"],
      ["Shift+Tab", "nothing"],
    ]) {
      for (let presses = 0, at = {}; presses < 200 && at.what !== last; presses++) {
        await page.keyboard.press(key);
        at = await page.evaluate(() => {
          const [focus, bar] = [document.activeElement, document.querySelector('[aria-label="Use this result"]')];
          if (focus === document.body) return { what: "nothing", seen: true };
          if (bar.contains(focus)) return { what: "bar", seen: true };
          const [place, edge] = [focus.getBoundingClientRect(), bar.getBoundingClientRect().top];
          // What is as high as the window shows its beginning or its end.
          const fits = place.height < edge - 100;
          const seen = fits ? place.bottom <= edge && place.top >= -2 : place.top < edge && place.bottom > 0;
          return { seen, what: focus.outerHTML.slice(0, 80), top: place.top };
        });
        stops++;
        if (!at.seen) hidden.push(at);
      }
    }
    expect(stops).toBeGreaterThan(60);
    expect(hidden).toEqual([]);
  });
}
