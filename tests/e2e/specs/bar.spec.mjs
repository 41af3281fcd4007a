// The bar that stays in reach: it cuts nothing awkwardly, and nothing that has the focus lies under it.
import { test, expect } from "../support/test.mjs";
import { axeFindings } from "../support/axe.mjs";

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

/** The size of letters that a person has asked for, as a share of the usual one. */
const enlarge = (page, percent) =>
  page.evaluate((percent) => {
    document.documentElement.style.fontSize = `${percent}%`;
  }, percent);

for (const [width, height, percent, opener] of [
  [320, 640, 100, "Share"],
  [320, 640, 200, "Share"],
  [390, 844, 100, "Share"],
  [768, 1024, 100, "Share"],
  [844, 390, 100, "Share"],
  [1440, 900, 100, "Options"],
  [1440, 900, 200, "Options"],
]) {
  test(`the bar is low, and what it opens can be seen, used and left, ${width} × ${height}, letters of ${percent} %`, async ({ page, app }) => {
    await page.setViewportSize({ width, height });
    await app.measure(RUN);
    // The bar has grown by then.
    await expect(page.getByText("Kept in the history.")).toBeVisible();
    await enlarge(page, percent);
    // Below the head, which is high at the top of the page where letters are large.
    await page.mouse.wheel(0, height);
    const low = () => bar(page).evaluate((bar) => bar.getBoundingClientRect().bottom);
    await expect.poll(low, "it is in reach").toBeLessThanOrEqual(height + 1);
    const { height: high } = await bar(page).boundingBox();
    expect(high / height, "share of the window").toBeLessThan(percent > 100 ? 0.4 : 0.25);

    const button = app.button(opener);
    const tick = page.getByRole("checkbox", { name: "Include texts", exact: true });
    await expect(tick).toBeHidden();
    await button.focus();
    await page.keyboard.press("Enter");
    await expect(tick).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    const opened = page.locator("[popover]:popover-open");
    const box = await opened.boundingBox();
    expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
    // Above the bar, so that the button that opened it stays in sight.
    expect(box.y + box.height).toBeLessThanOrEqual((await bar(page).boundingBox()).y);
    // Its last part can be reached; the browser scrolls to what gets the focus.
    await tick.focus();
    await expect(tick).toBeInViewport({ ratio: 1 });
    await page.keyboard.press("Space");
    await expect(tick).toBeChecked();

    await page.keyboard.press("Escape");
    await expect(tick).toBeHidden();
    await expect(button).toBeFocused();
    await button.click();
    await expect(tick).toBeVisible();
    await page.mouse.click(5, 5);
    await expect(tick).toBeHidden();
  });
}

test("on a phone everything is one press away from the bar", async ({ page, app, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.setViewportSize({ width: 390, height: 844 });
  await app.measure(RUN);
  for (const name of ["Copy link", "Download CSV"]) await expect(app.button(name)).toBeHidden();
  await app.button("Share").click();
  for (const name of ["Copy summary", "Download image", "Download JSON", "Download CSV"]) await expect(app.button(name)).toBeInViewport({ ratio: 1 });
  expect(await app.copied("Copy link")).toContain("#r1.");
  // What became of it is said in sight, and the buttons stay for the next wish.
  await expect(page.getByRole("status").filter({ hasText: "Link copied" })).toBeInViewport({ ratio: 1 });
  await expect(app.button("Copy summary")).toBeVisible();
});
