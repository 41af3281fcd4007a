// What the results say beside the numbers, and what a reader can do with them.
import { test, expect } from "../support/test.mjs";
import { axeFindings } from "../support/axe.mjs";

const QUICK = { model: "ttft=40,gap=5,n=60", requests: 12, concurrency: 3, warmup: 3 };
const BUFFERED = { model: "ttft=50,gap=5,n=100,buffered=1", requests: 5, concurrency: 1, warmup: 1 };

const scores = (page) => page.getByRole("list", { name: "Good for", exact: true });
const limits = (page) => page.getByRole("region", { name: "Does it meet a target?" });

test("every use has a word, what limits it, and its thresholds with sources", async ({ page, app }) => {
  await app.measure(QUICK);
  const report = await app.report();
  const items = scores(page).getByRole("listitem");
  await expect(items).toHaveCount(7);
  for (const [i, score] of report.verdict.scores.entries()) {
    await expect(items.nth(i).getByRole("heading")).toHaveText(score.label);
    await expect(items.nth(i)).toContainText(score.grade ?? score.reason);
    if (score.limited_by) await expect(items.nth(i)).toContainText(`limited by the ${score.limited_by}`);
  }
  const chat = items.first();
  await expect(chat.getByRole("table")).toBeHidden();
  await chat.getByText("Thresholds").click();
  await expect(chat.getByRole("row")).toHaveCount(1 + 3);
  await expect(chat.getByRole("row").nth(1)).toContainText(/first word.*200 ms.*S1.*1.00 s.*Nielsen/s);
  expect(await axeFindings(page)).toEqual([]);
});

test("a needed speed makes a batch judged", async ({ page, app }) => {
  await app.measure({ ...QUICK, neededTps: 1 });
  await expect(scores(page).getByRole("listitem").last()).toContainText("great");
  expect((await app.report()).plan.target.needed_tps).toBe(1);
});

test("the wait is cut into parts that add up, and the unknown ones say so", async ({ page, app }) => {
  await app.measure({ ...QUICK, model: "ttft=300,gap=5,n=60,think=10" });
  const report = await app.report();
  const wait = page.getByRole("region", { name: "Where the wait went" });
  await expect(wait).toContainText(/The biggest part is .*: \d+ ms of the \d+ ms of the one with the middle first word of 12 answers/);
  await wait.getByText("As a table").click();
  await expect(wait.getByRole("row")).toHaveCount(1 + 6);
  for (const [i, part] of report.summary.wait.parts.entries()) {
    await expect(wait.getByRole("row").nth(i + 1)).toContainText(part.us === null ? "?" : / m?s/);
    await expect(wait.getByRole("row").nth(i + 1)).toContainText(part.how === "unknown" ? "not known" : part.how);
  }
});

test("hidden numbers are struck out, with the way to their caution", async ({ page, app }) => {
  await app.measure(BUFFERED);
  const report = await app.report();
  expect(report.requests.at(-1).ttft_us).toBeNull();
  // In the facts, in the tables, in the row of the request.
  const struck = [app.verdict(), app.percentiles().getByRole("row", { name: /^TTFT/ }), app.request(report.requests.at(-1).index)];
  for (const place of struck) {
    await expect(place.locator("s").first()).toContainText(/^not valid: ?[\d.]+ /);
    await expect(place.getByRole("link").first()).toContainText("Something on the way holds text back");
  }
  await app.request(report.requests.at(-1).index).getByRole("link").first().click();
  const caution = app.cautions().getByRole("listitem").filter({ hasText: "Something on the way holds text back" });
  await expect(caution).toBeFocused();
  await expect(caution).toBeInViewport();
  await expect(caution).toContainText(/It may be: .*Takes away: first sign of life/s);
  expect(new URL(page.url()).hash).toBe("");
  // What is valid is not struck out.
  await expect(app.percentiles().getByRole("row", { name: /^E2E/ }).locator("s")).toHaveCount(0);
  for (const kind of ["coalesced", "not_streamed", "short_output"]) {
    expect(report.cautions.map((caution) => caution.kind)).not.toContain(kind);
  }
  expect(await axeFindings(page)).toEqual([]);
});

test("cautions come by weight, and many failures are no note", async ({ app }) => {
  await app.measure({ model: "sim-flaky", requests: 20, concurrency: 2, warmup: 2 });
  const report = await app.report();
  const order = ["invalidates", "warns", "notes"];
  const weights = report.cautions.map((caution) => order.indexOf(caution.severity));
  expect(weights).toEqual([...weights].sort());
  const failures = app.cautions().getByRole("listitem").filter({ hasText: /answers failed/ });
  await expect(failures).toContainText("Look at this first");
  await expect(failures).not.toContainText("Note");
});

test("a target is kept over a reload and can be changed after the run", async ({ page, app, companion, witness }) => {
  await app.fill({ ...QUICK, targetTtft: 5000, targetShare: "half of the answers (p50)" });
  await app.open(companion.page);
  await app.openAdvanced();
  await expect(app.field("targetTtft")).toHaveValue("5000");
  await app.run();
  await app.settled();
  const first = limits(page).getByRole("listitem").first();
  await expect(first).toContainText(/Met\s*TTFT up to 5.00 s in half of the answers/);
  const sent = witness.completions().length;

  await limits(page).getByText("Set your own target").click();
  await app.field("targetTtft").fill("soon");
  await app.button("Judge again").click();
  await expect(app.field("targetTtft")).toBeFocused();
  await expect(app.field("targetTtft")).toHaveAttribute("aria-invalid", "true");
  await app.field("targetTtft").fill("1");
  await app.button("Judge again").click();
  await expect(first).toContainText(/Missed\s*TTFT up to 1.0 ms in half of the answers/);
  await expect(app.button("Judge again")).toBeFocused();
  expect((await app.report()).plan.target.ttft_us).toBe(1_000);
  expect((await app.report()).verdict.target).toBe("fail");
  expect(witness.completions()).toHaveLength(sent);
});

test("a limit tells its source when pointed at, focused, or pressed", async ({ page, app }) => {
  await app.measure({ ...QUICK, requests: 5 });
  const source = limits(page).getByRole("button", { name: "Source" }).first();
  const note = limits(page).getByRole("note");
  await source.hover();
  await expect(note).toContainText("Nielsen");
  await page.mouse.move(0, 0);
  await expect(note).toHaveCount(0);
  await source.focus();
  await expect(note).toContainText("Nielsen");
  await page.keyboard.press("Escape");
  await expect(note).toHaveCount(0);
  await source.click();
  await expect(note).toContainText("Nielsen");
});

test("twenty answers: said once what they are too few for, and no p99 anywhere", async ({ page, app }) => {
  await app.measure({ ...QUICK, requests: 20 });
  await expect(limits(page)).toContainText(/20 answers can't settle a 19-in-20 limit; 59 would/);
  await expect(limits(page).getByText(/more needed/)).toHaveCount(0);
  await expect(app.verdict()).toContainText("20 of 20 answers counted");
  for (const [row, cells] of Object.entries(await app.percentileCells())) {
    expect(cells.p99, row).toMatch(/^needs 299/);
  }
  for (const distribution of Object.values((await app.report()).summary)) {
    expect(distribution?.p99 ?? null).toBeNull();
  }
});

test("one answer: the page says what it can tell", async ({ page, app }) => {
  await app.measure({ ...QUICK, requests: 1, concurrency: 1 });
  await expect(app.verdict()).toContainText("One request tells");
  await expect(scores(page).getByRole("listitem").first()).toContainText("needs 11 answers");
  expect(await axeFindings(page)).toEqual([]);
});

test("words come before tokens, and tokens say who counted them", async ({ page, app }) => {
  await app.measure(QUICK);
  await expect(app.verdict()).toContainText(/\d wpm, [\d.,]+ tok\/s \(tokens: the vendor's own total/);
  const tables = page.getByRole("region", { name: "Numbers", exact: true }).getByRole("table");
  await expect(tables.first()).toContainText(/Words per minute.*\d wpm/s);
  await expect(app.percentiles().getByRole("row", { name: /^TPS/ })).toContainText("the vendor's own total");
  await app.verdict().getByRole("button", { name: "Pace" }).click();
  await expect(app.verdict().getByRole("note")).toContainText("comfortable headroom");
});

test("a reader sets the speed, and a speed of one's own has no reader", async ({ app }) => {
  await app.openAdvanced();
  await expect(app.field("reader").locator("option:checked")).toHaveText("Average reader, 238 wpm");
  await app.field("reader").selectOption({ label: "Chinese, 332 characters a minute (estimated)" });
  await expect(app.field("readingSpeed")).toHaveValue("332");
  await app.field("readingSpeed").fill("201");
  await expect(app.field("reader").locator("option:checked")).toHaveText("Own speed");
});
