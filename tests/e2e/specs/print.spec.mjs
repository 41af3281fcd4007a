// The result on paper: what a person hands to somebody who was not there.
import { test, expect } from "../support/test.mjs";

const RUN = { requests: 20, concurrency: 4, warmup: 2, model: "ttft=250,gap=10,n=120,jitter=0.3" };

/** Sheets of a PDF: each is an object of this type. */
const sheets = (pdf) => pdf.toString("latin1").match(/\/Type\s*\/Page\b/g).length;

for (const [width, colorScheme] of [
  [1440, "light"],
  [390, "dark"],
]) {
  test(`a run of twenty answers fits on two sheets, printed from ${width} px, ${colorScheme}`, async ({ page, app }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await app.measure(RUN);
    await expect(page.getByRole("heading", { name: "How this was measured" })).toBeVisible();
    // With the margins of the style sheet, as a person's print dialogue does.
    expect(sheets(await page.pdf({ format: "A4", preferCSSPageSize: true }))).toBe(2);
  });
}

test("what is open on the screen takes no paper", async ({ page, app }) => {
  await app.measure(RUN);
  await expect(page.getByRole("heading", { name: "How this was measured" })).toBeVisible();
  for (const summary of await page.getByRole("main").locator("summary").all()) await summary.click();
  await app.request(3).getByRole("button").click();
  expect(sheets(await page.pdf({ format: "A4", preferCSSPageSize: true }))).toBe(2);
});

test("verdict, facts, pictures, cautions, numbers and method are printed, tools are not", async ({ page, app }) => {
  await app.measure(RUN);
  await expect(page.getByRole("heading", { name: "How this was measured" })).toBeVisible();
  const report = await app.report();
  await page.emulateMedia({ media: "print" });
  await expect(app.verdict()).toContainText(report.verdict.sentence);
  for (const { label } of report.verdict.facts) await expect(app.verdict().getByText(label, { exact: true })).toBeVisible();
  expect(report.cautions.length).toBeGreaterThan(0);
  for (const { title } of report.cautions) await expect(app.cautions().getByText(title)).toBeVisible();
  await expect(app.percentiles().getByRole("row")).toHaveCount(7);
  await expect(page.getByRole("list", { name: "Good for" }).getByRole("listitem")).toHaveCount(7);
  await expect(page.getByRole("region", { name: "How this was measured" })).toContainText(report.plan.base_url);
  const pictures = page.getByRole("main").getByRole("img");
  expect(await pictures.count()).toBeGreaterThanOrEqual(5);
  for (const picture of await pictures.all()) await expect(picture).toBeVisible();
  await expect(app.requests()).toBeHidden();
  for (const role of ["slider", "combobox", "checkbox"]) await expect(page.getByRole(role)).toHaveCount(0);
  // Terms are buttons that explain themselves; all others are tools.
  const tools = page.getByRole("button").and(page.locator(":not([aria-expanded])"));
  expect(await tools.allInnerTexts()).toEqual([]);
});
