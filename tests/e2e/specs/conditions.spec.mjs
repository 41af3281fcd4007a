// What the browser and the vendor do to the numbers, and whether the page notices.
import { test, expect } from "../support/test.mjs";
import { gapErrors, gaps, median, outputTimes, percentile, withTruth } from "../support/truth.mjs";

const BASE = { concurrency: 1, warmup: 1 };
const kinds = (report) => report.cautions.map((caution) => caution.kind);
const measured = (report) => report.requests.filter((request) => request.phase === "measured");

async function reportOf(app, values) {
  expect(await app.measure({ ...BASE, ...values })).toBe("done");
  return app.report();
}

test("a page that is busy in every frame does not blur the gaps", async ({ page, app, companion }) => {
  await page.evaluate(() => {
    const burn = () => {
      const end = performance.now() + 8;
      while (performance.now() < end);
      requestAnimationFrame(burn);
    };
    requestAnimationFrame(burn);
  });
  const report = await reportOf(app, { model: "ttft=100,gap=20,n=50", requests: 4 });
  const pairs = await withTruth(companion.vendor, measured(report));
  expect(median(gapErrors(pairs))).toBeLessThan(0.25 * 20_000);
  // A reader on the page's own thread would be off by about half a frame here.
  expect(percentile(gapErrors(pairs), 0.9)).toBeLessThan(0.5 * 20_000);
  expect(median(pairs.map(({ request, truth }) => request.ttft_us / outputTimes(truth)[0]))).toBeLessThan(1.25);
});

test("a hidden tab is noticed and told", async ({ page, app }) => {
  await app.fill({ ...BASE, model: "ttft=50,gap=10,n=60", requests: 4 });
  await app.run();
  await expect(page.getByText(/Request [1-4] of 4/).first()).toBeVisible();
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { get: () => "hidden", configurable: true });
    Object.defineProperty(document, "hidden", { get: () => true, configurable: true });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  });
  await app.settled();
  const report = await app.report();
  expect(kinds(report)).toContain("tab_hidden");
  const caution = report.cautions.find(({ kind }) => kind === "tab_hidden");
  expect(caution.requests.length).toBeGreaterThan(0);
  await expect(app.cautions()).toContainText(caution.advice);
});

test("a visible tab is not accused", async ({ app }) => {
  const report = await reportOf(app, { model: "ttft=30,gap=10,n=60", requests: 2 });
  expect(kinds(report)).not.toEqual(expect.arrayContaining(["tab_hidden"]));
  for (const kind of ["buffered_upstream", "not_streamed", "multi_token_events", "hidden_reasoning", "client_queued", "failures"]) {
    expect(kinds(report)).not.toContain(kind);
  }
});

test("visible thinking comes before the answer and counts as output", async ({ app, companion }) => {
  const report = await reportOf(app, { model: "ttft=60,gap=10,n=50,think=30", requests: 3 });
  for (const { request, truth } of await withTruth(companion.vendor, measured(report))) {
    const answer = truth.events.find(([, kind]) => kind === "answer")[0];
    expect(request.ttft_us).toBeLessThan(request.ttfa_us);
    expect(request.ttfa_us).toBeGreaterThanOrEqual(answer);
    expect(request.ttfa_us / answer).toBeLessThan(1.25);
    expect(request.output_tokens).toBe(80);
    expect(request.hidden_tokens ?? 0).toBe(0);
    expect(request.events.filter(([, , , channel]) => channel === "reasoning")).toHaveLength(30);
  }
});

test("hidden thinking is not counted as speed", async ({ app, companion }) => {
  const report = await reportOf(app, { model: "ttft=60,gap=10,n=60,hidden=200", maxOutputTokens: 500, requests: 3 });
  for (const { request, truth } of await withTruth(companion.vendor, measured(report))) {
    const times = outputTimes(truth);
    const visible = (59 * 1_000_000) / (times.at(-1) - times[0]);
    expect(request.output_tokens).toBe(260);
    expect(request.hidden_tokens).toBe(200);
    expect(Math.abs(request.tps / visible - 1)).toBeLessThan(0.15);
  }
  expect(kinds(report)).toContain("hidden_reasoning");
});

test("bundles of tokens are called bundles", async ({ app }) => {
  const report = await reportOf(app, { model: "ttft=60,gap=60,per=8,n=96", requests: 2 });
  expect(kinds(report)).toContain("multi_token_events");
  for (const request of measured(report)) {
    expect(request.output_events).toBe(12);
    expect(request.tokens_per_event).toBeCloseTo(8, 6);
    // 88 tokens in 11 gaps of 60 ms: the first bundle is not inside the window.
    expect(Math.abs(request.tps / (8_000 / 60) - 1)).toBeLessThan(0.15);
  }
});

test("an answer held back on the way has no first word and no speed", async ({ app }) => {
  const report = await reportOf(app, { model: "ttft=50,gap=5,n=100,buffered=1", requests: 2 });
  expect(kinds(report)).toContain("buffered_upstream");
  for (const request of measured(report)) {
    expect(request.ttft_us).toBeNull();
    expect(request.tps).toBeNull();
    for (const reason of [request.ttft_reason, request.tps_reason]) expect(["invalidated", "not_streamed"]).toContain(reason);
    expect(request.e2e_us).toBeGreaterThan(0);
  }
  const cells = await app.percentileCells();
  // What the caution took away only stands there struck out, and said to be not valid.
  const valid = (cell) => cell.replace(/not valid:[^]*/, "");
  expect(valid(cells.TTFT.p50)).not.toMatch(/\d+ m?s/);
  expect(valid(cells.TPS.p50)).not.toMatch(/tok\/s/);
  expect(cells.TTFT.p50).toMatch(/not valid:/);
  expect(report.verdict.tone).not.toBe("good");
});

test("pieces that arrive together have no single gaps", async ({ app }) => {
  const report = await reportOf(app, { model: "ttft=50,gap=10,n=80,burst=4", requests: 5 });
  expect(kinds(report)).toContain("coalesced");
  expect([report.summary.chunk_gap_us.p50, report.summary.chunk_gap_us.p50_reason]).toEqual([null, "coalesced"]);
  expect(report.summary.tps.p50).toBeGreaterThan(0);
});

test("without token counts there are words, not tokens", async ({ app }) => {
  const report = await reportOf(app, { model: "ttft=50,gap=10,n=60,usage=0", requests: 2 });
  expect(report.cautions.some(({ kind }) => ["tokens_unknown", "tokens_estimated"].includes(kind))).toBe(true);
  for (const request of measured(report)) {
    expect(["events_only", "estimated"]).toContain(request.token_source);
    if (request.token_source === "events_only") expect([request.tps, request.tps_reason]).toEqual([null, "tokens_unknown"]);
    expect(request.wpm).toBeGreaterThan(0);
    expect(request.ttft_us).toBeGreaterThan(0);
  }
});

test("one request proves little, and the page admits it", async ({ app }) => {
  const report = await reportOf(app, { model: "ttft=50,gap=10,n=60", requests: 1, warmup: 0 });
  expect(report.summary.n + report.requests.filter((request) => request.excluded_by).length).toBe(1);
  for (const name of ["ttft_us", "tps", "e2e_us"]) expect(report.summary[name].p50).toBeNull();
  const cells = await app.percentileCells();
  for (const column of ["p50", "p90", "p95", "p99"]) expect(cells.TTFT[column]).not.toMatch(/^\d/);
  expect(report.verdict.tone).toBe("not_enough_data");
  await expect(app.verdict()).toContainText(/too few|not enough|one answer|1 answer/i);
  await expect(app.verdict()).not.toContainText(/100 %|always|your users/i);
});

test("more than six at a time over HTTP/1.1: the browser's own queue is not the vendor's wait", async ({ app }) => {
  await app.fill({ concurrency: 8, requests: 16, warmup: 1, model: "ttft=80,gap=5,n=50" });
  expect(await app.saidOf("concurrency")).toMatch(/6|six/);
  const report = await reportOf(app, { concurrency: 8 });
  expect(kinds(report)).toContain("client_queued");
  const queued = new Set(report.cautions.filter(({ kind }) => kind === "client_queued").flatMap(({ requests }) => requests));
  expect(queued.size).toBeGreaterThan(0);
  for (const request of measured(report).filter(({ index }) => queued.has(index))) {
    expect(request.in_flight).toBeGreaterThan(6);
    expect([request.ttft_us, request.ttft_reason]).toEqual([null, "invalidated"]);
  }
});

test("one long pause in the stream is found where it was", async ({ app, companion }) => {
  const report = await reportOf(app, { model: "ttft=50,gap=5,n=60,stall=900,stall_at=30", requests: 2 });
  for (const { request, truth } of await withTruth(companion.vendor, measured(report))) {
    const longest = Math.max(...gaps(outputTimes(truth)));
    expect(Math.abs(request.longest_gap_us / longest - 1)).toBeLessThan(0.1);
    expect(request.longest_gap_us).toBeGreaterThan(800_000);
  }
});
