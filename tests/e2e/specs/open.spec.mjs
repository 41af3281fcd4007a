// Results that come from elsewhere: links and files, whole and broken.
import { readFile, writeFile } from "node:fs/promises";
import { test, expect } from "../support/test.mjs";

const RUN = { model: "ttft=60,gap=8,n=60", requests: 20, concurrency: 2, warmup: 1, prompt: "Tell me about zebrafish." };
const CLIPBOARD = ["clipboard-read", "clipboard-write"];

/** What a reader takes from a result: the sentence, the facts and the percentiles. */
async function said(app) {
  const facts = await app.verdict().innerText();
  return { facts: facts.replace(/\s+/g, " "), cells: await app.percentileCells() };
}

async function dropFile(page, name, text) {
  const transfer = await page.evaluateHandle(
    ({ name, text }) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], name, { type: "application/json" }));
      return transfer;
    },
    { name, text },
  );
  await page.dispatchEvent("body", "dragover", { dataTransfer: transfer });
  await page.dispatchEvent("body", "drop", { dataTransfer: transfer });
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
  expect(new URL(theirs.url()).hash).toBe("");
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
  // A whole one with what chat programs put behind it.
  await app.goTo(`${hash}).`);
  await expect(page.getByText("Reported by the sender, not verified.")).toBeVisible();
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
