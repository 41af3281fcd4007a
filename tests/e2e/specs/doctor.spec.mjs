// "Test connection": the right words for each trouble, and the key in none of its requests.
import { test, expect } from "../support/test.mjs";
import { App } from "../support/app.mjs";
import { axeFindings } from "../support/axe.mjs";
import { stream } from "../support/recorder.mjs";
import { startStaticHost } from "../support/statichost.mjs";
import { refusedAddress, startBlackHole, startRedirect, startTrouble, startUntrusted } from "../support/trouble.mjs";

const KEY = "sk-canary-77c2f0b1d9e84a3550";
const CUSTOM = { provider: "Custom", model: "any", key: KEY };

/** The answer below the button, once there is one. */
function finding(page, code) {
  return page.locator(code ? `[data-finding="${code}"]` : "[data-finding]");
}

async function testConnection(app, baseUrl, values = CUSTOM) {
  await app.fill({ ...values, baseUrl });
  await app.button("Test connection").click();
}

/** No request but the expected number of real ones carried the key, in whatever place. */
async function expectNoKey(witness, servers) {
  for (const server of servers) {
    const seen = JSON.stringify(server.seen);
    expect(seen).not.toContain(KEY.slice(3, 11));
    for (const { headers } of server.seen) {
      expect([undefined, "Bearer tokenpace-probe"]).toContain(headers.authorization);
      expect(headers.referer).toBeUndefined();
      expect(headers.cookie).toBeUndefined();
    }
  }
  for (const request of witness.requests) {
    const all = JSON.stringify(await request.allHeaders()) + request.url() + (request.postData() ?? "");
    expect(all).not.toContain(KEY.slice(3, 11));
  }
}

for (const [situation, code, words] of [
  ["no permission at all", "NO_CORS", /none of its replies to our questions may be read by a page/],
  ["permission with good replies only", "NO_CORS", /some of its replies/],
  ["a gateway that wants the key on OPTIONS", "NO_CORS", /gateway/],
  ["a preflight that refuses the key's header", "HEADER_REFUSED", /not those to calls with the header authorization/],
  ["a preflight that refuses JSON", "NO_CORS", /lacks content-type/],
  ["a preflight without Max-Age", "READY", /answers web pages/],
  ["a readable 401", "READY", /Nothing secret was sent/],
  ["a 401 without permission", "NO_CORS", /permission header/],
  ["a rate limit", "RATE", /429/],
  ["a server that is down for now", "SERVER", /503/],
  ["a web page", "BAD_REPLY", /web page instead of data/],
  ["a gateway that shows a challenge", "BAD_REPLY", /403 with a web page/],
  ["nothing at this path", "NOT_FOUND", /answers web pages, but the path .* was not found/],
]) {
  test(`${situation}: ${code}`, async ({ page, app, witness, serve }) => {
    const server = await serve(startTrouble(situation));
    await testConnection(app, server.base);
    await expect(finding(page)).toHaveAttribute("data-finding", code);
    await expect(finding(page)).toContainText(words);
    await expect(finding(page)).toContainText(new RegExp(`${server.host}`));
    const calls = server.seen.filter(({ method }) => method !== "OPTIONS");
    expect(calls.length).toBeLessThanOrEqual(4);
    await expectNoKey(witness, [server]);
    const blamed = ["NO_CORS", "HEADER_REFUSED"].includes(code);
    await expect(app.button("Copy curl command")).toHaveCount(blamed ? 1 : 0);
    await expect(app.button("Send one test request")).toHaveCount(blamed || ["READY", "NOT_FOUND"].includes(code) ? 1 : 0);
    await expect(app.field("key")).toHaveValue(KEY);
  });
}

test("a redirect is not followed by what carries headers", async ({ page, app, witness, serve }) => {
  const target = await serve(startTrouble("a readable 401"));
  const server = await serve(startRedirect(`${target.base}/elsewhere`));
  await testConnection(app, server.base);
  await expect(finding(page)).toHaveAttribute("data-finding", "NO_CORS");
  await expect(finding(page)).toContainText(/path is wrong/);
  for (const { method, headers } of target.seen) {
    expect(method).toBe("GET");
    expect(headers.authorization).toBeUndefined();
  }
  await expectNoKey(witness, [server, target]);
});

test("nothing listens there", async ({ page, app, witness }) => {
  const address = await refusedAddress();
  witness.allow(address);
  await testConnection(app, address);
  await expect(finding(page, "LOCAL_DOWN")).toContainText(/Nothing answered at 127\.0\.0\.1:\d+/);
});

test("a certificate that the browser does not trust", async ({ page, app, serve }) => {
  const server = await serve(startUntrusted());
  await testConnection(app, server.base);
  await expect(finding(page, "LOCAL_DOWN")).toContainText(/certificate/);
});

test("a host name that does not exist", async ({ page, app, witness }) => {
  const address = "https://tokenpace-doctor.invalid/v1";
  witness.allow(address);
  await testConnection(app, address);
  await expect(finding(page, "UNREACHABLE")).toContainText(/typing error/, { timeout: 30_000 });
});

test("silence has a limit, and editing the form ends the wait at once", async ({ page, app, serve }) => {
  // Three questions, each with its limit.
  test.slow();
  const server = await serve(startBlackHole());
  await testConnection(app, server.base);
  await expect(page.getByRole("status").filter({ hasText: "Asking whether it answers web pages" })).toBeVisible();
  await expect.poll(() => server.waiting()).toBe(1);
  await app.field("baseUrl").fill(`${server.base}/other`);
  await expect(page.getByRole("status").filter({ hasText: "Asking whether" })).toHaveCount(0);
  await expect.poll(() => server.waiting(), "the call was taken back").toBe(0);

  await app.button("Test connection").click();
  await expect(finding(page, "TIMED_OUT")).toContainText(/did not answer within 8 s/, { timeout: 30_000 });
  await expect(app.button("Send one test request")).toBeVisible();
  await expect(app.button("Copy text for the vendor")).toHaveCount(0);
});

test("an address that is none, and one with a secret in it", async ({ page, app, witness }) => {
  await testConnection(app, "api.example.com/v1");
  await expect(finding(page, "BAD_URL")).toContainText(/nothing was asked/);
  await expect(app.field("baseUrl")).toBeFocused();
  expect(await app.saidOf("baseUrl")).toMatch(/https:\/\//);
  await testConnection(app, "https://user:hunter2hunter2@api.example.com/v1");
  await expect(finding(page, "SECRET_IN_URL")).toBeVisible();
  await expect(app.field("baseUrl")).toHaveValue("https://api.example.com/v1");
  expect(witness.requests.filter((request) => request.url().includes("example.com"))).toEqual([]);
});

test("a vendor that is known to refuse pages is not called unasked", async ({ page, app, witness }) => {
  await app.fill({ provider: "NVIDIA (hosted)" });
  await app.button("Test connection").click();
  await expect(finding(page, "KNOWN_NO")).toContainText(/as of 2026-\d\d/);
  await expect(app.button("Test anyway")).toBeVisible();
  expect(witness.requests.filter((request) => request.url().includes("nvidia"))).toEqual([]);
});

test("the policy of this copy of the page", async ({ page, companion, witness, serve }) => {
  witness.breachesExpected = true;
  const server = await serve(startTrouble("a readable 401"));
  await page.route(companion.page, async (route) => {
    const response = await route.fetch();
    const headers = response.headers();
    headers["content-security-policy"] = headers["content-security-policy"].replace(/connect-src [^;]*/, "connect-src 'self'");
    await route.fulfill({ response, headers });
  });
  const app = new App(page);
  await app.open(companion.page);
  await testConnection(app, server.base);
  await expect(finding(page, "OWN_CSP")).toContainText(/connect-src/);
  expect(server.seen).toEqual([]);
});

test("one real request after the click, with the key, and nothing else with it", async ({ page, app, startVendor }) => {
  const vendor = await startVendor();
  await testConnection(app, vendor.base);
  await expect(finding(page, "READY")).toBeVisible();
  const probes = vendor.seen.length;
  expect(vendor.seen.filter(({ headers }) => headers.authorization === `Bearer ${KEY}`)).toEqual([]);
  await expect(app.button("Send one test request")).toHaveAccessibleDescription(/two words.*16 output tokens.*key/);
  await app.button("Send one test request").click();
  await expect(finding(page, "OK")).toContainText(/answered in [\d.]+ m?s/);
  const real = vendor.seen.slice(probes).filter(({ method }) => method === "POST");
  expect(real.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${KEY}`]);
  expect(JSON.parse(real[0].body)).toMatchObject({ model: "any", max_tokens: 16 });
  await expect(app.main("setup")).toBeVisible();
  // Another model: the answer is out of date.
  await app.field("model").fill("another");
  await expect(finding(page)).toHaveCount(0);
});

test("a page without our headers finds out as much", async ({ page, witness, serve }) => {
  const host = await startStaticHost(process.env.DIST, "/tools/pace/");
  witness.allow(host.page);
  const app = new App(page);
  await app.open(host.page);
  const server = await serve(startTrouble("no permission at all"));
  await testConnection(app, server.base);
  await expect(finding(page, "NO_CORS")).toContainText(/is up/);
  const address = await refusedAddress();
  witness.allow(address);
  await testConnection(app, address);
  await expect(finding(page, "LOCAL_DOWN")).toBeVisible();
  await host.close();
});

test("an organisation that forbids browsers says so to a real request", async ({ page, app, serve }) => {
  const server = await serve(startTrouble("an organisation that forbids browsers"));
  await testConnection(app, server.base);
  await expect(finding(page, "READY")).toBeVisible();
  await app.button("Send one test request").click();
  await expect(finding(page, "ORG_BLOCKED")).toContainText(/administrator/i);
  await expect(finding(page, "ORG_BLOCKED")).toContainText(/not allowed for this Organization/);
});

test("a blocked run is looked into unasked, and the finding stays", async ({ page, app, serve, witness }) => {
  const server = await serve(startTrouble("no permission at all"));
  expect(await app.measure({ ...CUSTOM, key: "", baseUrl: server.base, requests: 1, concurrency: 1, warmup: 0 })).toBe("failed");
  await expect(app.main("failed").locator('[data-finding="NO_CORS"]')).toBeVisible();
  await expect(page.getByRole("heading", { name: "Why requests were blocked" })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await app.changeSetup();
  await expect(finding(page, "NO_CORS")).toBeVisible();
  await expectNoKey(witness, [server]);
});

test("a run that lost some requests has its numbers and the reason", async ({ page, app, startVendor }) => {
  let asked = 0;
  const vendor = await startVendor((_, response) => {
    asked += 1;
    // An error without permission for pages: they can't read it.
    if (asked === 2) response.writeHead(500).end();
    else stream(response, ["It ", "worked."]);
  });
  await app.measure({ ...CUSTOM, baseUrl: vendor.base, requests: 3, concurrency: 1, warmup: 0 });
  await expect(app.main("done")).toBeVisible();
  await expect(app.main("done").locator('[data-finding="OPAQUE_FAIL"]')).toBeVisible();
  await expect(page.getByRole("heading", { name: "Why requests were blocked" })).toBeVisible();
});

test("blocked replies of an open host: it is the request, not the permission", async ({ page, app }) => {
  await app.measure({ model: "bad-no-cors", requests: 1, concurrency: 1, warmup: 0 });
  await expect(app.main("failed").locator('[data-finding="OPAQUE_FAIL"]')).toContainText(/wrong key/);
  await expect(app.button("Copy curl command")).toBeVisible();
});

test("the texts to copy are complete, free of keys, and land in the clipboard", async ({ page, context, app, companion, serve }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const server = await serve(startTrouble("a preflight that refuses the key's header"));
  await testConnection(app, server.base);
  const copied = async (button) => {
    await app.button(button).click();
    await expect(page.getByRole("status").filter({ hasText: "Copied." })).toHaveCount(1);
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const origin = new URL(companion.page).origin;
  expect(await copied("Copy curl command")).toBe(
    `curl -i -X OPTIONS '${server.base}/chat/completions' -H 'Origin: ${origin}' -H 'Access-Control-Request-Method: POST' -H 'Access-Control-Request-Headers: authorization,content-type'`,
  );
  const text = await copied("Copy text for the vendor");
  expect(text).toContain(`${server.base}/chat/completions`);
  expect(text).toMatch(/Access-Control-Allow-Headers does not name the header authorization/);
  expect(text).toMatch(/name authorization, content-type in Access-Control-Allow-Headers/);
  expect(text.trim().split("\n")).toHaveLength(2);
  expect(text).not.toContain(KEY);
});

test("every host that was tested is listed in the next report", async ({ page, app, companion, serve }) => {
  const server = await serve(startTrouble("a readable 401"));
  await testConnection(app, server.base);
  await expect(finding(page, "READY")).toBeVisible();
  expect(await app.measure({ provider: "Simulated vendor", model: "ttft=20,gap=2,n=50", requests: 1, concurrency: 1, warmup: 0 })).toBe("done");
  const hosts = (await app.report()).environment.hosts_contacted;
  expect(hosts).toEqual([new URL(companion.vendor).host, server.host]);
});

test("the answer can be used with the keyboard and holds for axe", async ({ page, app, serve }) => {
  const server = await serve(startTrouble("no permission at all"));
  await testConnection(app, server.base);
  await expect(finding(page, "NO_CORS")).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await app.button("Copy curl command").focus();
  await page.keyboard.press("Enter");
  await expect(app.button("Copy curl command")).toBeFocused();
  await page.setViewportSize({ width: 320, height: 640 });
  const overhang = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(overhang).toBeLessThanOrEqual(0);
});
