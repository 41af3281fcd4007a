// A provider fills the form and says what is known of it; a pasted endpoint tells its format.
import { test, expect } from "../support/test.mjs";

const ROWS = [
  { name: "Mistral", base: "https://api.mistral.ai/v1", said: /^Answers web pages \(measured, 2026-08\)/ },
  { name: "Cerebras", base: "https://api.cerebras.ai/v1", said: /wrong key is hidden from pages/ },
  { name: "Anthropic", base: "https://api.anthropic.com/v1", said: /organisations forbid/, format: "Anthropic Messages" },
  { name: "Gemini", base: "https://generativelanguage.googleapis.com/v1beta", said: /measured, 2026-08/, format: "Gemini" },
  { name: "Cohere", base: "https://api.cohere.com/v2", said: /measured, 2026-08/, format: "Cohere chat" },
  { name: "Ollama", base: "http://localhost:11434", said: /OLLAMA_ORIGINS/, format: "Ollama chat" },
  { name: "vLLM", base: "http://localhost:8000/v1", said: /by its documents, 2026-06/ },
  { name: "Hugging Face", base: "https://router.huggingface.co/v1", said: /^May not answer web pages \(by reports, 2025-10\)/ },
];

for (const { name, base, said, format = "OpenAI chat completions" } of ROWS) {
  test(`${name} fills the form and says what is known of it`, async ({ app }) => {
    await app.fill({ provider: name });
    await expect(app.field("baseUrl")).toHaveValue(base);
    await expect(app.field("format").locator("option:checked")).toHaveText(format);
    expect(await app.saidOf("provider")).toMatch(said);
  });
}

for (const name of ["NVIDIA (hosted)", "Amazon Bedrock", "Databricks", "Modular", "Sakana", "Kimi Code"]) {
  test(`${name} is said to refuse pages before anything is typed`, async ({ page, app }) => {
    await app.fill({ provider: name });
    expect(await app.saidOf("provider")).toMatch(/^Does not answer web pages: a run from here will be blocked/);
    await expect(page.locator("#provider-hint .warning")).toBeVisible();
  });
}

test("example models are offered, and another provider brings others", async ({ page, app }) => {
  const offered = () => page.locator(`datalist#known-models option`).evaluateAll((all) => all.map((option) => option.value));
  await expect(app.field("model")).toHaveAttribute("list", "known-models");
  expect(await offered()).toContain("sim-fluent");
  await app.fill({ provider: "Perplexity" });
  expect(await offered()).toEqual(["sonar"]);
});

test("a pasted endpoint tells its format, and another choice stays", async ({ page, app }) => {
  const note = page.getByRole("status").filter({ hasText: "Recognised as" });
  await app.fill({ provider: "Custom", baseUrl: "https://gate.example/v1" });
  await app.field("model").focus();
  await expect(note).toHaveCount(0);
  await app.field("baseUrl").fill("https://gate.example/v1/messages");
  await app.field("model").focus();
  await expect(note).toHaveText(/^Recognised as Anthropic Messages\./);
  const chosen = app.field("format").locator("option:checked");
  await expect(chosen).toHaveText("Anthropic Messages");
  await app.field("format").selectOption({ label: "OpenAI chat completions" });
  await expect(note).toHaveCount(0);
  await app.field("baseUrl").focus();
  await app.field("model").focus();
  await expect(chosen).toHaveText("OpenAI chat completions");
  await app.field("baseUrl").fill("https://gate.example/v1/responses");
  await app.field("model").focus();
  await expect(chosen).toHaveText("OpenAI Responses");
});

test("the list of models can be read before any model is named", async ({ page, app, witness }) => {
  await app.fill({ model: "" });
  await app.button("Test connection").click();
  await app.button("List models").click();
  await expect(page.locator("#models-said")).toHaveText("The field Model offers the names now.");
  await expect(page.locator("datalist#known-models option")).toHaveCount(10);
  expect(witness.requests.some((request) => request.method() === "POST" && request.postData()?.includes('"messages"'))).toBe(false);
});

test("the endpoint's own list of models is offered after a test of the connection", async ({ page, app, witness }) => {
  await app.fill({ model: "sim-unheard-of" });
  await app.button("Test connection").click();
  await app.button("Send one test request").click();
  const hint = page.locator("#model-hint");
  await expect(hint).toHaveText("The endpoint lists 10 models; “sim-unheard-of” is not among them.");
  const offered = page.locator("datalist#known-models option");
  await expect(offered).toHaveCount(10);
  await app.field("model").fill("sim-instant");
  await expect(hint).toHaveText("The endpoint lists 10 models.");
  expect(witness.requests.filter((request) => request.url().endsWith("/v1/models")).length).toBeGreaterThan(0);
});
