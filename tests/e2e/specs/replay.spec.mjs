// The replay of the best and the worst answer: what plays, what can be moved, and what it says.
import { test, expect } from "../support/test.mjs";
import { axeFindings } from "../support/axe.mjs";

const region = (page) => page.getByRole("region", { name: "Replay", exact: true });
const position = (page) => region(page).getByRole("slider", { name: "Position", exact: true });
const steps = async (page) => Number(await position(page).inputValue());
const texts = (page) => region(page).locator(".replay-text").allInnerTexts();
const SECTION = '[aria-labelledby="replay-title"]';
const run = { requests: 2, concurrency: 1, warmup: 0 };

/** Measures until the times can be trusted: a busy computer takes the waits away, and the replay with them. */
async function measure(page, app, values) {
  await app.measure(values);
  // The results are drawn in steps: none yet is not none at all.
  const none = async () => {
    await region(page).waitFor();
    return (await position(page).count()) === 0;
  };
  for (let i = 0; i < 4 && (await none()); i++) {
    await app.button("Run again").click();
    await app.main("running").waitFor();
    await app.settled();
  }
  await expect(position(page)).toBeVisible();
}

/** Moves the slider to the step, as dragging does. */
const seek = (page, step) => position(page).fill(String(step));

test("both sides play at the true pace, pause, and start anew", async ({ page, app }) => {
  await measure(page, app, { ...run, model: "ttft=300,gap=20,n=60" });
  await expect(region(page).getByRole("heading", { name: /^Best: request [12]$/ })).toBeVisible();
  await expect(region(page).getByRole("heading", { name: /^Worst: request [12]$/ })).toBeVisible();
  await expect(region(page).getByText("waiting", { exact: true })).toHaveCount(2);
  expect(await steps(page)).toBe(0);

  // A replay out of sight does not play; pressing the button brings it into sight.
  await app.button("Play").click();
  const begun = Date.now();
  await expect.poll(() => steps(page)).toBeGreaterThan(10);
  await app.button("Pause").click();
  const shown = await steps(page);
  // Frames may be lost on a busy computer, but it never runs ahead of the clock.
  expect(shown * 100).toBeLessThanOrEqual(Date.now() - begun + 200);
  expect(await steps(page)).toBe(shown);
  for (const text of await texts(page)) expect(text.length).toBeGreaterThan(5);

  const last = Number(await position(page).getAttribute("max"));
  await seek(page, last);
  await expect(region(page).getByText(/^Finished after/)).toHaveCount(2);
  await app.button("Play").click();
  await expect.poll(() => steps(page)).toBeLessThan(last / 2);
  await app.button("Pause").click();
});

test("the text is the answer's own, and none of it is on show before it came", async ({ page, app }) => {
  await measure(page, app, { ...run, requests: 1, model: "ttft=1000,gap=50,n=40" });
  await expect(region(page).getByRole("heading", { name: "Request 1", exact: true })).toBeVisible();
  await (await app.option("Include texts")).check();
  const [request] = (await app.report()).requests;
  const flat = (text) => text.replace(/\s+/g, " ").trim();
  const shown = async () => flat((await texts(page))[0].replace(/\s*waiting$/, ""));

  await seek(page, Math.floor(request.ttfa_us / 100_000));
  expect(await shown()).toBe("");
  const at = 20;
  await seek(page, at);
  const come = request.events.filter(([us]) => us <= at * 100_000).reduce((sum, [, chars]) => sum + chars, 0);
  expect(come).toBeGreaterThan(0);
  expect(await shown()).toBe(flat([...request.answer].slice(0, come).join("")));
});

test("a freeze is marked in the text, counted and stepped to", async ({ page, app }) => {
  await measure(page, app, { ...run, requests: 1, model: "ttft=200,gap=5,n=40,stall=4000,stall_at=5" });
  const [request] = (await app.report()).requests;
  expect(request.stalls).toBe(1);
  const mark = region(page).getByText("waiting", { exact: true });
  const status = region(page).getByRole("status");
  for (let i = 0; i < 10 && !/Waiting \d\.\d s for word/.test(await status.innerText()); i++) {
    await app.button("Next moment").click();
  }
  await expect(status).toHaveText(/^After \d+\.\d s\. Request 1: Waiting \d\.\d s for word \d+ of \d+ · waits: 1\.$/);
  await expect(mark).toBeVisible();
  await app.button("Next moment").click();
  const after = await status.innerText();
  await app.button("Previous moment").click();
  await expect(mark).toBeVisible();
  expect(await status.innerText()).not.toBe(after);
  await seek(page, Number(await position(page).getAttribute("max")));
  await expect(mark).toBeHidden();
});

test("it plays faster when asked to, and by the keyboard", async ({ page, app }) => {
  await measure(page, app, { ...run, model: "ttft=200,gap=20,n=100" });
  await position(page).focus();
  await page.keyboard.press("ArrowRight");
  expect(await steps(page)).toBe(1);
  await expect(position(page)).toHaveAttribute("aria-valuetext", /^0\.1 s of \d+\.\d s$/);
  await page.keyboard.press("Home");

  const travelled = async (speed) => {
    await region(page).getByLabel("Speed").selectOption({ label: speed });
    await seek(page, 0);
    await app.button("Play").focus();
    await page.keyboard.press("Space");
    const from = await page.evaluate(() => performance.now());
    await page.waitForTimeout(1_000);
    await page.keyboard.press("Space");
    const ms = (await page.evaluate(() => performance.now())) - from;
    await expect(app.button("Play")).toBeFocused();
    return ((await steps(page)) * 100) / ms;
  };
  const slow = await travelled("×1");
  const fast = await travelled("×4");
  expect(fast / slow).toBeGreaterThan(2.5);
});

test("nothing is announced and nothing moves while it plays", async ({ page, app }) => {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await measure(page, app, { ...run, model: "ttft=100,gap=3,n=400" });
    const height = async () => (await region(page).boundingBox()).height;
    const before = await height();
    const end = Number(await position(page).getAttribute("max"));
    for (let i = 1; i <= 8; i++) {
      await seek(page, Math.round((end * i) / 8));
      expect(await height(), `at ${i}/8 of the time, ${width} px`).toBe(before);
    }
    await expect(region(page).getByRole("status")).toHaveText("");
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(width);
    await app.changeSetup();
  }
});

test("a replay that nobody can see stops", async ({ page, app }) => {
  await measure(page, app, { ...run, model: "ttft=100,gap=20,n=100" });
  await app.button("Play").click();
  await expect(app.button("Pause")).toBeVisible();
  await page.evaluate(() => scrollTo(0, 0));
  await expect(app.button("Play")).toHaveCount(1);
});

test("reduced motion leaves the steps, and nothing that moves by itself", async ({ page, app }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await measure(page, app, { ...run, model: "ttft=100,gap=20,n=60" });
  await expect(app.button("Next moment")).toBeVisible();
  await expect(app.button("Play")).toHaveCount(0);
  await app.button("Next moment").click();
  await expect(region(page).getByRole("status")).toHaveText(/^After .*Best: request \d: .*Worst: request \d: /);
  expect(await axeFindings(page)).toEqual([]);
});

test("answers without a text that can be read have no replay", async ({ page, app }) => {
  await app.measure({ ...run, model: "ttft=30,gap=2,n=1" });
  await expect(region(page)).toContainText("No answer can be replayed: each failed, was too short");
});

test("axe finds nothing while it waits, reads and has finished", async ({ page, app }) => {
  // Eight looks at a whole page of results.
  test.slow();
  await measure(page, app, { ...run, model: "ttft=300,gap=10,n=60,stall=3000,stall_at=4" });
  for (const scheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const step of [0, 8, 15, Number(await position(page).getAttribute("max"))]) {
      await seek(page, step);
      expect(await axeFindings(page), `${scheme}, step ${step}`).toEqual([]);
    }
  }
});

for (const width of [320, 390, 1440]) {
  test(`the controls keep their distance, ${width} px`, async ({ page, app }) => {
    await page.setViewportSize({ width, height: 844 });
    await measure(page, app, { ...run, model: "ttft=200,gap=10,n=60" });
    const names = ["Play", "Previous moment", "Next moment"].map((name) => region(page).getByRole("button", { name }));
    const controls = [...names, position(page), region(page).getByLabel("Speed")];
    const boxes = await Promise.all(controls.map((control) => control.boundingBox()));
    for (const [i, a] of boxes.entries()) {
      if (width < 400) expect(a.height, "for a finger").toBeGreaterThanOrEqual(44);
      for (const b of boxes.slice(i + 1)) {
        const apart = Math.max(a.x - b.x - b.width, b.x - a.x - a.width, a.y - b.y - b.height, b.y - a.y - a.height);
        expect(apart).toBeGreaterThanOrEqual(8);
      }
    }
    const text = await region(page).getByRole("heading", { level: 3 }).first().boundingBox();
    const lowest = Math.max(...boxes.map((box) => box.y + box.height));
    expect(text.y - lowest, "from the controls to what they move").toBeGreaterThanOrEqual(16);
  });
}
