// What is made of a result to save and to send: links, summaries, files.
import { readFile } from "node:fs/promises";
import { test, expect } from "../support/test.mjs";

const RUN = { model: "ttft=60,gap=8,n=60", requests: 20, concurrency: 2, warmup: 1, prompt: "Tell me about zebrafish." };

const CLIPBOARD = ["clipboard-read", "clipboard-write"];
const note = (page) => page.locator(".take-note").getByRole("status");

test("a link is short, says what it leaves out, and names the host only if ticked", async ({ page, app, context }) => {
  await context.grantPermissions(CLIPBOARD);
  expect(await app.measure(RUN)).toBe("done");
  const link = await app.copied("Copy link");
  const address = new URL(page.url());
  expect(link.startsWith(`${address.origin}${address.pathname}#r1.`)).toBe(true);
  expect(link.length).toBeLessThan(1_000);
  await expect(note(page)).toContainText(`Link copied: ${link.length} characters.`);

  await (await app.option("Name the host in links")).check();
  const named = await app.copied("Copy link");
  expect(named).not.toBe(link);
  expect(named.length).toBeLessThan(1_000);
});

test("a summary has the verdict, the numbers, the date and a link, as text or as Markdown", async ({ page, app, context }) => {
  await context.grantPermissions(CLIPBOARD);
  expect(await app.measure(RUN)).toBe("done");
  const text = await app.copied("Copy summary");
  const verdict = await app.verdict().locator("h2, p").first().innerText();
  const { created_at: created, verdict: judged } = await app.report();
  expect(verdict.length).toBeGreaterThan(0);
  expect(text).toContain(judged.sentence);
  expect(text).toContain(created.slice(0, 10));
  expect(text).toContain("#r1.");
  expect(text).not.toContain("zebrafish");
  await (await app.option("Summary as Markdown")).check();
  const markdown = await app.copied("Copy summary");
  expect(markdown).toMatch(/^#+ /m);
  expect(markdown).toContain(judged.sentence);
});

test("the CSV has one row for each request and the numbers of the JSON", async ({ app }) => {
  expect(await app.measure({ ...RUN, requests: 5 })).toBe("done");
  const { name, text } = await app.file("Download CSV");
  expect(name).toMatch(/^tokenpace-.*\.csv$/);
  const { requests } = await app.report();
  const [head, ...rows] = text.trimEnd().split("\r\n");
  expect(rows).toHaveLength(requests.length);
  const at = head.split(",").indexOf("ttft_us");
  expect(rows.map((row) => Number(row.split(",")[at]))).toEqual(requests.map((request) => request.ttft_us));
});

test("where the clipboard is refused the text is there to copy by hand", async ({ page, app }) => {
  await page.addInitScript(() => {
    const no = () => Promise.reject(new DOMException("no", "NotAllowedError"));
    Object.defineProperty(navigator, "clipboard", { value: { write: no, writeText: no } });
  });
  await page.reload();
  expect(await app.measure({ ...RUN, requests: 2 })).toBe("done");
  await app.button("Copy link").click();
  await expect(page.getByLabel("Text to copy by hand")).toHaveValue(/#r1\./);
  await expect(note(page)).toContainText("did not let us copy it");
});

test("a part that does not load is said, and works once it does", async ({ page, app }) => {
  let blocked = true;
  await page.route(/start-files-.*\.js/, (route) => (blocked ? route.abort() : route.continue()));
  expect(await app.measure({ ...RUN, requests: 2 })).toBe("done");
  await app.button("Download JSON").click();
  await expect(note(page)).toContainText("did not load");
  blocked = false;
  expect((await app.report()).requests).toHaveLength(3);
});

test("what is asked for in a row is all made, in its order", async ({ page, app, context }) => {
  await context.grantPermissions(CLIPBOARD);
  let held = true;
  const waiting = [];
  await page.route(/start-files-.*\.js/, (route) => (held ? waiting.push(route) : route.continue()));
  expect(await app.measure({ ...RUN, requests: 3 })).toBe("done");
  await page.evaluate(() => navigator.clipboard.writeText(""));
  const files = [];
  page.on("download", (download) => files.push(download.suggestedFilename()));
  for (const name of ["Copy link", "Download JSON", "Download CSV", "Download JSON"]) await app.button(name).click();
  await expect(note(page)).toHaveText("Making it…");
  held = false;
  for (const route of waiting) await route.continue();
  // The browser takes its time with the clipboard: what becomes of the link may be said after the files.
  for (const said of [/Link copied: \d+ characters\./, /Saved as \S+\.json\. .*Saved as \S+\.csv\./]) {
    await expect(note(page)).toContainText(said);
  }
  await expect.poll(() => files.map((name) => name.split(".").at(-1))).toEqual(["json", "csv"]);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("#r1.");
});

test("a part that dies while it is given a run says so, and the next click works", async ({ page, app, companion }) => {
  await page.addInitScript(() => {
    window.Worker = class extends Worker {
      constructor(url, options) {
        super(url, options);
        this.makesFiles = String(url).includes("files");
      }

      postMessage(data, ...options) {
        super.postMessage(data, ...options);
        // The second kind of message is some of the requests.
        if (!this.makesFiles || data.message[0] !== 1 || !window.deadly) return;
        window.deadly = false;
        this.terminate();
        this.dispatchEvent(new ErrorEvent("error", { message: "killed by the test" }));
      }
    };
  });
  await app.open(companion.page, "#history");
  await page.reload();
  await page.getByRole("checkbox", { name: "Keep finished runs in this browser" }).uncheck();
  await app.goTo("");
  // They are more than cross in one message.
  expect(await app.measure({ ...RUN, model: "ttft=5,gap=1,n=10", requests: 60, concurrency: 4 })).toBe("done");
  await page.evaluate(() => (window.deadly = true));
  await app.button("Download JSON").click();
  await expect(note(page)).toContainText("stopped working");
  expect(await page.evaluate(() => window.deadly)).toBe(false);
  expect((await app.report()).requests).toHaveLength(61);
});

test("judging against another target makes another summary of the same requests", async ({ page, app, context }) => {
  await context.grantPermissions(CLIPBOARD);
  expect(await app.measure(RUN)).toBe("done");
  const before = await app.report();
  await page.getByText("Set your own target").click();
  await app.field("targetTtft").fill("1");
  await page.getByRole("button", { name: "Judge again" }).click();
  await expect(page.getByRole("button", { name: "Judge again" })).toBeFocused();
  const after = await app.report();
  expect(after.plan.target.ttft_us).toBe(1_000);
  expect(after.requests).toEqual(before.requests);
});

test("the image is a PNG card, and its alt text can be copied", async ({ page, app, context }) => {
  await context.grantPermissions(CLIPBOARD);
  expect(await app.measure(RUN)).toBe("done");
  const [download] = await Promise.all([page.waitForEvent("download"), app.button("Download image").click()]);
  expect(download.suggestedFilename()).toMatch(/^tokenpace-.*\.png$/);
  const png = await readFile(await download.path());
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  // More than a blank card: hundreds of bytes would do for one colour.
  expect(png.length).toBeGreaterThan(20_000);
  const alt = await app.copied("Copy alt text");
  const { verdict, plan } = await app.report();
  expect(alt).toContain(verdict.sentence.slice(0, 60));
  expect(alt).toContain(plan.model.slice(0, 10));
});
