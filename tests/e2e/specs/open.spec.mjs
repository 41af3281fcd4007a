// Results that come from elsewhere: links and files, whole and broken.
import { readFile, writeFile } from "node:fs/promises";
import { test, expect } from "../support/test.mjs";
import { probe } from "../support/probe.mjs";

const RUN = { model: "ttft=60,gap=8,n=60", requests: 20, concurrency: 2, warmup: 1, prompt: "Tell me about zebrafish." };
const CLIPBOARD = ["clipboard-read", "clipboard-write"];

/** What a reader takes from a result: the sentence, the facts and the percentiles. */
async function said(app) {
  const facts = await app.verdict().innerText();
  return { facts: facts.replace(/\s+/g, " "), cells: await app.percentileCells() };
}

/** Drops files by their names and contents. */
async function dropFiles(page, files) {
  const transfer = await page.evaluateHandle((files) => {
    const transfer = new DataTransfer();
    for (const [name, text] of Object.entries(files)) {
      transfer.items.add(new File([text], name, { type: "application/json" }));
    }
    return transfer;
  }, files);
  await page.dispatchEvent("body", "dragover", { dataTransfer: transfer });
  await page.dispatchEvent("body", "drop", { dataTransfer: transfer });
}

const dropFile = (page, name, text) => dropFiles(page, { [name]: text });

const NOT_MINE = "Reported by the sender, not verified.";
const back = (app) => app.button("Back to my result").first();

/** Keeps no finished runs. */
async function keepNothing(page, app) {
  await app.goTo("#history");
  await page.getByRole("checkbox", { name: "Keep finished runs in this browser" }).uncheck();
  await app.goTo("");
}

/** Sees that a result that was opened is on show. */
async function opened(page, app) {
  await app.main("done").waitFor();
  await expect(page.getByText(NOT_MINE)).toBeVisible();
  await expect(app.percentiles()).toBeVisible();
}

/** Sees that the result that this page has measured is on show. */
async function own(page, app) {
  await app.main("done").waitFor();
  await expect(page.getByText(NOT_MINE)).toHaveCount(0);
  await expect(app.button("Run again")).toBeVisible();
  await expect(app.percentiles()).toBeVisible();
}

test("a link opens elsewhere with the same numbers, says whose they are, and runs nothing", async ({
  page,
  app,
  context,
  browser,
  companion,
}) => {
  await context.grantPermissions(CLIPBOARD);
  expect(await app.measure(RUN)).toBe("done");
  const mine = await said(app);
  const link = await app.copied("Copy link");

  const other = await browser.newContext();
  const theirs = await other.newPage();
  const sent = [];
  theirs.on("request", (request) => sent.push(request.method() + " " + new URL(request.url()).origin));
  await theirs.goto(link);
  await theirs.locator('main[data-phase="done"]').waitFor();
  const opened = new app.constructor(theirs);
  await expect(opened.percentiles()).toBeVisible();
  const found = await said(opened);
  for (const [row, cells] of Object.entries(mine.cells)) {
    for (const column of ["p50", "p90"]) {
      const [a, b] = [cells[column], found.cells[row][column]];
      // Links have no room for numbers that are struck out, as the page says below.
      if (a.startsWith("not valid")) {
        expect(b, `${row} ${column}`).toMatch(/^–/);
        continue;
      }
      // Numbers stand in words too: "needs 11 answers (max 547 ms)".
      const numbers = (text) => text.match(/\d+(\.\d+)?/g)?.map(Number) ?? [];
      const words = (text) => text.replace(/\d+(\.\d+)?/g, "#");
      expect(words(b), `${row} ${column}`).toBe(words(a));
      numbers(a).forEach((number, i) => {
        // Links round to a few thousandths; what is shown has three digits.
        const off = Math.abs(number - numbers(b)[i]);
        expect(off, `${row} ${column}: ${a} or ${b}`).toBeLessThanOrEqual(0.015 * number + 0.11);
      });
    }
  }
  await expect(theirs.getByText("Reported by the sender, not verified.")).toBeVisible();
  expect(sent.every((line) => line === `GET ${new URL(companion.page).origin}`)).toBe(true);
  expect(await theirs.evaluate(() => Object.keys(localStorage).filter((key) => !key.includes("theme")))).toEqual([]);

  await theirs.getByRole("button", { name: "Test this yourself" }).first().click();
  await opened.main("setup").waitFor();
  await expect(opened.field("baseUrl")).toHaveValue("");
  await expect(opened.field("key")).toHaveValue("");
  await expect(opened.field("model")).toHaveValue("");
  await expect(opened.field("requests")).toHaveValue("20");
  // The form says what was taken over and what is hers to fill in, to those who listen too.
  const heading = theirs.getByRole("heading", { level: 1 });
  await expect(heading).toBeFocused();
  await expect(heading).toHaveAccessibleDescription(/^Set up as in the result you saw\. Fill in your own endpoint, model and key/);
  await expect(theirs.getByText("Set up as in the result you saw.")).toBeInViewport({ ratio: 1 });
  await theirs.keyboard.press("Tab");
  await expect(opened.field("provider")).toBeFocused();
  expect(new URL(theirs.url()).hash).toBe("");
  // A reload has forgotten the result, not what is to be filled in.
  await theirs.reload();
  await opened.main("setup").waitFor();
  await expect(heading).toHaveAccessibleDescription(/^Fill in your own endpoint, model and key/);
  await opened.fill({ provider: "Simulated vendor" });
  await expect(heading).toHaveAccessibleDescription(/press the button to see a result/);
  await other.close();
});

test("links that are cut, changed, too new, too large or nonsense say so and show nothing", async ({ page, app, context }) => {
  await context.grantPermissions(CLIPBOARD);
  expect(await app.measure({ ...RUN, requests: 3 })).toBe("done");
  const hash = new URL(await app.copied("Copy link")).hash;
  const middle = Math.floor(hash.length / 2);
  const other = hash[middle] === "A" ? "B" : "A";
  const broken = {
    [hash.slice(0, -3)]: "cut on the way",
    [hash.slice(0, 40)]: "cut on the way",
    [hash.slice(0, middle) + other + hash.slice(middle + 1)]: "changed or damaged",
    [hash.replace("#r1.", "#r2.")]: "newer Tokenpace",
    [`#r1.${"A".repeat(40_000)}.AAAAAA`]: "too large",
    "#r1": "not a result link",
  };
  for (const [fragment, words] of Object.entries(broken)) {
    await app.goTo(fragment);
    await app.main("failed").waitFor();
    await expect(page.locator("main")).toContainText("This link can’t be shown");
    await expect(page.locator("main")).toContainText(words);
    await expect(app.percentiles()).toHaveCount(0);
    await expect(app.verdict()).toHaveCount(0);
    await app.button("Back").click();
    await app.main("done").waitFor();
    await expect(app.percentiles()).toBeVisible();
  }
  // A whole one with what other programs put behind it.
  await app.goTo(`${hash}).`);
  await expect(page.getByText("Reported by the sender, not verified.")).toBeVisible();
  const paste = (text) =>
    page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
    }, text);
  const address = new URL(page.url());
  const start = address.origin + address.pathname;
  const lines = (text) => text.match(/.{1,76}/g).join("\r\n");
  for (const text of [
    `See <${start}${hash}?utm_source=mail&utm_medium=email>, please.`,
    `${lines(start + hash)}\r\n\r\nBest regards, me`,
    `https://redirect.example/?to=${encodeURIComponent(start + hash)}&source=mail`,
  ]) {
    await app.goTo("");
    await page.reload();
    await app.main("setup").waitFor();
    await paste(text);
    await expect(page.getByText("Reported by the sender, not verified."), text).toBeVisible();
    // It goes on as it was made.
    expect(new URL(await app.copied("Copy link")).hash).toBe(hash);
  }
});

test("names in a file are shown without what steers or hides, and without a name nothing is at nothing", async ({ page, app }) => {
  expect(await app.measure({ ...RUN, requests: 3 })).toBe("done");
  const text = await app.download();
  const { cells } = await said(app);
  const odd = JSON.parse(text);
  odd.plan.model = "model\u202egnp.exe\u200b\u2066\n\u0007 x".padEnd(5_000, "x");
  odd.plan.host = "\u200fhost\u2028.example";
  odd.environment.browser = "\ufeff";
  odd.created_at = "never";
  await dropFile(page, "bad\u202enosj.json", JSON.stringify(odd));
  await page.getByText("Reported by the sender, not verified.").waitFor();
  const shown = await page.locator("main").innerText();
  expect(shown).not.toMatch(/[\u200b\u200f\u202a-\u202e\u2066-\u2069\u2028\ufeff\u0007]/);
  expect(shown).toContain("modelgnp.exe x");
  expect(shown).toContain("From the file badnosj.json.");
  expect(shown).toContain("3 of 3 answers worked · At an unknown time");
  expect(shown).not.toContain("x".repeat(300));
  expect(await app.percentileCells()).toEqual(cells);
  odd.plan.model = "\u200b";
  await dropFile(page, "other.json", JSON.stringify(odd));
  await expect(page.getByText("From the file other.json.")).toBeVisible();
  await expect(page.locator(".phase-title")).toHaveText("host .example");
});

test("a saved report opens again by dialog, drop and paste with identical numbers", async ({ page, app, companion }, info) => {
  expect(await app.measure(RUN)).toBe("done");
  const mine = await said(app);
  const { name, text } = await app.file("Download JSON");
  const path = info.outputPath(name);
  await writeFile(path, text);

  const again = async () => {
    await app.open(companion.page);
    await expect(app.button("Run benchmark")).toBeVisible();
  };
  const shown = async () => {
    await app.main("done").waitFor();
    await expect(page.getByText("Reported by the sender, not verified.")).toBeVisible();
    await expect(app.percentiles()).toBeVisible();
    expect(await said(app)).toEqual(mine);
    const { app: program, ...report } = await app.report();
    const { app: sender, ...original } = JSON.parse(text);
    expect(report).toEqual(original);
    expect(program).toEqual(sender);
  };

  await again();
  await page.getByLabel("Open a saved report").setInputFiles(path);
  await shown();

  await again();
  await dropFile(page, name, text);
  await shown();

  await again();
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  }, text);
  await shown();
});

test("files that are no report say so, and what was there before stays", async ({ page, app }) => {
  expect(await app.measure({ ...RUN, requests: 3 })).toBe("done");
  const { text } = await app.file("Download JSON");
  const bad = {
    [text.slice(0, -400)]: "not complete JSON",
    "[1, 2, 3]": "no report of Tokenpace",
    "": "is empty",
    "<!doctype html><title>Sign in</title>": "a web page",
    "%PDF-1.7\n": "a PDF",
    "Dear colleague,": "no report of Tokenpace",
    [text.replace("tokenpace.report/1", "tokenpace.report/2")]: "newer Tokenpace",
    [text.replace(/"max_output_tokens": \d+/, '"max_output_tokens": "many"')]: "plan",
  };
  for (const [content, words] of Object.entries(bad)) {
    await dropFile(page, "bad.json", content);
    await app.main("failed").waitFor();
    await expect(page.locator("main")).toContainText("This file can’t be shown");
    await expect(page.locator("main")).toContainText("bad.json");
    await expect(page.locator("main")).toContainText(words);
    await app.button("Back").click();
    await app.main("done").waitFor();
  }
  expect((await app.report()).requests).toHaveLength(4);
});

test("what is opened after something that could not be opened is on show, from any view", async ({ page, app, companion }) => {
  expect(await app.measure({ ...RUN, requests: 3 })).toBe("done");
  await expect(page.locator(".take-note").getByRole("status")).toContainText("Kept in the history.");
  await app.goTo("#r1.AAAA");
  await expect(page.getByText("cut on the way")).toBeVisible();
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "History" }).click();
  await page.getByRole("list", { name: /results?, .* in all/ }).getByRole("button", { name: /^Open/ }).click();
  await app.main("done").waitFor();
  await expect(page.locator('main[data-view="bench"]')).toBeVisible();
  await expect(page.getByText("From the history of this browser.")).toBeVisible();
});

test("a run under way is not disturbed by a link or a file", async ({ page, app }) => {
  await app.fill({ ...RUN, requests: 10, model: "ttft=300,gap=20,n=60", concurrency: 1 });
  await app.run();
  await app.main("running").waitFor();
  await app.goTo("#r1.AAAA.AAAAAA");
  await expect(page.locator("main")).toContainText("A measurement is under way");
  await app.button("Back").click();
  await app.main("running").waitFor();
  expect(await app.settled()).toBe("done");
  expect((await app.report()).requests).toHaveLength(11);
});

test("what was refused for a run can be opened once that is over, and the run comes back", async ({ page, app }) => {
  expect(await app.measure({ ...RUN, requests: 2 })).toBe("done");
  const { name, text } = await app.file("Download JSON");
  await app.changeSetup();
  await app.fill({ ...RUN, requests: 4, model: "ttft=500,gap=20,n=60", concurrency: 1 });
  await app.run();
  await app.main("running").waitFor();
  await app.goTo("#r1.AAAA.AAAAAA");
  const title = page.getByRole("heading", { level: 1 });
  await expect(title).toHaveText("This link can’t be shown");
  await dropFile(page, name, text);
  await expect(title).toHaveText("This file can’t be shown");
  await expect(page.locator("main")).toContainText(name);
  await expect(page.locator("main")).toContainText("is over", { timeout: 60_000 });
  await expect(page.locator("main")).not.toContainText("under way and would be lost");
  await app.button("Try again").click();
  await opened(page, app);
  await back(app).click();
  await own(page, app);
  expect((await app.report()).requests).toHaveLength(5);
});

test("a result that the history does not hold comes back from what was opened over it", async ({ page, app, context }) => {
  await context.grantPermissions(CLIPBOARD);
  await keepNothing(page, app);
  expect(await app.measure(RUN)).toBe("done");
  await expect(app.button("Back to my result")).toHaveCount(0);
  const mine = await said(app);
  const { name, text } = await app.file("Download JSON");
  const link = await app.copied("Copy link");
  await app.goTo(new URL(link).hash);
  await opened(page, app);
  await dropFile(page, name, text);
  await expect(page.getByText(`From the file ${name}.`)).toBeVisible();
  await back(app).click();
  await own(page, app);
  expect(await said(app)).toEqual(mine);
  expect(await app.download()).toBe(text);
  expect(await app.copied("Copy link")).toBe(link);
  expect(new URL(page.url()).hash).toBe("");
  await app.goTo("#history");
  await expect(page.getByText("Nothing is kept here.")).toBeVisible();
});

test("a result that comes back is in the history once", async ({ page, app }) => {
  expect(await app.measure(RUN)).toBe("done");
  const { name, text } = await app.file("Download JSON");
  await dropFile(page, name, text);
  await opened(page, app);
  await back(app).click();
  await own(page, app);
  expect(await app.download()).toBe(text);
  await app.goTo("#history");
  await expect(page.getByText(/^1 result, /)).toBeVisible();
});

test("Back from a link shows what was there before, Forward the link", async ({ page, app, context, companion }) => {
  await context.grantPermissions(CLIPBOARD);
  expect(await app.measure({ ...RUN, requests: 3 })).toBe("done");
  const mine = await said(app);
  const hash = new URL(await app.copied("Copy link")).hash;
  await app.goTo(hash);
  await opened(page, app);
  // Other views lead back to it, by Back and by their links.
  await app.goTo("#method");
  await page.goBack();
  await opened(page, app);
  await page.getByRole("link", { name: "Method" }).first().click();
  await page.getByRole("link", { name: "Results" }).click();
  await opened(page, app);
  await page.goBack();
  await page.goBack();
  await opened(page, app);
  await page.getByRole("link", { name: "Results" }).click();
  await opened(page, app);
  expect(new URL(page.url()).hash).toBe(hash);

  await page.goBack();
  await own(page, app);
  expect(await said(app)).toEqual(mine);
  await page.goForward();
  await opened(page, app);

  // Where nothing was measured, the form was there.
  await app.open(companion.page);
  await page.reload();
  await app.main("setup").waitFor();
  for (const link of [hash, hash.slice(0, -3)]) {
    await app.goTo(link);
    await page.locator('main[data-phase="done"], main[data-phase="failed"]').waitFor();
    await page.goBack();
    await app.main("setup").waitFor();
    await expect(app.button("Run benchmark")).toBeVisible();
  }
  await page.goForward();
  await app.main("failed").waitFor();
});

test("of several files the first is opened, and that is said", async ({ page, app }) => {
  await dropFiles(page, { "one.json": "{}", "two.json": "{}" });
  await app.main("failed").waitFor();
  await expect(page.locator("main")).toContainText("one.json, the first of 2 files: one is opened at a time");
});

test("a link goes on as it came, also when the part that opened it has died", async ({ page, app, context, companion }) => {
  await context.grantPermissions(CLIPBOARD);
  expect(await app.measure({ ...RUN, requests: 5 })).toBe("done");
  const link = await app.copied("Copy link");
  await probe(page);
  await page.goto("about:blank");
  await app.open(companion.page, new URL(link).hash);
  await opened(page, app);
  await page.evaluate(() => {
    const worker = window.probe.workers.at(-1);
    worker.terminate();
    worker.dispatchEvent(new ErrorEvent("error", { message: "killed by the test" }));
  });
  expect(await app.copied("Copy link")).toBe(link);
});

test("cancelling an opening ends what else was being made, and that can be made anew", async ({ page, app }) => {
  let held = true;
  const waiting = [];
  await page.route(/start-files-.*\.js/, (route) => (held ? waiting.push(route) : route.continue()));
  expect(await app.measure({ ...RUN, requests: 3 })).toBe("done");
  await app.button("Download JSON").click();
  await expect(page.getByText("Making it…")).toBeVisible();
  await dropFile(page, "other.json", "{}");
  await app.button("Cancel").click();
  await app.main("done").waitFor();
  await expect(page.getByText("It was cancelled")).toBeVisible();
  held = false;
  for (const route of waiting) await route.abort();
  expect((await app.report()).requests).toHaveLength(4);
});
