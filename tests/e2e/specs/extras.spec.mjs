// What people add to each request arrives, and what is a secret among it is nowhere else.
import { test, expect } from "../support/test.mjs";
import { stored } from "../support/stored.mjs";
import { json } from "../support/recorder.mjs";

const TOKEN = "tenant-5c1f77e0a9b24d63";
const BASE = { provider: "Custom", model: "any", requests: 2, concurrency: 1, warmup: 1 };
const HEADERS = `X-Title: my page\nX-Gate-Token: ${TOKEN}`;
const ALLOWED = { allowed: "x-title, x-gate-token" };

const posts = (vendor) => vendor.seen.filter((request) => request.method === "POST");
const exact = (page) => page.getByRole("checkbox", { name: "Ask for exactly this many tokens" });

/** Everything that holds text in the page and its storage, fields included. */
async function pageTexts(page) {
  const databases = await stored(page);
  const texts = await page.evaluate(() => {
    const values = [...document.querySelectorAll("input, textarea, select")].map((control) => control.value);
    const stores = [{ ...localStorage }, { ...sessionStorage }];
    return JSON.stringify([document.documentElement.outerHTML, values, stores, location.href, history.state, document.cookie]);
  });
  return texts + databases;
}

test("headers are sent with each request, and the secret one is nowhere else", async ({ page, app, startVendor, witness }) => {
  const vendor = await startVendor(undefined, ALLOWED);
  await app.fill({ ...BASE, baseUrl: vendor.base, extraHeaders: HEADERS });
  await app.field("model").focus();
  await expect(app.field("extraHeaders")).toHaveValue("X-Title: my page\nX-Gate-Token: (kept in this tab)");
  expect(await pageTexts(page)).not.toContain(TOKEN.slice(0, 12));
  await app.run();
  expect(await app.settled()).toBe("done");
  expect(posts(vendor)).toHaveLength(3);
  for (const { headers, body } of posts(vendor)) {
    expect(headers["x-title"]).toBe("my page");
    expect(headers["x-gate-token"]).toBe(TOKEN);
    expect(body).not.toContain(TOKEN);
  }
  expect(await pageTexts(page)).not.toContain(TOKEN.slice(0, 12));
  await expect(page.getByText("X-Title: my page")).toBeVisible();
  const download = await app.download();
  expect(download).not.toContain(TOKEN.slice(0, 12));
  expect(JSON.parse(download).plan.extra_headers).toEqual({ "X-Title": "my page" });
  expect(witness.console.join("\n")).not.toContain(TOKEN.slice(0, 12));

  // It is still held for the next run, and gone after a reload.
  await app.button("Run again").click();
  await expect.poll(() => posts(vendor).length).toBe(6);
  await app.settled();
  expect(posts(vendor).at(-1).headers["x-gate-token"]).toBe(TOKEN);
  await page.reload();
  await app.main("setup").waitFor();
  await expect(app.field("extraHeaders")).toHaveValue("X-Title: my page");
});

test("another origin empties the secret headers, and the page says so", async ({ page, app, startVendor }) => {
  const vendor = await startVendor(undefined, ALLOWED);
  const other = await startVendor(undefined, ALLOWED);
  await app.fill({ ...BASE, baseUrl: vendor.base, extraHeaders: HEADERS });
  await app.field("baseUrl").fill(other.base);
  await expect(app.field("extraHeaders")).toHaveValue("X-Title: my page");
  await expect(page.getByRole("status").filter({ hasText: "secret headers" })).toContainText(/removed/i);
  expect(await app.measure({ requests: 1, warmup: 0 })).toBe("done");
  expect(posts(other)[0].headers["x-gate-token"]).toBeUndefined();
  expect(vendor.seen).toEqual([]);
});

test("a vendor that repeats a secret header is scrubbed", async ({ page, app, startVendor }) => {
  const vendor = await startVendor(
    ({ headers }, response) => json(response, 403, { error: { message: `No tenant ${headers["x-gate-token"]}.` } }),
    ALLOWED,
  );
  const values = { ...BASE, baseUrl: vendor.base, extraHeaders: HEADERS, requests: 1, warmup: 0 };
  expect(await app.measure(values)).toBe("failed");
  await app.detail(0);
  expect(await pageTexts(page)).not.toContain(TOKEN.slice(0, 12));
  const download = await app.download();
  expect(download).not.toContain(TOKEN.slice(0, 12));
  expect(JSON.parse(download).requests[0].error.message).toContain("No tenant");
});

test("“Forget key” forgets secret headers too", async ({ app, startVendor }) => {
  const vendor = await startVendor(undefined, ALLOWED);
  await app.fill({ ...BASE, baseUrl: vendor.base, extraHeaders: HEADERS });
  await app.field("model").focus();
  await app.button("Forget key").click();
  await expect(app.field("extraHeaders")).toHaveValue("X-Title: my page");
  await app.measure({ requests: 1, warmup: 0 });
  expect(posts(vendor)[0].headers["x-gate-token"]).toBeUndefined();
});

test("JSON fields join the body, and the report says so", async ({ page, app, startVendor }) => {
  const vendor = await startVendor();
  const fields = '{"temperature": 0, "stream_options": {"continuous_usage_stats": true}}';
  expect(await app.measure({ ...BASE, baseUrl: vendor.base, extraFields: fields })).toBe("done");
  for (const { body } of posts(vendor)) {
    const sent = JSON.parse(body);
    expect(sent.temperature).toBe(0);
    expect(sent.stream_options).toEqual({ include_usage: true, continuous_usage_stats: true });
    expect(sent.stream).toBe(true);
  }
  expect((await app.report()).plan.extra_fields).toEqual(JSON.parse(fields));
  await expect(page.getByText('"temperature":0')).toBeVisible();
});

test("an exact length is asked for where the server knows how, and what came of it is told", async ({ page, app, startVendor }) => {
  const vendor = await startVendor();
  await app.fill({ ...BASE, provider: "vLLM", model: "any", baseUrl: vendor.base, maxOutputTokens: 4 });
  await exact(page).check();
  await app.run();
  expect(await app.settled()).toBe("done");
  expect(JSON.parse(posts(vendor)[0].body)).toMatchObject({ ignore_eos: true, max_tokens: 4 });
  const report = await app.report();
  expect(report.plan.exact_length).toBe("ignore_eos");
  // The vendor says "It said a few words.": five pieces, and reports as many tokens.
  expect(report.summary.reached_length).toEqual({ asked: 4, exact: { hits: 0, of: 2 }, shortest: 5, longest: 5 });
  await expect(page.getByText("0 of 2 answers have it")).toBeVisible();
});

test("the simulated vendor keeps to an exact length", async ({ page, app }) => {
  await app.fill({ model: "sim-instant", maxOutputTokens: 300, requests: 2, warmup: 0 });
  await exact(page).check();
  await app.run();
  expect(await app.settled()).toBe("done");
  expect((await app.report()).summary.reached_length).toMatchObject({ asked: 300, exact: { hits: 2, of: 2 } });
});

test("where an exact length cannot be asked for, the page says why", async ({ page, app }) => {
  await app.fill({ provider: "OpenAI" });
  await expect(exact(page)).toBeDisabled();
  await expect(exact(page)).toHaveAccessibleDescription(/This vendor has no way to ask for it/);
  await app.fill({ provider: "vLLM" });
  await expect(exact(page)).toBeEnabled();
  await expect(exact(page)).toHaveAccessibleDescription(/ignore_eos/);
});
