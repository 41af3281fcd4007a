// The page is alone: isolated, without inline code, without anyone else's server.
import { test, expect } from "../support/test.mjs";
import { App } from "../support/app.mjs";
import { startStaticHost } from "../support/statichost.mjs";

const FAST = { model: "ttft=30,gap=5,n=60", requests: 2, concurrency: 1, warmup: 0 };

test("the page is cross-origin isolated and its worker has the fine clock", async ({ page, app }) => {
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  expect(await app.measure(FAST)).toBe("done");
  const { environment } = await app.report();
  expect(environment.cross_origin_isolated).toBe(true);
  // Without isolation Chromium's clock ticks every 100 µs.
  expect(environment.clock_tick_us).toBeGreaterThan(0);
  expect(environment.clock_tick_us).toBeLessThan(100);
  expect(environment.user_agent).toBe(await page.evaluate(() => navigator.userAgent));
  expect(environment.time_zone).toBe(await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone));
});

test("the headers forbid inline code and foreign files, and the browser obeys", async ({ page, app, companion, witness }) => {
  const headers = (await page.request.get(companion.page)).headers();
  expect(headers["content-security-policy"]).toMatch(/default-src '(self|none)'/);
  expect(headers["content-security-policy"]).not.toContain("unsafe-inline");
  expect(headers["content-security-policy"]).not.toMatch(/'unsafe-eval'/);
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(headers["referrer-policy"]).toBe("no-referrer");
  await expect(app.main("setup")).toBeVisible();

  witness.breachesExpected = true;
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.inlineRan = true";
    document.body.append(script);
  });
  await expect.poll(() => witness.breaches.join()).toContain("script-src");
  expect(await page.evaluate(() => window.inlineRan)).toBeUndefined();
});

test("the document has no inline code", async ({ page, app, companion }) => {
  await expect(app.main("setup")).toBeVisible();
  const source = await (await page.request.get(companion.page)).text();
  expect(source).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>\s*\S/);
  expect(source).not.toMatch(/<style/);
  expect(source).not.toMatch(/\son\w+=/);
});

test("only the page and the vendor are called, and the report lists the vendor", async ({ app, companion, witness }) => {
  expect(await app.measure(FAST)).toBe("done");
  const origins = new Set(
    witness.requests.map((request) => new URL(request.url())).filter((url) => url.protocol === "http:").map((url) => url.origin),
  );
  const [page, vendor] = [companion.page, companion.vendor].map((address) => new URL(address));
  expect(origins).toEqual(new Set([page.origin, vendor.origin]));
  expect((await app.report()).environment.hosts_contacted).toEqual([vendor.host]);
});

test("a static host below a path will do, without headers and without our server", async ({ page, companion, witness }) => {
  const host = await startStaticHost(process.env.DIST, "/tools/pace/");
  witness.allow(host.page);
  const app = new App(page);
  await app.open(host.page);
  expect(
    await app.measure({ ...FAST, provider: "Custom", baseUrl: new URL("/v1", companion.vendor).href }),
  ).toBe("done");
  const report = await app.report();
  expect(report.requests.map((request) => request.outcome)).toEqual(["ok", "ok"]);
  expect(report.environment.cross_origin_isolated).toBe(false);
  expect(report.environment.clock_tick_us).toBeGreaterThanOrEqual(100);
  await host.close();
});
