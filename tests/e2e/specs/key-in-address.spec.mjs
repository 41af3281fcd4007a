// A key in an address is taken out, and the user is told; Gemini's goes in its header.
import { test, expect } from "../support/test.mjs";

const KEY = "AIzaCanary-3nT8wQ5zR1xV7yB2";

const address = (base) => `${base}/models/any:streamGenerateContent?alt=sse&key=${KEY}`;

/** Pastes as people do. */
async function paste(page, context, field, text) {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((text) => navigator.clipboard.writeText(text), text);
  await field.fill("");
  await field.focus();
  await page.keyboard.press("ControlOrMeta+V");
}

const holds = (page) =>
  page.evaluate(() => {
    const values = [...document.querySelectorAll("input, textarea")].map((control) => control.value);
    return JSON.stringify([document.documentElement.outerHTML, values, { ...localStorage }, { ...sessionStorage }]);
  });

test("a pasted key leaves the address at once, and the page says where it belongs", async ({ page, context, app, startVendor, witness }) => {
  const vendor = await startVendor(undefined, { allowed: "x-goog-api-key" });
  await app.fill({ provider: "Custom", format: "Gemini", model: "any" });
  await paste(page, context, app.field("baseUrl"), address(vendor.base));
  await expect(app.field("baseUrl")).toHaveValue(`${vendor.base}/models/any:streamGenerateContent?alt=sse`);
  await expect(app.field("baseUrl")).toHaveAttribute("aria-invalid", "true");
  expect(await app.saidOf("baseUrl")).toMatch(/“key=”.*we removed it.*API key field/);
  expect(await holds(page)).not.toContain(KEY.slice(4, 12));
  // A corrected address is a new one.
  await app.field("baseUrl").press("End");
  await app.field("baseUrl").press("ArrowLeft");
  await app.fill({ key: KEY, requests: 1, concurrency: 1, warmup: 0 });
  await app.run();
  await app.settled();
  const posts = vendor.seen.filter(({ method }) => method === "POST");
  expect(posts.map(({ url, headers }) => [url, headers["x-goog-api-key"]])).toEqual([["/v1/models/any:streamGenerateContent?alt=sse", KEY]]);
  for (const request of witness.requests) expect(request.url()).not.toContain(KEY.slice(4, 12));
});

test("a typed one leaves it with the first press of a button, which does nothing else", async ({ page, app, startVendor }) => {
  const vendor = await startVendor();
  for (const button of ["Run benchmark", "Test connection"]) {
    await app.fill({ provider: "Custom", format: "Gemini", model: "any", baseUrl: address(vendor.base) });
    await app.button(button).click();
    await expect(app.field("baseUrl")).toHaveValue(`${vendor.base}/models/any:streamGenerateContent?alt=sse`);
    await expect(app.field("baseUrl")).toBeFocused();
    expect(await app.saidOf("baseUrl")).toMatch(/we removed it/);
    expect(await holds(page)).not.toContain(KEY.slice(4, 12));
    expect(vendor.seen).toEqual([]);
  }
});

test("a user name and a password go too", async ({ page, context, app }) => {
  await app.fill({ provider: "Custom" });
  await paste(page, context, app.field("baseUrl"), `https://me:${KEY}@gate.example/v1`);
  await expect(app.field("baseUrl")).toHaveValue("https://gate.example/v1");
  expect(await app.saidOf("baseUrl")).toMatch(/user name or password: we removed them/);
  expect(await holds(page)).not.toContain(KEY.slice(4, 12));
});

test("what cannot be read is not repeated with the key in it", async ({ page, app }) => {
  for (const typed of [`gate.example/v1?key=${KEY}`, KEY]) {
    await app.fill({ provider: "Custom", model: "any", baseUrl: typed });
    await app.run();
    await expect(app.field("baseUrl")).toBeFocused();
    expect(await app.saidOf("baseUrl")).not.toContain(KEY.slice(4, 12));
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(KEY.slice(4, 12));
  }
});

for (const [name, header] of [["Gemini", "x-goog-api-key"], ["Anthropic", "x-api-key"]]) {
  test(`${name}'s key travels in its header`, async ({ page, app, witness }) => {
    await app.fill({ provider: name, key: KEY, model: "any", requests: 1, concurrency: 1, warmup: 0 });
    witness.allow(await app.field("baseUrl").inputValue());
    const seen = [];
    await page.route(/googleapis|anthropic/, async (route) => {
      seen.push({ url: route.request().url(), headers: await route.request().allHeaders() });
      await route.abort();
    });
    await app.run();
    await expect.poll(() => seen.length).toBeGreaterThan(0);
    expect(seen[0].headers[header]).toBe(KEY);
    for (const { url } of seen) expect(url).not.toContain(KEY.slice(4, 12));
  });
}
