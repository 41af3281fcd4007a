// The page's content security policy: what it must say, and that the browser stops what it forbids.
import { test, expect } from "../support/test.mjs";
import { App } from "../support/app.mjs";
import { startStaticHost } from "../support/statichost.mjs";

const POLICY = {
  "default-src": "'none'",
  "script-src": "'self' 'wasm-unsafe-eval'",
  "style-src": "'self'",
  "img-src": "'self' blob:",
  "font-src": "'self'",
  "connect-src": "'self' https: http:",
  "worker-src": "'self'",
  "object-src": "'none'",
  "base-uri": "'none'",
  "form-action": "'none'",
};

const parsed = (policy) => Object.fromEntries(policy.split(";").map((part) => part.trim().split(/ (.*)/)).map(([name, value]) => [name, value]));

/** What must not run or load, and the directive that stops it. `marks` sets `window.breached` if it does run. */
const ATTEMPTS = {
  "inline script": ["script-src-elem", () => document.body.append(Object.assign(document.createElement("script"), { textContent: "window.breached = true" }))],
  "inline handler": ["script-src-attr", () => document.body.insertAdjacentHTML("beforeend", "<img src='/icon' onerror='window.breached = true'>")],
  "javascript: address": ["script-src-elem", () => Object.assign(document.createElement("a"), { href: "javascript:window.breached = true" }).click()],
  "foreign script": ["script-src-elem", ([foreign]) => document.body.append(Object.assign(document.createElement("script"), { src: `${foreign}x.js` }))],
  "script from data:": ["script-src-elem", () => document.body.append(Object.assign(document.createElement("script"), { src: "data:text/javascript,window.breached=true" }))],
  "inline style": ["style-src-elem", () => document.head.append(Object.assign(document.createElement("style"), { textContent: "body { display: none }" }))],
  "style attribute": ["style-src-attr", () => document.body.insertAdjacentHTML("beforeend", "<p style='color: red'>x</p>")],
  "foreign style": ["style-src-elem", ([foreign]) => document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: `${foreign}x.css` }))],
  "foreign image": ["img-src", ([foreign]) => document.body.append(Object.assign(new Image(), { src: `${foreign}x.png` }))],
  "foreign frame": ["frame-src", ([foreign]) => document.body.append(Object.assign(document.createElement("iframe"), { src: foreign }))],
  "own frame": ["frame-src", () => document.body.append(Object.assign(document.createElement("iframe"), { src: location.href }))],
  object: ["object-src", ([foreign]) => document.body.append(Object.assign(document.createElement("object"), { data: `${foreign}x.swf` }))],
  "foreign media": ["media-src", ([foreign]) => document.body.append(Object.assign(new Audio(), { src: `${foreign}x.mp3` }))],
  "foreign font": ["font-src", ([foreign]) => new FontFace("x", `url(${foreign}x.woff2)`).load().catch(() => {})],
  "worker from blob:": [
    "worker-src",
    () => {
      try {
        new Worker(URL.createObjectURL(new Blob(["0"])));
      } catch {
        // Some browsers throw.
      }
    },
  ],
  "foreign worker script": [
    "worker-src",
    ([foreign]) => {
      try {
        new Worker(`${foreign}x.js`);
      } catch {
        // Another origin is refused even without a policy.
      }
    },
  ],
  WebSocket: ["connect-src", ([foreign]) => void new WebSocket(foreign.replace("http", "ws"))],
  "fetch of data:": ["connect-src", () => fetch("data:text/plain,x").catch(() => {})],
  "form sent elsewhere": [
    "form-action",
    ([foreign]) => {
      const form = Object.assign(document.createElement("form"), { action: foreign, method: "post" });
      document.body.append(form);
      form.submit();
    },
  ],
  "another base": ["base-uri", ([foreign]) => document.head.append(Object.assign(document.createElement("base"), { href: foreign }))],
};

/** Attempts that the page's own code would make, in a script that the policy allows. */
const EVALS = ["eval('window.breached = true')", "new Function('window.breached = true')()", "setTimeout('window.breached = true')"];

test("the header says what it must, and the document repeats it", async ({ page, app, companion }) => {
  await expect(app.main("setup")).toBeVisible();
  const response = await page.request.get(companion.page);
  const header = response.headers()["content-security-policy"];
  expect(parsed(header)).toEqual({ ...POLICY, "frame-ancestors": "'none'" });
  const meta = page.locator('meta[http-equiv="Content-Security-Policy"]');
  expect(parsed(await meta.getAttribute("content"))).toEqual(POLICY);
});

for (const served of ["with our headers", "by a host without headers"]) {
  test(`what is forbidden does not happen, ${served}`, async ({ page, companion, witness, startVendor }) => {
    witness.breachesExpected = true;
    const foreign = await startVendor();
    const host = served === "with our headers" ? { page: companion.page, close: () => {} } : await startStaticHost(process.env.DIST, "/tools/pace/");
    witness.allow(host.page);
    const app = new App(page);
    await app.open(host.page);
    for (const [what, [directive, attempt]] of Object.entries(ATTEMPTS)) {
      // Some hosts have their own rule for workers of another origin: the browser refuses without asking the policy.
      const before = witness.breaches.length;
      await page.evaluate(attempt, [`${new URL(foreign.base).origin}/`]);
      if (what === "foreign worker script") continue;
      await expect.poll(() => witness.breaches.slice(before).map((breach) => breach.split(" ")[0]), what).toContain(directive);
    }
    expect(foreign.seen).toEqual([]);
    expect(await page.evaluate(() => window.breached)).toBeUndefined();
    // Playwright waits for navigations, and the forbidden one has no end.
    expect(await page.evaluate(() => [location.href, document.querySelector("main").dataset.phase])).toEqual([host.page, "setup"]);
    await host.close();
  });
}

test("text does not become code, WebAssembly does", async ({ page, companion, witness }) => {
  witness.breachesExpected = true;
  // A script of the page's own server: only the evaluation is at fault.
  await page.route("**/evals.js", (route) => route.fulfill({ contentType: "text/javascript", body: EVALS.map((code) => `try { ${code}; } catch { window.refused = (window.refused ?? 0) + 1; }`).join("\n") }));
  const app = new App(page);
  await app.open(companion.page);
  await page.evaluate(() => new Promise((resolve) => document.body.append(Object.assign(document.createElement("script"), { src: "/evals.js", onload: resolve }))));
  // The header and the document report each.
  await expect.poll(() => witness.breaches.filter((breach) => breach.startsWith("script-src eval")).length).toBe(2 * EVALS.length);
  expect(await page.evaluate(() => window.breached)).toBeUndefined();
});

test("no other page may frame it", async ({ page, companion, witness, startVendor }) => {
  const framing = await startVendor((_, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.end(`<!doctype html><iframe src="${companion.page}"></iframe>`);
  });
  await page.goto(framing.base);
  const frame = page.frames().find((frame) => frame !== page.mainFrame());
  await expect.poll(() => witness.console.join("\n")).toContain("frame-ancestors");
  await expect(frame.locator("main")).toHaveCount(0);
  // The breach is the other page's.
  witness.breachesExpected = true;
});
