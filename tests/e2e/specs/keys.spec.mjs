// The key is in the field, in the header to the endpoint it was typed for, and nowhere else.
import { test, expect } from "../support/test.mjs";
import { json, stream } from "../support/recorder.mjs";
import { stored } from "../support/stored.mjs";

const KEY = "sk-canary-5f1d0c9a7b3e4826a1";
const BASE = { provider: "Custom", model: "any", key: KEY, requests: 3, concurrency: 1, warmup: 1 };

/** Everything that holds text in the page and its storage, but for the field itself. */
async function pageTexts(page) {
  const databases = await stored(page);
  const texts = await page.evaluate(async () => {
    const values = [...document.querySelectorAll("input, textarea, select")]
      .filter((control) => control.type !== "password")
      .map((control) => control.value);
    return JSON.stringify([
      document.documentElement.outerHTML,
      document.documentElement.innerText,
      values,
      { ...localStorage },
      { ...sessionStorage },
      await caches.keys(),
      document.cookie,
      location.href,
      history.state,
      document.title,
    ]);
  });
  return texts + databases;
}

/** Pieces of eight characters of the key: one of them is enough to recognise it. */
function pieces() {
  return [...Array(KEY.length - 7).keys()].map((i) => KEY.slice(i, i + 8));
}

function expectNoKey(text, where) {
  expect(pieces().filter((piece) => text.includes(piece)), where).toEqual([]);
}

test("the key travels in one header of the endpoint's requests and is nowhere else", async ({ page, app, startVendor, witness }) => {
  const vendor = await startVendor();
  await app.fill({ ...BASE, baseUrl: vendor.base });
  expectNoKey(await pageTexts(page), "in the page before the run");
  await app.run();
  await app.main("running").waitFor();
  expectNoKey(await pageTexts(page), "in the page during the run");
  expect(await app.settled()).toBe("done");
  expectNoKey(await pageTexts(page), "in the page after the run");
  await (await app.option("Include texts")).check();
  expectNoKey(await app.download(), "in the download");
  expectNoKey(witness.console.join("\n"), "in the console");

  const asked = vendor.seen.filter((request) => request.method === "POST");
  expect(asked).toHaveLength(4);
  for (const request of asked) {
    expect(request.headers.authorization).toBe(`Bearer ${KEY}`);
    const rest = { ...request, headers: { ...request.headers, authorization: "" } };
    expectNoKey(JSON.stringify(rest), "beside the header");
  }
  const others = vendor.seen.filter((request) => request.method !== "POST");
  expectNoKey(JSON.stringify(others), "in a preflight");
  // Anything beyond these two would need a wider permission than vendors give.
  for (const { headers } of others) {
    const wanted = (headers["access-control-request-headers"] ?? "").split(",").map((name) => name.trim());
    expect(["authorization", "content-type"]).toEqual(expect.arrayContaining(wanted.filter(Boolean)));
  }
  for (const request of witness.requests) {
    expectNoKey(request.url(), "in an address");
    if (!request.url().startsWith(vendor.base)) {
      expectNoKey(JSON.stringify(await request.allHeaders()) + (request.postData() ?? ""), request.url());
    }
  }
});

test("no key, no header", async ({ app, startVendor }) => {
  const vendor = await startVendor();
  expect(await app.measure({ ...BASE, key: "", baseUrl: vendor.base })).toBe("done");
  for (const request of vendor.seen) expect(request.headers.authorization).toBeUndefined();
});

test("“Bearer”, blanks and quotes around the key are forgiven", async ({ app, startVendor }) => {
  const vendor = await startVendor();
  expect(await app.measure({ ...BASE, key: `  "Bearer ${KEY}" `, baseUrl: vendor.base, warmup: 0 })).toBe("done");
  expect(vendor.seen.find((request) => request.method === "POST").headers.authorization).toBe(`Bearer ${KEY}`);
});

test("the key stays for the next run in this tab", async ({ app, startVendor }) => {
  const vendor = await startVendor();
  await app.measure({ ...BASE, baseUrl: vendor.base, requests: 1, warmup: 0 });
  const before = vendor.seen.length;
  await app.button("Run again").click();
  await expect.poll(() => vendor.seen.length).toBeGreaterThan(before);
  await app.settled();
  expect(vendor.seen.at(-1).headers.authorization).toBe(`Bearer ${KEY}`);
});

test("the field hides what is typed and is not offered to password managers", async ({ app }) => {
  await expect(app.field("key")).toHaveAttribute("type", "password");
  await expect(app.field("key")).toHaveAttribute("autocomplete", "off");
  await expect(app.field("key")).not.toHaveAttribute("name");
});

test("another origin empties the key, and the page says so", async ({ page, app, startVendor }) => {
  const vendor = await startVendor();
  const other = await startVendor();
  await app.fill({ ...BASE, baseUrl: vendor.base });
  await app.field("baseUrl").fill(`${vendor.base}/other/path`);
  await expect(app.field("key")).toHaveValue(KEY);
  await app.field("baseUrl").fill(other.base);
  await expect(app.field("key")).toHaveValue("");
  await expect(page.getByRole("status").filter({ hasText: /key/i })).toContainText(/removed/i);
  await app.field("baseUrl").fill(vendor.base);
  await expect(app.field("key")).toHaveValue("");
  expect(other.seen).toEqual([]);
});

test("another provider empties the key", async ({ app }) => {
  await app.fill({ provider: "Mistral", key: KEY });
  await app.fill({ provider: "Groq" });
  await expect(app.field("key")).toHaveValue("");
});

test("“Forget key” forgets it", async ({ app, startVendor }) => {
  const vendor = await startVendor();
  await app.fill({ ...BASE, baseUrl: vendor.base });
  await app.button("Forget key").click();
  await expect(app.field("key")).toHaveValue("");
  await app.measure({ requests: 1, warmup: 0 });
  for (const request of vendor.seen) expect(request.headers.authorization).toBeUndefined();
});

test("reloading loses the key and keeps the rest", async ({ page, app, startVendor }) => {
  const vendor = await startVendor();
  await app.fill({ ...BASE, baseUrl: vendor.base, requests: 7 });
  await page.reload();
  await app.main("setup").waitFor();
  await expect(app.field("key")).toHaveValue("");
  await expect(app.field("provider").locator("option:checked")).toHaveText("Custom");
  await expect(app.field("baseUrl")).toHaveValue(vendor.base);
  await expect(app.field("model")).toHaveValue("any");
  await expect(app.field("requests")).toHaveValue("7");
  expectNoKey(await pageTexts(page), "after the reload");
});

test("the key is not sent over plain http to another computer", async ({ app, witness }) => {
  // An address of a network that is reserved for documentation.
  await app.fill({ ...BASE, baseUrl: "http://192.0.2.1/v1" });
  await app.run();
  await expect(app.field("key")).toBeFocused();
  await expect(app.field("key")).toHaveAttribute("aria-invalid", "true");
  expect(await app.saidOf("key")).toMatch(/http/);
  expect(witness.completions()).toEqual([]);
});

for (const [how, said] of [
  ["whole", (key) => `Incorrect API key provided: ${key}.`],
  ["in part", (key) => `Incorrect API key provided: ${key.slice(0, 14)}***.`],
  ["as a header", (key) => `Bad header "authorization: Bearer ${key}"`],
]) {
  test(`a vendor that repeats the key ${how} is scrubbed`, async ({ page, app, startVendor, witness }) => {
    const vendor = await startVendor(({ headers }, response) => {
      const key = headers.authorization?.slice("Bearer ".length) ?? "";
      json(response, 401, { error: { message: said(key), type: "invalid_request_error", code: "invalid_api_key" } });
    });
    expect(await app.measure({ ...BASE, baseUrl: vendor.base, requests: 1, warmup: 0 })).toBe("failed");
    await expect(app.main("failed")).toContainText(/key/i);
    await app.detail(0);
    expectNoKey(await pageTexts(page), "on the page");
    const download = await app.download();
    expectNoKey(download, "in the download");
    expect(JSON.parse(download).requests[0].error.message).toContain(how === "as a header" ? "Bad header" : "Incorrect API key");
    expectNoKey(witness.console.join("\n"), "in the console");
  });
}

test("an answer that contains the key is scrubbed as well", async ({ page, app, startVendor }) => {
  const vendor = await startVendor(({ headers }, response) =>
    stream(response, ["Your key is ", headers.authorization?.slice("Bearer ".length), ", ", "of course."]),
  );
  expect(await app.measure({ ...BASE, baseUrl: vendor.base, requests: 1, warmup: 0 })).toBe("done");
  await (await app.option("Include texts")).check();
  const download = await app.download();
  expectNoKey(download, "in the download");
  expect(JSON.parse(download).requests[0].answer).toContain("of course.");
  expectNoKey(await pageTexts(page), "on the page");
});

test("the key does not follow a redirect", async ({ app, startVendor }) => {
  // The target may be called as far as the witness is concerned: it is the page that must not.
  const target = await startVendor();
  const gateway = await startVendor((_, response) => {
    response.writeHead(307, { location: `${target.base}/chat/completions`, "access-control-allow-origin": "*" });
    response.end();
  });
  await app.measure({ ...BASE, baseUrl: gateway.base, requests: 1, warmup: 0 });
  const report = await app.report();
  expect(report.requests[0].outcome).toBe("blocked");
  expect(target.seen).toEqual([]);
});
