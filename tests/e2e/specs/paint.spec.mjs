// What the page feels like before and while it works: painted early, and nothing moves that one looks at.
import { test, expect } from "../support/test.mjs";
import { phases, probe, workerMessages } from "../support/probe.mjs";

const FAST = { model: "ttft=40,gap=5,n=60", requests: 6, concurrency: 2, warmup: 1 };

const firstPaint = (page) =>
  page.evaluate(() => performance.getEntriesByName("first-contentful-paint", "paint")[0]?.startTime ?? null);

/** Holds requests back until it is told to let them go. */
function gate() {
  let open;
  const opened = new Promise((resolve) => {
    open = resolve;
  });
  return { open, hold: (route) => opened.then(() => route.continue()) };
}

test("the form is painted and can be filled before the worker is there", async ({ page, app, companion }) => {
  await probe(page);
  // Page and worker start by the same script: the page's request comes first.
  const { open, hold } = gate();
  let requests = 0;
  await page.route(/boot-.*\.js/, (route) => (requests++ === 0 ? route.continue() : hold(route)));
  await app.open(companion.page);
  await app.main("setup").waitFor();
  await expect.poll(() => firstPaint(page)).toBeGreaterThan(0);
  await app.fill(FAST);
  await expect(app.field("model")).toHaveValue(FAST.model);
  await expect(page.getByText(/^7 requests, at most/)).toBeVisible();
  await expect(app.button("Run benchmark")).toBeEnabled();
  expect(requests).toBe(2);
  expect(await workerMessages(page)).toEqual([]);
  const painted = await firstPaint(page);

  open();
  await app.run();
  expect(await app.settled()).toBe("done");
  const [ready] = await workerMessages(page);
  expect(ready.kind).toBe("Ready");
  expect(painted).toBeLessThan(ready.at);
});

test("what the page is for is painted before its program is there", async ({ page, app, companion }) => {
  const { open, hold } = gate();
  await page.route(/\.wasm$/, hold);
  await page.goto(companion.page, { waitUntil: "commit" });
  await expect(page.getByText("How fast does an AI endpoint feel to your users?")).toBeVisible();
  await expect.poll(() => firstPaint(page)).toBeGreaterThan(0);
  await expect(app.main("setup")).toHaveCount(0);
  open();
  await app.main("setup").waitFor();
});

/** Notes every shift of what is on the screen, and the phase in which it was. */
const watchShifts = (page) =>
  page.addInitScript(() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries()) {
        if (hadRecentInput) continue;
        const moved = sources.map(({ node, previousRect: from, currentRect: to }) => {
          const name = node?.className?.baseVal ?? (node?.className || node?.nodeName);
          return `${name}: ${Math.round(from.x)},${Math.round(from.y)} ${Math.round(from.width)}×${Math.round(from.height)} → ${Math.round(to.x)},${Math.round(to.y)} ${Math.round(to.width)}×${Math.round(to.height)}`;
        });
        window.shifts.push({ phase: document.querySelector("main")?.dataset.phase, value, moved });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });

for (const [width, height] of [
  [1440, 900],
  [390, 844],
  // So tall that the results' first step leaves room below it.
  [1280, 2400],
]) {
  test(`nothing shifts from the first paint to the last result, ${width} × ${height}`, async ({ page, app, companion }) => {
    await page.setViewportSize({ width, height });
    await watchShifts(page);
    await probe(page);
    await app.open(companion.page);
    await app.fill({ model: "ttft=300,gap=15,n=150,jitter=0.4", requests: 12, concurrency: 3, warmup: 2 });
    await app.run();
    expect(await app.settled()).toBe("done");
    await expect(page.getByRole("heading", { name: "How this was measured" })).toBeVisible();
    await page.waitForTimeout(300);
    expect(await phases(page)).toEqual(["setup", "running", "done"]);

    const shifts = await page.evaluate(() => window.shifts);
    const sum = (of) => of.reduce((total, { value }) => total + value, 0);
    const said = JSON.stringify(shifts, null, 1);
    // Chromium calls 0.1 good.
    expect(sum(shifts), said).toBeLessThan(0.1);
    expect(sum(shifts.filter(({ phase }) => phase === "done")), said).toBe(0);
  });
}

test("the watch sees what moves", async ({ page, app, companion }) => {
  await watchShifts(page);
  await app.open(companion.page);
  await page.evaluate(() => {
    const wedge = document.createElement("div");
    wedge.style.height = "300px";
    document.body.prepend(wedge);
  });
  await expect.poll(() => page.evaluate(() => window.shifts.reduce((sum, { value }) => sum + value, 0))).toBeGreaterThan(0.1);
});
