// For people who use a keyboard, a screen reader, a narrow screen, or colours of their own.
import { test, expect } from "../support/test.mjs";
import { axeFindings } from "../support/axe.mjs";

const FAST = { model: "ttft=20,gap=2,n=60", requests: 6, concurrency: 2, warmup: 1 };
const SLOW = { model: "ttft=100,gap=30,n=2000", maxOutputTokens: 2000, requests: 3, concurrency: 1, warmup: 0 };

/** Every state of the page, one after the other; `look` is called in each. */
async function throughAllStates(app, look) {
  await look("setup");
  await app.openAdvanced();
  await app.fill({ model: "", requests: 0 });
  await app.run();
  await expect(app.field("model")).toBeFocused();
  await look("setup with errors");

  await app.goTo("#method");
  await expect(app.page.getByRole("main")).toContainText("TTFT");
  await look("method");
  await app.goTo("");
  await app.field("model").waitFor();

  await app.fill(SLOW);
  await app.run();
  await app.main("running").waitFor();
  await expect(app.page.getByRole("region", { name: "As your user sees it" })).toContainText(/first sign of life/);
  await look("running");
  await app.button("Stop").click();
  await app.settled();
  await app.changeSetup();

  expect(await app.measure(FAST)).toBe("done");
  await look("results");
  await app.detail(1);
  await look("results with an open request");

  await app.changeSetup();
  expect(await app.measure({ model: "bad-401", requests: 1, concurrency: 1, warmup: 0 })).toBe("failed");
  await look("failed");
}

for (const colorScheme of ["light", "dark"]) {
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ]) {
    test.describe(`${colorScheme}, ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height }, contextOptions: { reducedMotion: "reduce" } });

      test("axe finds nothing in any state", async ({ page, app }) => {
        test.slow();
        const findings = {};
        await throughAllStates(app, async (state) => {
          const found = await axeFindings(page);
          if (found.length > 0) findings[state] = found;
        });
        expect(findings).toEqual({});
      });
    });
  }
}

test.describe("320 px", () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test("no state makes the page scroll sideways", async ({ page, app }) => {
    const wide = {};
    await throughAllStates(app, async (state) => {
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (over > 0) wide[state] = over;
    });
    expect(wide).toEqual({});
  });
});

/** Presses Tab until the control has the focus. */
async function tabTo(page, control, key = "Tab") {
  for (let presses = 0; presses < 80; presses++) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error("the control cannot be reached with Tab");
}

/** Text of what has the focus. */
const focused = (page) => page.evaluate(() => document.activeElement?.innerText ?? "");

test("a whole run with the keyboard alone", async ({ page, app }) => {
  await app.fill(SLOW);
  await page.reload();
  await app.main("setup").waitFor();

  await tabTo(page, app.button("Run benchmark"));
  await page.keyboard.press("Enter");
  await app.main("running").waitFor();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await tabTo(page, app.button("Stop"));
  await page.keyboard.press("Enter");
  await app.settled();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();

  await tabTo(page, app.button("Change set-up"));
  await page.keyboard.press("Enter");
  await app.main("setup").waitFor();
  expect(await focused(page)).not.toBe("");
  await tabTo(page, app.field("model"));
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(FAST.model);
  // Nothing but its button starts a run.
  await page.keyboard.press("Enter");
  await expect(app.main("setup")).toBeVisible();
  await tabTo(page, app.button("Run benchmark"));
  await page.keyboard.press("Enter");
  expect(await app.settled()).toBe("done");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();

  const head = app.requests().getByRole("columnheader", { name: "E2E latency" });
  await tabTo(page, head.getByRole("button"));
  await page.keyboard.press("Enter");
  await expect(head).toHaveAttribute("aria-sort", "ascending");
  await page.keyboard.press("Enter");
  await expect(head).toHaveAttribute("aria-sort", "descending");
  const shown = await app.requests().getByRole("row").allInnerTexts();
  expect(shown.length).toBeGreaterThan(1);

  const first = app.requests().getByRole("rowheader").first().getByRole("button");
  await tabTo(page, first);
  await page.keyboard.press("Enter");
  await expect(first).toHaveAttribute("aria-expanded", "true");
});

test("sorting orders the requests by the chosen column", async ({ app }) => {
  await app.measure({ model: "ttft=30,gap=3,n=50,jitter=0.5", requests: 9, concurrency: 1, warmup: 0 });
  const report = await app.report();
  const byTtft = [...report.requests].sort((a, b) => a.ttft_us - b.ttft_us).map((request) => String(request.index + 1));
  const numbers = () => app.requests().getByRole("rowheader").allInnerTexts();
  await app.requests().getByRole("columnheader", { name: "TTFT" }).getByRole("button").click();
  expect(await numbers()).toEqual(byTtft);
  await app.requests().getByRole("columnheader", { name: "TTFT" }).getByRole("button").click();
  expect(await numbers()).toEqual([...byTtft].reverse());
});

test("terms explain themselves and close again", async ({ page, app }) => {
  await app.measure(FAST);
  const term = app.percentiles().getByRole("button", { name: "TPOT" });
  await term.focus();
  await page.keyboard.press("Enter");
  await expect(term).toHaveAttribute("aria-expanded", "true");
  await expect(page.getByRole("note").filter({ visible: true })).toHaveText(/\w.{30}/);
  await page.keyboard.press("Escape");
  await expect(term).toHaveAttribute("aria-expanded", "false");
  await expect(term).toBeFocused();
});

test("the skip link leads to the content and leaves the address alone", async ({ page, app }) => {
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: /skip/i })).toBeFocused();
  const address = page.url();
  await page.keyboard.press("Enter");
  await expect(app.main("setup")).toBeFocused();
  expect(page.url()).toBe(address);
});

test.describe("reduced motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("nothing moves by itself", async ({ page, app }) => {
    await app.fill(SLOW);
    await app.run();
    await expect(page.getByRole("region", { name: "As your user sees it" })).toContainText(/first sign of life/);
    const moving = await page.evaluate(() =>
      document
        .getAnimations()
        .filter((animation) => animation.playState === "running" && animation.effect.getComputedTiming().activeDuration > 100)
        .map((animation) => animation.animationName ?? animation.transitionProperty),
    );
    expect(moving).toEqual([]);
    await app.button("Stop").click();
    await app.settled();
  });
});

test.describe("forced colours", () => {
  test.use({ contextOptions: { forcedColors: "active" } });

  test("controls keep an edge, and what is drawn differs from its ground", async ({ page, app }) => {
    const faults = {};
    await throughAllStates(app, async (state) => {
      const found = await page.evaluate(() => {
        const visible = (element) => element.checkVisibility() && element.getBoundingClientRect().width > 0;
        const edge = (style) =>
          ["Top", "Bottom"].some((side) => style[`border${side}Style`] !== "none" && parseFloat(style[`border${side}Width`]) > 0) ||
          (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0);
        const faults = [];
        for (const control of document.querySelectorAll("button, input:not([type=radio], [type=checkbox]), select, textarea")) {
          const style = getComputedStyle(control);
          const underlined = style.textDecorationLine.includes("underline");
          // The head of a column is found by its place.
          if (control.closest("th")) continue;
          if (visible(control) && !edge(style) && !underlined) faults.push(`no edge: ${control.outerHTML.slice(0, 90)}`);
        }
        const ground = getComputedStyle(document.documentElement).backgroundColor;
        for (const bar of document.querySelectorAll('[role="progressbar"]')) {
          const [track, fill] = [bar, bar.firstElementChild].map((element) => getComputedStyle(element));
          if (track.backgroundColor === fill.backgroundColor && !edge(fill)) faults.push("progress cannot be seen");
        }
        for (const shape of document.querySelectorAll("main svg path, main svg rect, main svg circle")) {
          const style = getComputedStyle(shape);
          const drawn = [style.fill, style.stroke].filter((paint) => paint !== "none");
          if (visible(shape) && drawn.length > 0 && drawn.every((paint) => paint === ground)) {
            faults.push(`shape in the colour of the ground: ${shape.outerHTML.slice(0, 90)}`);
          }
        }
        return [...new Set(faults)];
      });
      if (found.length > 0) faults[state] = found;
    });
    expect(faults).toEqual({});
  });
});
