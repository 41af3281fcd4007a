// A run until its number is stable, the running view's words, and what starts a run.
import { test, expect } from "../support/test.mjs";
import { axeFindings } from "../support/axe.mjs";
import { schemaFaults } from "../support/schema.mjs";
import { probe, progressWords } from "../support/probe.mjs";

const STEADY = "ttft=120,gap=5,n=30";

test("it ends when the median is known well enough, and says so", async ({ page, app, witness }) => {
  await app.fill({ model: STEADY, runUntil: "the number is stable" });
  await app.fill({ precision: "±20 %", requests: 60, concurrency: 2, warmup: 1 });
  await expect(page.getByText(/^At most 61 requests, at most/)).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await app.run();
  await expect(page.getByText(/Request \d+ of at most 60/).first()).toBeVisible();
  expect(await app.settled()).toBe("done");

  const report = await app.report();
  expect(await schemaFaults(report)).toEqual([]);
  expect(report.plan.until_stable).toEqual({ percent: "p50", within_percent: 20 });
  expect(report.plan.requests).toBe(60);
  const measured = report.requests.filter((request) => request.phase === "measured");
  expect(measured.length).toBeGreaterThanOrEqual(11);
  expect(measured.length).toBeLessThan(60);
  // What was on its way ended normally.
  expect(measured.every((request) => request.outcome === "ok")).toBe(true);
  expect(witness.completions()).toHaveLength(measured.length + 1);
  const { stopped_because: why, reached_within_percent: within, ttft_us: ttft } = report.summary;
  expect(why).toBe("stable");
  expect(within).toBeCloseTo(((ttft.ci.p50[1] - ttft.ci.p50[0]) / ttft.p50) * 50, 6);
  await expect(app.verdict()).toContainText(
    new RegExp(`Stopped after ${ttft.n} answers: the range of the median TTFT is ±[\\d.]+ %\\.`),
  );
  await expect(page.getByText(/stopped this run early|were not sent/i)).toHaveCount(0);
  expect(await axeFindings(page)).toEqual([]);
});

test("what does not settle ends with its last request", async ({ app }) => {
  await app.fill({ model: "ttft=150,gap=5,n=30,jitter=0.9", runUntil: "the number is stable" });
  await app.fill({ precision: "±5 %", requests: 13, concurrency: 4, warmup: 0 });
  expect(await app.measure({})).toBe("done");
  const report = await app.report();
  expect(report.summary.stopped_because).toBe("budget");
  expect(report.requests).toHaveLength(13);
  await expect(app.verdict()).toContainText(/All 13 requests used: .* you wanted ±5 %/);
});

test("a budget without any range is refused, and the choice outlives a reload", async ({ page, app }) => {
  await app.fill({ runUntil: "the number is stable" });
  await app.fill({ whichNumber: "p95 TTFT", precision: "±5 %", requests: 20 });
  await app.run();
  await expect(app.field("requests")).toBeFocused();
  expect(await app.saidOf("requests")).toMatch(/needs 72 at least/);
  await page.reload();
  await expect(app.field("runUntil")).toHaveValue("the number is stable");
  await expect(app.field("whichNumber")).toHaveValue("p95 TTFT");
  await expect(app.field("precision")).toHaveValue("±5 %");
  await app.fill({ runUntil: "a fixed number of requests" });
  await expect(app.field("whichNumber")).toHaveCount(0);
});

test("the title tells another tab where the run stands", async ({ page, app, companion }) => {
  await probe(page);
  await app.open(companion.page);
  const title = await page.title();
  await app.fill({ model: "ttft=300,gap=10,n=40", requests: 6, concurrency: 1, warmup: 2 });
  await app.run();
  await expect(page).toHaveTitle(/^Practice [12]\/2 · Tokenpace$/);
  await expect(page).toHaveTitle(/^[1-6]\/6 · Tokenpace$/);
  await app.settled();
  await expect(page).toHaveTitle(title);
  const words = await progressWords(page);
  expect(words[0]).toMatch(/^Getting ready/);
  expect(words.some((line) => line.startsWith("Practice request 2 of 2"))).toBe(true);
  // Nothing is promised before the first one ended.
  for (const line of words) if (line.startsWith("Practice request 1")) expect(line).not.toContain("left");
  expect(words.some((line) => /^Request \d of 6, (about|a few)/.test(line))).toBe(true);
});

test("failures show at once, and offer to stop with what there is", async ({ page, app }) => {
  await app.fill({ model: "sim-flaky", requests: 60, concurrency: 4, warmup: 0 });
  await app.run();
  await expect(page.getByText(/\d+ of \d+ (refused|broke|failed|ended|came)/).first()).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/finished: [1-9]\d* worked/).first()).toBeVisible({ timeout: 30_000 });
  await app.button("Stop and see what we have").click();
  expect(await app.settled(10_000)).toBe("done");
  await expect(page.getByText(/stopped this run early/i)).toBeVisible();
});

test("Enter in a field starts no run, the button does", async ({ page, app, witness }) => {
  for (const field of ["baseUrl", "model", "requests", "key"]) {
    if ((await app.field(field).count()) === 0) continue;
    await app.field(field).press("Enter");
  }
  await page.waitForTimeout(300);
  await expect(app.main("setup")).toBeVisible();
  expect(witness.completions()).toHaveLength(0);
  await app.fill({ model: STEADY, requests: 1, warmup: 0 });
  await app.button("Run benchmark").press("Enter");
  expect(await app.settled()).toBe("done");
});

test("the page says how exact its times are", async ({ page, app }) => {
  await app.measure({ model: STEADY, requests: 5, concurrency: 1, warmup: 0 });
  const report = await app.report();
  const { time_error_us: error } = report.summary;
  const { clock_tick_us: tick, loop_lag_p99_us: lag } = report.environment;
  expect(error).toBeGreaterThanOrEqual(tick + lag);
  await expect(app.verdict()).toContainText(/Times are good to ± [\d.]+ (µs|m?s) here\./);
  await expect(page.getByText(/^± [\d.]+ (µs|ms): clock step .*late by at most/)).toBeVisible();
  await app.option("Include texts");
  await expect(page.getByText("Adds prompt and answers to the JSON.")).toBeVisible();
});

test("the hint for Ollama names this page's origin", async ({ page, app }) => {
  await app.fill({ provider: "Ollama" });
  expect(await app.saidOf("provider")).toContain(`OLLAMA_ORIGINS to ${new URL(page.url()).origin} `);
});
