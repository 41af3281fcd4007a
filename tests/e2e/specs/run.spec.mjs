// What a run sends, what it counts, and how it says where it stands.
import { test, expect } from "../support/test.mjs";
import { probe, progressWords, workerMessages } from "../support/probe.mjs";
import { gapErrors, median, outputTimes, percentile, withTruth } from "../support/truth.mjs";

const measured = (report) => report.requests.filter((request) => request.phase === "measured");

test("six at a time agree with the vendor's own log", async ({ app, companion }) => {
  await app.measure({ model: "ttft=120,gap=20,n=60", requests: 12, concurrency: 6, warmup: 2 });
  const report = await app.report();
  expect(measured(report)).toHaveLength(12);
  expect(Math.max(...measured(report).map((request) => request.in_flight))).toBe(6);

  const pairs = await withTruth(companion.vendor, measured(report));
  for (const { request, truth } of pairs) {
    expect(truth, `request ${request.index} is in the vendor's log`).toBeTruthy();
    expect(request.outcome).toBe("ok");
    expect(request.events).toHaveLength(60);
    expect(request.output_tokens).toBe(60);
    // Nothing can be read before it was written.
    expect(request.ttft_us).toBeGreaterThanOrEqual(outputTimes(truth)[0]);
    expect(request.e2e_us).toBeGreaterThanOrEqual(outputTimes(truth).at(-1));
  }
  expect(median(pairs.map(({ request, truth }) => request.ttft_us / outputTimes(truth)[0]))).toBeLessThan(1.25);
  expect(median(gapErrors(pairs))).toBeLessThan(0.25 * 20_000);
});

test("practice requests are listed but not counted", async ({ app, witness }) => {
  await app.measure({ model: "ttft=30,gap=5,n=50,jitter=0.3", requests: 7, concurrency: 1, warmup: 3 });
  const report = await app.report();
  expect(witness.completions()).toHaveLength(10);
  expect(report.requests.map((request) => request.phase)).toEqual([
    ...Array(3).fill("warmup"),
    ...Array(7).fill("measured"),
  ]);
  expect(report.summary.n).toBe(7);
  expect(report.summary.cold_ttft_us).toHaveLength(3);
  for (const name of ["ttft_us", "ttfa_us", "tps", "tpot_us", "e2e_us"]) {
    const values = measured(report).map((request) => request[name]);
    expect(report.summary[name].n, name).toBe(7);
    // For speeds percentiles are counted from the slow side; the middle is the same from both.
    expect(Math.abs(report.summary[name].p50 / percentile(values, 0.5) - 1), name).toBeLessThan(1e-6);
  }
  await expect(app.requests().getByRole("row")).toHaveCount(1 + 10);
  await expect(app.request(0)).toContainText("practice");
});

test("every prompt is unique, streams and asks for token counts", async ({ app, witness }) => {
  const own = "Say something about kettles.";
  await app.measure({ prompt: own, model: "ttft=20,gap=2,n=20", maxOutputTokens: 77, requests: 6, concurrency: 2, warmup: 2 });
  const bodies = witness.bodies();
  expect(bodies).toHaveLength(8);
  for (const body of bodies) {
    expect(body.model).toBe("ttft=20,gap=2,n=20");
    expect(body.stream).toBe(true);
    expect(body.stream_options).toEqual({ include_usage: true });
    expect(body.max_completion_tokens ?? body.max_tokens).toBe(77);
    expect(body.messages.at(-1).content).toContain(own);
  }
  expect(new Set(bodies.map((body) => JSON.stringify(body.messages))).size).toBe(8);
});

test("measured prompts are alike when that is wanted", async ({ page, app, witness }) => {
  await app.openAdvanced();
  await page.getByRole("checkbox", { name: "Make every prompt unique" }).uncheck();
  await app.measure({ prompt: "The same again.", model: "ttft=20,gap=2,n=20", requests: 4, concurrency: 1, warmup: 1 });
  const prompts = witness.bodies().map((body) => body.messages.at(-1).content);
  expect(new Set(prompts.slice(1))).toEqual(new Set(["The same again."]));
  expect(prompts[0]).not.toBe("The same again.");
});

test("words and dots say where the run stands", async ({ page, app, companion }) => {
  await probe(page);
  await app.open(companion.page);
  await app.fill({ model: "ttft=60,gap=10,n=100", requests: 5, concurrency: 1, warmup: 1 });
  await app.run();
  await expect(page.getByRole("progressbar")).toHaveAttribute("aria-valuetext", /Request \d of 5/);
  await expect(page.getByText(/Request [2-5] of 5/).first()).toBeVisible();
  await expect(page.getByText(/[1-4] finished: [1-4] worked/).first()).toBeVisible();
  await expect(page.getByRole("img", { name: /finished/ })).toBeVisible();
  await app.settled();

  const words = await progressWords(page);
  const numbers = words.map((text) => /^Request (\d+) of 5/.exec(text)?.[1]).filter(Boolean).map(Number);
  expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
  expect(numbers.at(-1)).toBe(5);
  expect(words.some((text) => text.startsWith("Practice request 1 of 1"))).toBe(true);
});

test("the live answer grows while it streams", async ({ page, app }) => {
  await app.fill({ model: "ttft=50,gap=20,n=200", requests: 1, concurrency: 1, warmup: 0 });
  await app.run();
  const live = page.getByRole("region", { name: "As your user sees it" });
  await expect(live).toContainText(/waiting for the first word|first sign of life/);
  const text = async () => (await live.innerText()).length;
  await expect.poll(text).toBeGreaterThan(200);
  const before = await text();
  await expect.poll(text).toBeGreaterThan(before + 100);
  await app.button("Stop").click();
  await app.settled();
});

test("a fast model does not flood the page with messages", async ({ page, app, companion }) => {
  await probe(page);
  await app.open(companion.page);
  await app.measure({ model: "sim-instant", requests: 8, concurrency: 2, warmup: 0 });
  const messages = await workerMessages(page);
  const progress = messages.filter(({ kind }) => kind === "Progress").map(({ at }) => at);
  expect(progress.length).toBeGreaterThan(3);
  const gapsMs = progress.slice(1).map((at, i) => at - progress[i]);
  expect(median(gapsMs)).toBeGreaterThanOrEqual(95);
  expect((progress.length - 1) / ((progress.at(-1) - progress[0]) / 1_000)).toBeLessThanOrEqual(10.5);
  expect(messages.filter(({ kind }) => kind === "Done")).toHaveLength(8);
  // 8 answers of about 200 tokens each: nothing may go over the boundary once per token.
  expect(messages.length).toBeLessThan(100);
});
