// Stop keeps what is finished.
import { test, expect } from "../support/test.mjs";
import { schemaFaults } from "../support/schema.mjs";
import { withTruth } from "../support/truth.mjs";

test("stopping in the middle keeps finished requests and cuts off the rest", async ({ page, app, companion, witness }) => {
  await app.fill({ model: "ttft=50,gap=10,n=60", requests: 40, concurrency: 2, warmup: 0 });
  await app.run();
  await expect(page.getByText(/Request [5-9] of 40/).first()).toBeVisible();
  await app.button("Stop").click();
  expect(await app.settled()).toBe("done");

  const report = await app.report();
  expect(await schemaFaults(report)).toEqual([]);
  const ok = report.requests.filter((request) => request.outcome === "ok");
  const cut = report.requests.filter((request) => request.outcome === "cut_off");
  expect(ok.length).toBeGreaterThanOrEqual(4);
  expect(cut.length).toBeGreaterThanOrEqual(1);
  expect(ok.length + cut.length).toBe(report.requests.length);
  expect(report.requests.length).toBeLessThan(40);
  expect(witness.completions()).toHaveLength(report.requests.length);

  // What the user stopped is nobody's failure.
  expect(report.summary.judged).toBe(ok.length);
  expect(report.summary.success_rate).toBe(1);
  expect(report.summary.ttft_us.n).toBeLessThanOrEqual(ok.length);
  expect(report.plan.requests).toBe(40);
  for (const request of cut) {
    await expect(app.request(request.index)).toContainText("Cut off");
    expect(request.error.kind).toBe("stopped_by_user");
    expect(request.ttft_reason === null || request.ttft_us === null).toBe(true);
  }
  const truths = await withTruth(companion.vendor, cut.filter((request) => request.response_id));
  for (const { truth } of truths) expect(truth.end).toBe("client_gone");
  await expect(page.getByText(/stopped this run early/i)).toBeVisible();
});

test("stopping before the first answer says so and leaves the form as it was", async ({ app }) => {
  await app.fill({ model: "ttft=20000", requests: 3, concurrency: 1, warmup: 0 });
  await app.run();
  await app.main("running").waitFor();
  await app.button("Stop").click();
  await app.settled(10_000);
  await expect(app.main("failed").or(app.main("done"))).toContainText(/stopped/i);
  await app.changeSetup();
  await expect(app.field("model")).toHaveValue("ttft=20000");
  expect(await app.measure({ model: "ttft=20,gap=2,n=50" })).toBe("done");
});

test("stopping during a pause for a rate limit works at once", async ({ app, page }) => {
  // One in ten of its answers is a refusal that asks for a pause of two seconds.
  await app.fill({ model: "sim-flaky", requests: 40, concurrency: 4, warmup: 0 });
  await app.run();
  await expect(page.getByText(/rate limit/).first()).toBeVisible({ timeout: 30_000 });
  await app.button("Stop").click();
  await app.settled(10_000);
  const report = await app.report();
  expect(report.requests.some((request) => request.error?.kind === "rate_limited")).toBe(true);
  expect(report.requests.length).toBeLessThan(40);
});
