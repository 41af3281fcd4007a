// Names that people's scripts and screen readers rely on. They may gain company, but never change.
import { test, expect } from "../support/test.mjs";
import { FIELDS } from "../support/app.mjs";

const FORMATS = [
  "OpenAI chat completions",
  "OpenAI completions",
  "OpenAI Responses",
  "Anthropic Messages",
  "Gemini",
  "Ollama chat",
  "llama.cpp completion",
  "TGI",
  "Cohere chat",
];

const VALUES = { model: "ttft=20,gap=4,n=60", requests: 3, concurrency: 1, warmup: 0 };

test("every field has its label, and only one", async ({ page, app }) => {
  await app.openAdvanced();
  // Two of them only stand there with this choice.
  await app.fill({ runUntil: "the number is stable" });
  for (const [key, label] of Object.entries(FIELDS)) {
    await expect(app.field(key), label).toHaveCount(1);
    await expect(app.field(key), label).toBeVisible();
    await expect(app.field(key), label).toHaveAccessibleName(label);
  }
  await expect(page.locator("details").filter({ has: page.getByText("Advanced", { exact: true }) })).toHaveCount(1);
});

test("lists have the promised choices", async ({ app }) => {
  await app.openAdvanced();
  const choices = (key) => app.field(key).locator("option").allInnerTexts();
  expect(await choices("provider")).toEqual(expect.arrayContaining(["Simulated vendor", "Custom", "OpenAI", "Ollama"]));
  expect(await choices("format")).toEqual(expect.arrayContaining(FORMATS));
  expect((await choices("workload")).length).toBeGreaterThanOrEqual(4);
});

test("a provider brings its documented base URL", async ({ app }) => {
  await app.fill({ provider: "OpenAI" });
  await expect(app.field("baseUrl")).toHaveValue("https://api.openai.com/v1");
  await app.fill({ provider: "Groq" });
  await expect(app.field("baseUrl")).toHaveValue("https://api.groq.com/openai/v1");
});

test("a full endpoint URL is used as it is", async ({ app, companion, witness }) => {
  const endpoint = new URL("/v1/chat/completions", companion.vendor).href;
  await app.measure({ ...VALUES, provider: "Custom", baseUrl: endpoint });
  await expect(app.main("done")).toBeVisible();
  expect(new Set(witness.completions().map((request) => request.url()))).toEqual(new Set([endpoint]));
});

test("phases, buttons and regions have their names", async ({ page, app }) => {
  await expect(app.main("setup")).toHaveCount(1);
  await app.fill({ ...VALUES, model: "ttft=20,gap=20,n=60" });
  await app.run();
  await expect(app.main("running")).toBeVisible();
  await expect(app.button("Stop")).toBeVisible();
  await expect(page.getByRole("progressbar")).toBeVisible();
  await expect(app.main("done")).toBeVisible();
  await expect(app.verdict()).toHaveCount(1);
  await expect(app.cautions()).toHaveCount(1);
  await expect(app.button("Download JSON")).toHaveCount(1);
  await expect(page.locator("main")).toHaveCount(1);
});

test("the percentile table has the promised rows and columns", async ({ app }) => {
  await app.measure(VALUES);
  await expect(app.percentiles()).toHaveCount(1);
  await expect(app.percentiles().locator("caption")).toHaveText("Percentiles");
  for (const column of ["p50", "p90", "p95", "p99"]) {
    await expect(app.percentiles().getByRole("columnheader", { name: column, exact: true })).toHaveCount(1);
  }
  const rows = ["TTFT", "TTFA", "TPOT", "TPS", "Chunk gap", "E2E latency"];
  await expect(app.percentiles().getByRole("rowheader")).toHaveText(rows, { useInnerText: true });
  for (const row of rows) {
    await expect(app.percentiles().getByRole("rowheader", { name: row, exact: true })).toHaveCount(1);
  }
});
