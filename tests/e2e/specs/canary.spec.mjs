// A key and a secret header go through everything the page can do, and are looked for wherever a page can leave something.
// They may be in their headers of requests to the address they were typed for, and nowhere else.
import { test as base, expect } from "../support/test.mjs";
import { App } from "../support/app.mjs";
import { Canary, echoes } from "../support/canary.mjs";
import { FORMATS, KEY_HEADERS, refuse, say, startParrot } from "../support/parrot.mjs";
import { startTrouble } from "../support/trouble.mjs";

const KEY = "sk-canary-7Qm4vX2bT9kW8rZe";
const TOKEN = "tenant-Lf3yP6hJ1dGs";
const SECRETS = [KEY, TOKEN];
const HEADERS = `X-Title: my page\nX-Gate-Token: ${TOKEN}`;
const ALLOWED = "x-title, x-gate-token, x-api-key, x-goog-api-key, anthropic-version, anthropic-dangerous-direct-browser-access";
const BASE = { provider: "Custom", model: "any", key: KEY, extraHeaders: HEADERS, requests: 2, concurrency: 1, warmup: 0 };
const WORDS = ["It ", "was ", "a ", "bright ", "cold ", "day."];

const test = base.extend({
  canary: async ({ page, witness }, use) => {
    const canary = new Canary(page, SECRETS);
    await canary.watch();
    await use(canary);
  },
  app: async ({ page, companion, canary }, use) => {
    const app = new App(page);
    await app.open(companion.page);
    await use(app);
  },
});

/** Fills the form; the headers' field is left, as it is before anything can be pressed. */
async function fill(app, values) {
  await app.fill(values);
  await app.field("model").focus();
}

/** Everything a result offers is looked at: the page, each request, both downloads, what would be printed. */
async function lookAtResults(page, app, canary) {
  expect(await canary.leaks(), "in the results").toEqual([]);
  for (const include of [false, true]) {
    // A press elsewhere closes what the tick stands in.
    await (await app.option("Include texts")).setChecked(include);
    canary.hear("download", await app.download());
  }
  const { requests } = await app.report();
  for (const { index } of requests.slice(0, 4)) await app.detail(index);
  await page.emulateMedia({ media: "print" });
  expect(await canary.leaks(), "in downloads, details and print").toEqual([]);
  await page.emulateMedia({ media: null });
  return requests;
}

/** What reached the vendor: the secrets are in their headers, if anywhere. */
function sentTo(vendor, keyHeader) {
  return vendor.seen.map(({ method, url, headers, body }) => {
    const { [keyHeader]: key, "x-gate-token": token, ...rest } = headers;
    return { method, key, token, rest: JSON.stringify([url, rest, body]) };
  });
}

for (const format of FORMATS) {
  test(`a test, a list of models and a run in ${format}, whose replies repeat everything`, async ({ page, app, canary, serve }) => {
    const answers = Object.values(echoes(KEY)).flatMap((echo) => [[...WORDS, echo], [...WORDS, echo.slice(0, 9), echo.slice(9), " and ", TOKEN.slice(0, 5), TOKEN.slice(5)]]);
    const vendor = await serve(startParrot((_, response, n) => say(response, format, answers[n % answers.length], KEY), ALLOWED));
    const keyHeader = KEY_HEADERS[format] ?? "authorization";
    canary.allow(vendor.base, [keyHeader, "x-gate-token"]);
    await fill(app, { ...BASE, format, baseUrl: vendor.base, requests: answers.length, concurrency: 4 });
    expect(await canary.leaks(), "in the form").toEqual([]);

    await app.button("Test connection").click();
    await page.locator("[data-finding]").waitFor();
    expect(canary.finds(vendor.seen), "in a test call").toBe(false);
    expect(await canary.leaks(), "after the test").toEqual([]);
    const once = app.button("Send one test request");
    if ((await once.count()) > 0) {
      await once.click();
      await page.locator('[data-finding="OK"]').waitFor();
      await expect.poll(() => vendor.seen.filter(({ method, headers }) => method === "GET" && headers[keyHeader]?.includes(KEY)).length).toBe(1);
      await expect(page.locator("#known-models option").first()).toHaveAttribute("value", "any");
      expect(await canary.leaks(), "after the real request and the list of models").toEqual([]);
    }

    await app.run();
    await app.main("running").waitFor();
    expect(await canary.leaks(), "during the run").toEqual([]);
    expect(await app.settled()).toBe("done");
    const requests = await lookAtResults(page, app, canary);
    expect(requests.map(({ outcome }) => outcome)).toEqual(answers.map(() => "ok"));
    expect(requests[0].answer).toContain("bright cold day.");
    const sent = sentTo(vendor, keyHeader);
    for (const { rest } of sent) expect(canary.finds(rest)).toBe(false);
    const posts = sent.filter(({ method, key }) => method === "POST" && key?.includes(KEY));
    expect(posts.length).toBeGreaterThanOrEqual(answers.length);
    for (const { key, token } of posts) expect([key, token]).toEqual([keyHeader === "authorization" ? `Bearer ${KEY}` : KEY, TOKEN]);
  });
}

test("refusals that repeat the key in every form", async ({ page, app, canary, serve }) => {
  // Of two kinds: a run whose requests are all refused alike is given up.
  const said = [...Object.values(echoes(KEY)), ...Object.values(echoes(TOKEN))];
  const vendor = await serve(startParrot((_, response, n) => refuse(response, n % 2 ? 400 : 401, `No access for ${said[n % said.length]}, sorry.`, said[n % said.length]), ALLOWED));
  canary.allow(vendor.base, ["authorization", "x-gate-token"]);
  await fill(app, { ...BASE, baseUrl: vendor.base, requests: said.length });
  await app.run();
  expect(await app.settled()).toBe("failed");
  const requests = await lookAtResults(page, app, canary);
  expect(requests).toHaveLength(said.length);
  for (const { error } of requests) expect(error.message).toMatch(/No access for .*, sorry/);
  await app.changeSetup();
  await app.button("Test connection").click();
  await page.locator("[data-finding]").waitFor();
  expect(await canary.leaks(), "after the test").toEqual([]);
});

test("an error in the stream, half of the key in each of two events", async ({ page, app, canary, serve }) => {
  const vendor = await serve(
    startParrot((_, response) => {
      say(response, "OpenAI chat completions", [...WORDS, KEY.slice(0, 11), KEY.slice(11)], KEY);
      setTimeout(() => {
        response.write(`data: ${JSON.stringify({ error: { message: `stopped for ${KEY}`, type: KEY, code: KEY } })}\n\n`);
        response.end(`: ${KEY}\n\ndata: {"half": "${KEY}`);
      }, 30);
    }, ALLOWED),
  );
  canary.allow(vendor.base, ["authorization", "x-gate-token"]);
  await fill(app, { ...BASE, baseUrl: vendor.base });
  await app.run();
  await app.settled();
  await lookAtResults(page, app, canary);
});

test("a stopped run, the views, back and forward, another page, and a reload", async ({ page, app, canary, companion, serve }) => {
  const vendor = await serve(startParrot((_, response) => say(response, "OpenAI chat completions", Array(400).fill(`${KEY} `), KEY), ALLOWED));
  canary.allow(vendor.base, ["authorization", "x-gate-token"]);
  await fill(app, { ...BASE, baseUrl: vendor.base });
  await app.run();
  await expect(page.locator('main[data-phase="running"]')).toContainText("[removed]");
  expect(await canary.leaks(), "while the answer streams").toEqual([]);
  await app.button("Stop").click();
  await app.settled();
  await lookAtResults(page, app, canary);
  await app.goTo("#method");
  await page.locator('main[data-view="method"]').waitFor();
  expect(await canary.leaks(), "in the method").toEqual([]);
  await page.goBack();
  expect(await canary.leaks(), "back").toEqual([]);
  await page.goForward();
  expect(await canary.leaks(), "forward").toEqual([]);
  await page.goBack();
  await page.goto(new URL("/schema/report-1.schema.json", companion.page).href);
  await page.goBack();
  await page.locator("main[data-phase]").waitFor();
  expect(await canary.leaks(), "back from another page").toEqual([]);
  await expect(app.field("key")).toHaveValue("");
  await page.reload();
  await app.main("setup").waitFor();
  expect(await canary.leaks(), "after a reload").toEqual([]);
  await app.measure({ requests: 1 });
  expect(vendor.seen.at(-1).headers.authorization).toBeUndefined();
});

test("a reply in another format, and the switch to it", async ({ page, app, canary, serve }) => {
  const vendor = await serve(startParrot((_, response) => say(response, "Anthropic Messages", [...WORDS, KEY], KEY), ALLOWED));
  canary.allow(vendor.base, ["authorization", "x-api-key", "x-gate-token"]);
  await fill(app, { ...BASE, baseUrl: vendor.base });
  await app.run();
  expect(await app.settled()).toBe("failed");
  await lookAtResults(page, app, canary);
  await app.button("Switch to Anthropic Messages").click();
  expect(await canary.leaks(), "after the switch").toEqual([]);
  const before = vendor.seen.length;
  await app.run();
  expect(await app.settled()).toBe("done");
  await lookAtResults(page, app, canary);
  const posts = vendor.seen.slice(before).filter(({ method }) => method === "POST");
  expect(posts.map(({ headers }) => [headers.authorization, headers["x-api-key"]])).toEqual([[undefined, KEY], [undefined, KEY]]);
});

for (const situation of [
  "no permission at all",
  "permission with good replies only",
  "a gateway that wants the key on OPTIONS",
  "a preflight that refuses the key's header",
  "a readable 401",
  "an organisation that forbids browsers",
  "a rate limit",
  "a server that is down for now",
  "a web page",
]) {
  test(`a test of ${situation}, and a run`, async ({ page, app, canary, context, serve }) => {
    const server = await serve(startTrouble(situation));
    await fill(app, { ...BASE, extraHeaders: "", baseUrl: server.base, requests: 1 });
    await app.button("Test connection").click();
    await page.locator("[data-finding]").waitFor();
    // No header is allowed to have it yet.
    expect(await canary.leaks(), "after the test").toEqual([]);
    expect(canary.finds(server.seen)).toBe(false);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    for (const copy of ["Copy curl command", "Copy text for the vendor"]) {
      if ((await app.button(copy).count()) === 0) continue;
      await app.button(copy).click();
      canary.hear("clipboard", await page.evaluate(() => navigator.clipboard.readText()));
    }
    expect(await canary.leaks(), "in what was copied").toEqual([]);
    canary.allow(server.base, ["authorization"]);
    await app.run();
    await app.settled();
    await lookAtResults(page, app, canary);
  });
}

test("other providers, other addresses and “Forget key” leave nothing, the fields included", async ({ page, app, canary, serve }) => {
  const [one, two] = [await serve(startParrot(undefined, ALLOWED)), await serve(startParrot(undefined, ALLOWED))];
  const leave = {
    "another provider": () => app.fill({ provider: "Mistral" }),
    "another address": () => app.field("baseUrl").fill(two.base),
    "no address": () => app.field("baseUrl").fill(""),
    "“Forget key”": () => app.button("Forget key").click(),
  };
  for (const [how, act] of Object.entries(leave)) {
    await fill(app, { ...BASE, baseUrl: one.base });
    await expect(app.field("key")).toHaveValue(KEY);
    await page.getByRole("checkbox", { name: "Keep for this tab" }).check();
    await act();
    await expect(app.field("key"), how).toHaveValue("");
    await expect(app.field("extraHeaders"), how).toHaveValue("X-Title: my page");
    expect(await canary.leaks(), how).toEqual([]);
  }
  expect([...one.seen, ...two.seen]).toEqual([]);
});

test("a kept key is in its one place, and nothing but the tick puts it there", async ({ page, app, canary, serve }) => {
  const vendor = await serve(startParrot((_, response) => say(response, "OpenAI chat completions", [...WORDS, KEY], KEY), ALLOWED));
  canary.allow(vendor.base, ["authorization", "x-gate-token"]);
  await fill(app, { ...BASE, baseUrl: vendor.base });
  await page.getByRole("checkbox", { name: "Keep for this tab" }).check();
  expect(await canary.leaks(), "ticked").toEqual(["sessionStorage"]);
  canary.kept = true;
  expect(await canary.leaks(), "but for its place").toEqual([]);
  await page.reload();
  await app.main("setup").waitFor();
  expect(await canary.leaks(), "after a reload").toEqual([]);
  await app.run();
  expect(await app.settled()).toBe("done");
  expect(vendor.seen.at(-1).headers.authorization).toBe(`Bearer ${KEY}`);
  await lookAtResults(page, app, canary);
  await app.changeSetup();
  await page.getByRole("checkbox", { name: "Keep for this tab" }).uncheck();
  canary.kept = false;
  expect(await canary.leaks(), "unticked").toEqual([]);
});

/** Places, and how a page would leave something there. */
const LEAKS = {
  document: ([secret]) => document.body.setAttribute("data-note", secret),
  text: ([secret]) => document.body.append(secret),
  fields: ([secret]) => (document.getElementById("model").value = secret),
  title: ([secret]) => (document.title = secret),
  localStorage: ([secret]) => localStorage.setItem("note", secret),
  sessionStorage: ([secret]) => sessionStorage.setItem("note", secret),
  indexedDB: ([secret]) =>
    new Promise((resolve) => {
      const asked = indexedDB.open("notes");
      asked.onupgradeneeded = () => asked.result.createObjectStore("notes").put({ secret }, 1);
      asked.onsuccess = () => {
        asked.result.close();
        resolve();
      };
    }),
  caches: async ([secret]) => (await caches.open("notes")).put("/note", new Response(secret)),
  cookie: ([secret]) => (document.cookie = `note=${secret}`),
  location: ([secret]) => (location.hash = secret),
  "history.state": ([secret]) => history.replaceState({ secret }, ""),
  "window.name": ([secret]) => (window.name = secret),
  "accessibility tree": ([secret]) => document.querySelector("h1").setAttribute("aria-label", secret),
  console: ([secret]) => console.debug(secret),
  "window.postMessage": ([secret]) => window.postMessage({ secret }, location.origin),
  BroadcastChannel: ([secret]) => new BroadcastChannel("notes").postMessage([secret]),
  MessagePort: ([secret]) => new MessageChannel().port1.postMessage(secret),
  "to the worker": ([secret]) => new Worker(document.getElementById("boot").src, { type: "module" }).postMessage({ note: secret }),
  download: ([secret]) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([secret]));
    link.download = "note.txt";
    link.click();
  },
  "request URL": ([secret, base]) => fetch(`${base}/models?note=${secret}`),
  "request headers": ([secret, base]) => fetch(`${base}/models`, { headers: { "x-title": secret } }),
  "request body": ([secret, base]) => fetch(`${base}/chat/completions`, { method: "POST", body: secret }),
};

for (const [place, leak] of Object.entries(LEAKS)) {
  test(`the search finds a secret in: ${place}`, async ({ page, app, canary, serve }) => {
    const vendor = await serve(startParrot((_, response) => refuse(response, 401, "no", ""), ALLOWED));
    canary.allow(vendor.base, ["authorization"]);
    expect(await canary.leaks()).toEqual([]);
    const { "in base64 after user:": base64, "URL-encoded": encoded } = echoes(KEY);
    for (const secret of [KEY, base64, encoded, TOKEN.slice(0, 9)]) {
      await page.evaluate(leak, [secret, vendor.base]);
      await expect.poll(() => canary.leaks(), `${place}: ${secret}`).toContain(place);
    }
  });
}

test("the search finds the key in its own header, if the request goes elsewhere", async ({ page, app, canary, serve }) => {
  const [one, other] = [await serve(startParrot(undefined, ALLOWED)), await serve(startParrot(undefined, ALLOWED))];
  canary.allow(one.base, ["authorization"]);
  const send = (base) => page.evaluate(([base, key]) => fetch(`${base}/models`, { headers: { authorization: `Bearer ${key}` } }), [base, KEY]);
  await send(one.base);
  expect(await canary.leaks()).toEqual([]);
  await send(other.base);
  expect(await canary.leaks()).toEqual(["request headers"]);
});
