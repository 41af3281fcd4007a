// A stranger opens the page and presses the one button.
import { test, expect } from "../support/test.mjs";
import { phases, probe } from "../support/probe.mjs";
import { schemaFaults } from "../support/schema.mjs";

test("the page says what it is for", async ({ page, app }) => {
  await expect(page).toHaveTitle(/Tokenpace/);
  await expect(page.getByText("How fast does an AI endpoint feel to your users?").filter({ visible: true })).toHaveCount(1);
  await expect(app.main("setup")).toBeVisible();
  await expect(app.field("provider").locator("option:checked")).toHaveText("Simulated vendor");
  await expect(app.button("Run benchmark")).toBeEnabled();
});

test("one click gives a verdict, without a key and without typing", async ({ page, app, companion }) => {
  // Twenty-two answers of four to five seconds, one after the other.
  test.setTimeout(180_000);
  await probe(page);
  await app.open(companion.page);
  await app.run();
  expect(await app.settled(150_000)).toBe("done");
  expect(await phases(page)).toEqual(["setup", "running", "done"]);

  const report = await app.report();
  await expect(app.verdict()).toBeVisible();
  await expect(app.verdict()).toContainText(report.verdict.sentence);
  expect(report.verdict.sentence.split(/\s+/).length).toBeLessThanOrEqual(30);
  for (const fact of report.verdict.facts) {
    await expect(app.verdict()).toContainText(fact.label);
    await expect(app.verdict()).toContainText(fact.value);
    await expect(app.verdict()).toContainText(fact.word);
  }
  expect(report.verdict.facts.map((fact) => fact.name)).toEqual(["first_word", "pace", "freezes"]);
  expect(report.verdict.tone).not.toBe("failed");
});

const ROWS = {
  TTFT: "ttft_us",
  TTFA: "ttfa_us",
  TPOT: "tpot_us",
  TPS: "tps",
  "Chunk gap": "chunk_gap_us",
  "E2E latency": "e2e_us",
};

/** A shown number in the report's unit, or none. */
function shownNumber(text) {
  const [, number, unit] = /^([\d.,]+)\s*(µs|ms|s|tok\/s)\b/.exec(text) ?? [];
  const factor = { µs: 1, ms: 1_000, s: 1_000_000, "tok/s": 1 }[unit];
  return factor && Number(number.replaceAll(",", "")) * factor;
}

test("the downloaded report is valid and says what the page says", async ({ app }) => {
  await app.measure({ model: "ttft=40,gap=8,n=60,jitter=0.2", requests: 12, concurrency: 3, warmup: 1 });
  const report = await app.report();
  expect(await schemaFaults(report)).toEqual([]);
  expect(report.schema).toBe("tokenpace.report/1");
  expect(Date.parse(report.created_at)).not.toBeNaN();
  expect(report.requests.map((request) => request.index)).toEqual([...Array(13).keys()]);

  const shown = await app.percentileCells();
  expect(Object.keys(shown)).toEqual(Object.keys(ROWS));
  for (const [row, name] of Object.entries(ROWS)) {
    const distribution = report.summary[name];
    expect(Number(shown[row].n.replaceAll(",", "")), `${row} n`).toBe(distribution.n);
    for (const column of ["p50", "p90", "p95", "p99"]) {
      const [cell, value] = [shown[row][column], distribution[column]];
      if (value === null) {
        expect(distribution[`${column}_reason`], `${row} ${column}`).toBeTruthy();
        expect(shownNumber(cell), `${row} ${column} shows “${cell}” although the report has no value`).toBeUndefined();
        if (distribution[`${column}_reason`] === "too_few") {
          expect(cell).toContain(`needs ${distribution.needs[column]}`);
        }
      } else {
        // Two or three significant digits are shown, as many as the number deserves: of times none below their error.
        const off = Math.abs(shownNumber(cell) - value);
        const allowed = Math.max(0.05 * value, name.endsWith("_us") ? report.summary.time_error_us : 0);
        expect(off, `${row} ${column}: “${cell}” for ${value}`).toBeLessThan(allowed);
      }
    }
  }

  await expect(app.cautions().getByRole("listitem")).toHaveCount(report.cautions.length);
  for (const [i, caution] of report.cautions.entries()) {
    const item = app.cautions().getByRole("listitem").nth(i);
    await expect(item).toContainText(caution.evidence);
    // What stands between backticks is shown as code, without them.
    await expect(item).toContainText(caution.advice.replaceAll("`", ""));
  }
  for (const request of report.requests) {
    await expect(app.request(request.index)).toBeVisible();
  }
});
