// What cannot be sent is said at the field, and nothing is sent.
import { test, expect } from "../support/test.mjs";

const CASES = [
  { title: "an address that is none", field: "baseUrl", values: { provider: "Custom", baseUrl: "https://[example/v1" } },
  { title: "a blank in the host name", field: "baseUrl", values: { provider: "Custom", baseUrl: "https://exa mple.com/v1" } },
  { title: "no address", field: "baseUrl", values: { provider: "Custom", baseUrl: "" } },
  { title: "an address without a scheme", field: "baseUrl", values: { provider: "Custom", baseUrl: "api.example.com/v1" } },
  { title: "another scheme", field: "baseUrl", values: { provider: "Custom", baseUrl: "ftp://example.com/v1" } },
  { title: "no model", field: "model", values: { model: "  " } },
  { title: "no prompt", field: "prompt", values: { prompt: "" } },
  { title: "zero requests", field: "requests", values: { requests: 0 } },
  { title: "an absurd number of requests", field: "requests", values: { requests: 99_999_999_999 } },
  { title: "half a request", field: "requests", values: { requests: "2.5" } },
  { title: "no number", field: "requests", values: { requests: "many" } },
  { title: "zero at a time", field: "concurrency", values: { concurrency: 0 } },
  { title: "more at a time than requests", field: "concurrency", values: { requests: 2, concurrency: 3 } },
  { title: "too many at a time", field: "concurrency", values: { requests: 500, concurrency: 500 } },
  { title: "negative warm-up", field: "warmup", values: { warmup: -1 } },
  { title: "a limit of no tokens", field: "maxOutputTokens", values: { maxOutputTokens: 0 } },
  { title: "no time", field: "timeout", values: { timeout: 0 } },
  { title: "a header without a colon", field: "extraHeaders", values: { extraHeaders: "X-Title page" } },
  { title: "a header that is the browser's", field: "extraHeaders", values: { extraHeaders: "Host: example.com" } },
  { title: "a header twice", field: "extraHeaders", values: { extraHeaders: "X-A: 1\nx-a: 2" } },
  { title: "the key's own header", field: "extraHeaders", values: { extraHeaders: "Authorization: Bearer sk-abc" } },
  { title: "fields that are no JSON", field: "extraFields", values: { extraFields: "{temperature: 0}" } },
  { title: "fields that are a list", field: "extraFields", values: { extraFields: "[1]" } },
  { title: "a field that the form sets", field: "extraFields", values: { extraFields: '{"stream": false}' } },
  { title: "a key among the fields", field: "extraFields", values: { extraFields: '{"user": "sk-abcdefghijklmnop"}' } },
  { title: "a target that is no number", field: "targetTtft", values: { targetTtft: "fast" } },
  { title: "a target of no time", field: "targetTpot", values: { targetTpot: 0 } },
  { title: "less than no speed", field: "neededTps", values: { neededTps: -5 } },
  { title: "an absurd reading speed", field: "readingSpeed", values: { readingSpeed: 1_000_000 } },
];

for (const { title, field, values } of CASES) {
  test(`${title}: said at the field, focused, nothing sent`, async ({ app, witness }) => {
    await app.fill(values);
    await app.run();
    await expect(app.field(field)).toBeFocused();
    await expect(app.field(field)).toHaveAttribute("aria-invalid", "true");
    await expect(app.field(field)).toHaveAccessibleDescription(/.{15}/);
    await expect(app.main("setup")).toBeVisible();
    expect(witness.completions()).toEqual([]);
  });
}

test("all faults show at once, the first one gets the focus, and mending one clears it", async ({ page, app, witness }) => {
  await app.fill({ model: "", requests: 0, timeout: "soon" });
  await app.run();
  await expect(app.field("model")).toBeFocused();
  const faulty = page.locator('main [aria-invalid="true"]');
  await expect(faulty).toHaveCount(3);
  await app.field("model").fill("ttft=20,gap=2,n=50");
  await expect(app.field("model")).not.toHaveAttribute("aria-invalid", "true");
  await expect(faulty).toHaveCount(2);
  expect(await app.measure({ requests: 2, warmup: 0, timeout: 10 })).toBe("done");
  expect(witness.completions()).toHaveLength(2);
});

test("a fault in the closed part opens it", async ({ page, app }) => {
  await app.fill({ timeout: "soon" });
  await page.locator("summary", { hasText: "Advanced" }).click();
  await expect(app.field("timeout")).toBeHidden();
  await app.run();
  await expect(app.field("timeout")).toBeVisible();
  await expect(app.field("timeout")).toBeFocused();
});

test("a key in the address leaves the field at once", async ({ app, witness }) => {
  await app.fill({ provider: "Custom", baseUrl: "https://api.example.com/v1?api_key=sk-abcdefghijklmnop" });
  await app.run();
  await expect(app.field("baseUrl")).toBeFocused();
  await expect(app.field("baseUrl")).not.toHaveValue(/sk-abcdefghijklmnop/);
  expect(await app.saidOf("baseUrl")).not.toContain("sk-abcdefghijklmnop");
  expect(witness.completions()).toEqual([]);
});
