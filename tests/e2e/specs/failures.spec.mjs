// Whatever an endpoint does, the page says what happened, keeps what worked, and stays usable.
import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:net";
import { test, expect } from "../support/test.mjs";
import { schemaFaults } from "../support/schema.mjs";

const WORDS = {
  ok: "Worked",
  empty: "Empty answer",
  http_error: "Refused",
  blocked: "Blocked",
  stream_error: "Broke off",
  not_understood: "Not understood",
  timeout: "Timed out",
};

const BASE = { requests: 1, concurrency: 1, warmup: 0 };

/** `advice` is a word that a person who has this trouble needs to read. */
const CASES = [
  { title: "a wrong key", values: { model: "bad-401" }, outcome: "http_error", kind: "unauthorized", status: 401, advice: /key/i },
  { title: "the vendor's own wrong key", values: { model: "sim-instant", key: "wrong-key" }, outcome: "http_error", kind: "unauthorized", status: 401, advice: /key/i },
  { title: "a model that doesn't exist", values: { model: "bad-404" }, outcome: "http_error", kind: "not_found", status: 404, advice: /model/i },
  { title: "a web page instead of an answer", values: { model: "bad-html" }, outcome: "not_understood", kind: "html_page", status: 200, advice: /address|URL|page/i },
  { title: "an answer that never ends, against the token limit", values: { model: "ttft=20,gap=1,n=100000", maxOutputTokens: 10 }, outcome: "ok" },
  { title: "an answer that ignores the token limit", values: { model: "bad-endless", maxOutputTokens: 1 }, outcome: "stream_error", kind: "output_limit", advice: /limit|output|tokens/i },
  { title: "an answer that outlives the time limit", values: { model: "bad-endless", maxOutputTokens: 2000, timeout: 2 }, outcome: "timeout", kind: "total_timeout", advice: /time|wait|limit/i },
  { title: "silence after the headers", values: { model: "bad-silent", timeout: 2 }, outcome: "timeout", kind: "total_timeout", advice: /time|wait|limit/i },
  { title: "headers later than the time limit", values: { model: "bad-slow-headers", timeout: 2 }, outcome: "timeout", kind: "total_timeout", advice: /time|wait|limit/i },
  { title: "an empty answer", values: { model: "bad-empty" }, outcome: "empty", advice: /prompt|limit|model|tokens/i },
  { title: "an error before the first word", values: { model: "bad-error-first" }, outcome: "http_error", kind: "vendor_error", advice: /\w{4}/ },
  { title: "an error in the middle", values: { model: "bad-error-mid" }, outcome: "stream_error", kind: "vendor_error", advice: /\w{4}/ },
  { title: "an end in the middle of an event", values: { model: "bad-cut" }, outcome: "stream_error", kind: "ended_early", advice: /\w{4}/ },
  { title: "a connection that breaks", values: { model: "bad-broken" }, outcome: "stream_error", kind: "body_broken", advice: /\w{4}/ },
  { title: "neither finish reason nor terminator", values: { model: "bad-no-finish" }, outcome: "stream_error", kind: "ended_early", advice: /\w{4}/ },
  { title: "an answer without CORS headers", values: { model: "bad-no-cors" }, outcome: "blocked", kind: "fetch_rejected", advice: /CORS|web page|pages|origin/i },
  { title: "a missing terminator after a finish reason", values: { model: "bad-no-done" }, outcome: "ok" },
  { title: "bytes that are not UTF-8", values: { model: "bad-utf8" }, outcome: "ok" },
  { title: "an event of 10 MB", values: { model: "bad-huge-event" }, outcome: "stream_error", kind: "output_limit", advice: /limit|output|tokens/i },
];

for (const { title, values, outcome, kind, status, advice } of CASES) {
  test(`${title}: ${outcome}`, async ({ app }) => {
    const phase = await app.measure({ ...BASE, ...values });
    const works = outcome === "ok";
    if (works) expect(phase).toBe("done");
    const report = await app.report();
    expect(await schemaFaults(report)).toEqual([]);
    const first = report.requests[0];
    expect(report.requests.map((request) => request.outcome)).toEqual(Array(report.plan.requests).fill(outcome));
    await expect(app.request(0)).toContainText(WORDS[outcome]);
    expect(report.summary.outcomes[outcome]).toBe(report.plan.requests);

    if (works) {
      expect(first.error).toBeNull();
      expect(first.ttft_us).toBeGreaterThan(0);
    } else {
      expect(phase).toBe("failed");
      await expect(app.main("failed")).toContainText(advice);
      expect(report.summary.n).toBe(0);
      expect(report.summary.ttft_us.p50).toBeNull();
      expect(report.verdict.tone).not.toBe("good");
      if (kind) expect(first.error.kind).toBe(kind);
      if (status) expect(first.error.http_status).toBe(status);
      const detail = await app.detail(0);
      // An empty answer is no error, so its advice is not in the error.
      expect(first.error?.advice ?? detail).toMatch(advice);
      expect(detail).toContain(first.error?.advice ?? "");
      expect(detail.toLowerCase()).not.toMatch(/undefined|nan|\bnull\b|oops/);
    }
    await app.changeSetup();
    await expect(app.field("model")).toHaveValue(values.model);
    await expect(app.button("Run benchmark")).toBeEnabled();
  });
}

test("nothing listens there: blocked, with several possible reasons", async ({ app, witness }) => {
  const closed = createServer();
  const port = await new Promise((resolve) => closed.listen(0, "127.0.0.1", () => resolve(closed.address().port)));
  await new Promise((resolve) => closed.close(resolve));
  const address = `http://127.0.0.1:${port}/v1`;
  witness.allow(address);
  expect(await app.measure({ ...BASE, provider: "Custom", baseUrl: address, model: "any" })).toBe("failed");
  await expect(app.main("failed")).toContainText(`127.0.0.1:${port}`);
  const { error, outcome } = (await app.report()).requests[0];
  expect(outcome).toBe("blocked");
  expect(error.stage).toBe("connect");
  expect(error.advice).toMatch(/address|running|reach|server/i);
  // The page asks on its own why, and says what it found instead of the general advice.
  await expect(app.main("failed")).toContainText(`Nothing answered at 127.0.0.1:${port}.`);
  await expect(app.main("failed")).toContainText("the model's server is not running");
});

test("a reply in another format: it is named, and one button chooses it", async ({ app, witness }) => {
  const server = createHttpServer((request, response) => {
    request.resume();
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-allow-headers", "*");
    response.setHeader("content-type", "application/x-ndjson");
    response.end('{"model":"m","message":{"role":"assistant","content":"Hi"},"done":false}\n{"model":"m","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop"}\n');
  });
  const port = await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server.address().port)));
  try {
    const address = `http://127.0.0.1:${port}/v1`;
    witness.allow(address);
    expect(await app.measure({ ...BASE, provider: "Custom", baseUrl: address, model: "m" })).toBe("failed");
    const { error, outcome } = (await app.report()).requests[0];
    expect(outcome).toBe("not_understood");
    expect(error.looks_like).toBe("Ollama chat");
    const words = "This looks like Ollama chat, not OpenAI chat completions: change API format under Advanced.";
    expect(error.advice).toBe(words);
    await expect(app.main("failed")).toContainText(words);
    await app.button("Switch to Ollama chat").click();
    await app.main("setup").waitFor();
    await app.openAdvanced();
    await expect(app.field("format").locator("option:checked")).toHaveText("Ollama chat");
    await expect(app.field("baseUrl")).toHaveValue(address);
  } finally {
    server.close();
  }
});

test("payloads that are not JSON are no answer", async ({ app }) => {
  await app.measure({ ...BASE, model: "bad-json" });
  const report = await app.report();
  for (const request of report.requests) {
    // Every piece of the answer is unreadable. That the rest of the stream is in order makes it no empty answer.
    expect(request.outcome).toBe("not_understood");
    expect(request.error).toMatchObject({ kind: "wrong_format", advice: expect.stringMatching(/format/i) });
    expect(request.tps).toBeNull();
  }
});

test("a whole JSON body is an answer that was not streamed", async ({ app }) => {
  expect(await app.measure({ ...BASE, model: "bad-plain-json" })).toBe("done");
  const report = await app.report();
  for (const request of report.requests) {
    expect(request.outcome).toBe("ok");
    expect([request.ttft_us, request.ttft_reason]).toEqual([null, "not_streamed"]);
    expect([request.tps, request.tps_reason]).toEqual([null, "not_streamed"]);
    expect(request.e2e_us).toBeGreaterThan(0);
    expect(request.output_tokens).toBeGreaterThan(0);
  }
  expect(report.cautions.map((caution) => caution.kind)).toContain("not_streamed");
  expect((await app.percentileCells()).TTFT.p50).not.toMatch(/\d+ m?s/);
});

test("a mix of failures: counted beside the percentiles, finished answers kept", async ({ page, app }) => {
  // Ten in a row: six answers, and one each of a rate limit, a server error, an error event and a cut connection.
  expect(await app.measure({ model: "sim-flaky", requests: 10, concurrency: 1, warmup: 0 })).toBe("done");
  const report = await app.report();
  expect(await schemaFaults(report)).toEqual([]);
  expect(report.summary.outcomes).toMatchObject({ ok: 6, http_error: 2, stream_error: 2 });
  expect(report.summary.success_rate).toBeCloseTo(0.6, 6);
  expect(report.summary.ttft_us.n).toBe(6);
  const kinds = report.requests.map((request) => request.error?.kind).filter(Boolean);
  expect([...kinds].sort()).toEqual(["body_broken", "rate_limited", "server_error", "vendor_error"]);
  expect(report.cautions.map((caution) => caution.kind)).toEqual(expect.arrayContaining(["failures", "rate_limited"]));
  const numbers = page.getByRole("region", { name: "Numbers" });
  await expect(numbers).toContainText(/6 of (the )?10/);
  await expect(app.cautions()).toContainText(/4 of 10|6 of 10|60 %/);
  await expect(app.requests().getByRole("row")).toHaveCount(11);
  await expect(app.verdict()).not.toContainText(/NaN|undefined|null/);
});

test("after a failure the next run works", async ({ app }) => {
  expect(await app.measure({ ...BASE, model: "bad-401" })).toBe("failed");
  await app.changeSetup();
  expect(await app.measure({ model: "ttft=20,gap=2,n=50" })).toBe("done");
  const report = await app.report();
  expect(report.requests.map((request) => request.outcome)).toEqual(["ok"]);
});

test("failures show while the run goes on", async ({ page, app }) => {
  await app.fill({ model: "bad-error-first", requests: 200, concurrency: 1, warmup: 0 });
  await app.run();
  await expect(page.getByRole("status").filter({ hasText: /of \d+ ended with an error message of the vendor/ })).toBeVisible();
  if (await app.main("running").count()) await app.button("Stop").click();
  await app.settled();
});

test("a run whose first requests are all refused alike is given up", async ({ app }) => {
  expect(await app.measure({ model: "bad-401", requests: 300, concurrency: 1, warmup: 2 })).toBe("failed");
  await expect(app.main("failed")).toContainText("The first 5 requests, 2 of them practice, failed alike, so the other 297 were not sent.");
  expect((await app.report()).requests).toHaveLength(5);
});
