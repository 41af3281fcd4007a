// The results kept in this browser: what is kept, what of it, and how it comes back and goes.
import { writeFile } from "node:fs/promises";
import { test, expect } from "../support/test.mjs";
import { axeFindings } from "../support/axe.mjs";
import { Canary } from "../support/canary.mjs";
import { stored } from "../support/stored.mjs";
import { stream } from "../support/recorder.mjs";

const RUN = { model: "ttft=60,gap=8,n=60", requests: 12, concurrency: 2, warmup: 1, prompt: "Tell me about zebrafish." };
const QUICK = { ...RUN, model: "ttft=20,gap=2,n=30", requests: 2, concurrency: 1, warmup: 0 };

const note = (page) => page.locator(".take-note").getByRole("status");
const said = (page) => page.locator(".history-said").getByRole("status");
const problem = (page) => page.locator(".history-said").getByRole("alert");
const entries = (page) => page.getByRole("list", { name: /results?, .* in all/ }).getByRole("listitem");

/** Measures and waits until the result is kept. */
async function measureAndKeep(page, app, run) {
  expect(await app.measure(run)).toBe("done");
  await expect(note(page)).toContainText("Kept in the history.");
}

async function look(page, app) {
  await app.goTo("#history");
  await page.locator('main[data-view="history"]').waitFor();
  await expect(page.getByRole("heading", { level: 1, name: "History" })).toBeVisible();
}

test("a finished run is kept, survives a reload and comes back with identical numbers", async ({ page, app, companion }) => {
  await measureAndKeep(page, app, RUN);
  const cells = await app.percentileCells();
  const sentence = await app.verdict().locator(".verdict-sentence").innerText();
  const original = await app.download();

  await page.goto("about:blank");
  await app.open(companion.page, "#history");
  await expect(entries(page)).toHaveCount(1);
  await expect(entries(page)).toContainText(sentence);
  await expect(entries(page)).toContainText("12 of 12 answers worked");
  await expect(entries(page)).toContainText(`${RUN.model} at localhost`);

  await entries(page).getByRole("button", { name: /^Open/ }).click();
  await app.main("done").waitFor();
  await expect(page.getByText("From the history of this browser.")).toBeVisible();
  await expect(page.getByText("Reported by the sender, not verified.")).toHaveCount(0);
  await expect(app.percentiles()).toBeVisible();
  expect(await app.percentileCells()).toEqual(cells);
  expect(await app.download()).toBe(original);
  await expect(app.button("Run again")).toHaveCount(0);
  await expect(app.button("Keep in the history")).toHaveCount(0);

  await app.button("Use this set-up again").first().click();
  await app.main("setup").waitFor();
  await expect(app.field("provider")).toHaveValue("Simulated vendor");
  await expect(app.field("baseUrl")).not.toHaveValue("");
  await expect(app.field("model")).toHaveValue(RUN.model);
  await expect(app.field("requests")).toHaveValue("12");

  // Opening keeps nothing.
  await look(page, app);
  await expect(entries(page)).toHaveCount(1);
});

test("entries are renamed, saved as files and removed, and removing asks once", async ({ page, app }) => {
  await measureAndKeep(page, app, QUICK);
  const original = await app.download();
  await app.changeSetup();
  await measureAndKeep(page, app, { ...QUICK, model: "ttft=20,gap=2,n=31" });
  await look(page, app);
  await expect(entries(page)).toHaveCount(2);
  await expect(entries(page).first()).toContainText("n=31");

  const old = entries(page).last();
  await old.getByRole("button", { name: /^Rename/ }).click();
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await page.keyboard.type("  Before\tthe move ");
  await page.keyboard.press("Enter");
  await expect(said(page)).toHaveText("Renamed.");
  await expect(old.getByRole("heading", { level: 3 })).toHaveText("Before the move");
  await page.reload();
  await expect(old.getByRole("heading", { level: 3 })).toHaveText("Before the move");
  await old.getByRole("button", { name: /^Rename/ }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Before the move");
  await page.keyboard.press("Escape");
  await expect(old.getByRole("button", { name: /^Rename/ })).toBeFocused();

  const file = await app.file("Save as file: Before the move");
  expect(file.name).toMatch(/^tokenpace-.*\.json$/);
  expect(file.text).toBe(original);

  await app.button("Remove: Before the move").click();
  await expect(page.getByRole("group", { name: "Remove this result?" })).toBeFocused();
  await app.button("Cancel").click();
  await expect(app.button("Remove: Before the move")).toBeFocused();
  await app.button("Remove: Before the move").click();
  await app.button("Remove").click();
  await expect(said(page)).toHaveText("Removed.");
  await expect(entries(page)).toHaveCount(1);
  expect(await stored(page)).not.toContain("Before the move");

  await app.button("Remove all").click();
  const sure = page.getByRole("group", { name: "Remove all results from this browser?" });
  await sure.getByRole("button", { name: "Cancel" }).click();
  await expect(entries(page)).toHaveCount(1);
  await app.button("Remove all").click();
  await sure.getByRole("button", { name: "Remove all" }).click();
  await expect(page.getByText("Nothing kept yet.")).toBeVisible();
  expect(await stored(page)).toBe("");
});

test("texts are kept only if ticked, and the key never", async ({ page, app, startVendor, companion }) => {
  const KEY = "sk-canary-3Zk8vQ1nX6tB4mW9";
  const vendor = await startVendor((_, response) => stream(response, ["They ", "are ", "striped."]));
  const canary = new Canary(page, [KEY]);
  const run = { provider: "Custom", baseUrl: vendor.base, key: KEY, ...QUICK, model: "any" };
  await measureAndKeep(page, app, run);
  const without = await stored(page);
  expect(without).toContain("tokenpace.report/1");
  expect(without).not.toContain("zebrafish");
  expect(without).not.toContain("striped");
  expect(canary.finds(without)).toBe(false);

  await look(page, app);
  await page.getByRole("checkbox", { name: "Keep texts in the history" }).check();
  await app.open(companion.page);
  await measureAndKeep(page, app, { ...run, provider: "Custom" });
  const withTexts = await stored(page);
  expect(withTexts).toContain("zebrafish");
  expect(withTexts).toContain("striped.");
  expect(canary.finds(withTexts)).toBe(false);
  await look(page, app);
  await expect(entries(page).first()).toContainText("with texts");
  await expect(entries(page).last()).not.toContainText("with texts");
});

test("what is judged anew after it was kept takes its own place, with its name", async ({ page, app }) => {
  await measureAndKeep(page, app, { ...QUICK, targetTtft: 5000 });
  await look(page, app);
  await entries(page).getByRole("button", { name: /^Rename/ }).click();
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await page.keyboard.type("Mine");
  await page.keyboard.press("Enter");
  await expect(said(page)).toHaveText("Renamed.");
  await app.goTo("");
  const limits = page.getByRole("region", { name: "Does it meet a target?" });
  const judge = async (ms) => {
    await limits.getByText("Set your own target").click();
    await app.field("targetTtft").fill(String(ms));
    await app.button("Judge again").click();
    await expect(limits.getByRole("listitem").first()).toContainText(`TTFT up to ${ms}`);
  };
  await judge(111);
  await expect.poll(() => stored(page)).toContain('"ttft_us": 111000');
  expect(await stored(page)).not.toContain('"ttft_us": 5000000');
  await look(page, app);
  await expect(entries(page)).toHaveCount(1);
  await expect(entries(page).getByRole("heading", { level: 3 })).toHaveText("Mine");
  await entries(page).getByRole("button", { name: /^Open/ }).click();
  await page.getByText("From the history of this browser.").waitFor();
  await expect(limits.getByRole("listitem").first()).toContainText("TTFT up to 111");

  // What was removed stays removed.
  await app.goTo("");
  await app.button("Use this set-up again").first().click();
  await measureAndKeep(page, app, QUICK);
  await look(page, app);
  await app.button("Remove all").click();
  await page.getByRole("group", { name: /^Remove all/ }).getByRole("button", { name: "Remove all" }).click();
  await expect(page.getByText("Nothing kept yet.")).toBeVisible();
  await app.goTo("");
  await judge(222);
  await look(page, app);
  await expect(page.getByText("Nothing kept yet.")).toBeVisible();
});

test("a run in which nothing worked counts the same in the list and on the page", async ({ page, app }) => {
  expect(await app.measure({ ...QUICK, model: "bad-401", requests: 3, warmup: 2 })).toBe("failed");
  await expect(app.main("failed")).toContainText("3 of 3 refused: key not accepted");
  await look(page, app);
  await expect(entries(page)).toContainText("None of 3 requests worked");
  await expect(entries(page)).toContainText("0 of 3 requests worked");
});

test("switched off, nothing is kept, also after a reload", async ({ page, app }) => {
  await look(page, app);
  await page.getByRole("checkbox", { name: "Keep finished runs in this browser" }).uncheck();
  await page.reload();
  await expect(page.getByRole("checkbox", { name: "Keep finished runs in this browser" })).not.toBeChecked();
  await app.goTo("");
  expect(await app.measure(QUICK)).toBe("done");
  await expect(note(page)).toHaveText("Not kept in the history.");
  await app.download();
  await look(page, app);
  await expect(page.getByText("Nothing is kept here.")).toBeVisible();
  expect(await stored(page)).toBe("");

  // Nothing is lost that somebody wants to keep after all.
  await app.goTo("");
  await app.button("Options").click();
  await app.button("Keep in the history").click();
  await expect(note(page)).toContainText("Kept in the history.");
  await look(page, app);
  await expect(entries(page)).toHaveCount(1);
});

test("what was opened is kept only by its button, and stays somebody else's", async ({ page, app, context, companion }, info) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await look(page, app);
  await page.getByRole("checkbox", { name: "Keep finished runs in this browser" }).uncheck();
  await app.goTo("");
  expect(await app.measure(QUICK)).toBe("done");
  const link = await app.copied("Copy link");
  const path = info.outputPath("report.json");
  await writeFile(path, await app.download());

  await page.goto("about:blank");
  await page.goto(link);
  await app.main("done").waitFor();
  const cells = await app.percentileCells();
  expect(await stored(page)).toBe("");
  await app.button("Keep in the history").click();
  await expect(note(page)).toContainText("Kept in the history.");
  await expect(app.button("Keep in the history")).toHaveCount(0);

  await app.open(companion.page);
  await page.getByLabel("Open a saved report").setInputFiles(path);
  await app.main("done").waitFor();
  await app.button("Keep in the history").click();
  await expect(note(page)).toContainText("Kept in the history.");

  await look(page, app);
  await expect(entries(page)).toHaveCount(2);
  await expect(entries(page).last()).toContainText("reported by somebody else");
  await entries(page).last().getByRole("button", { name: /^Save as file/ }).click();
  await expect(problem(page)).toContainText("came by a link");
  await entries(page).last().getByRole("button", { name: /^Open/ }).click();
  await app.main("done").waitFor();
  await expect(page.getByText("From the history of this browser.")).toBeVisible();
  await expect(page.getByText("Reported by the sender, not verified.")).toBeVisible();
  expect(await app.percentileCells()).toEqual(cells);
  await app.button("Test this yourself").first().click();
  await expect(app.field("baseUrl")).toHaveValue("");
});

test("a run under way is not disturbed by an entry", async ({ page, app }) => {
  await measureAndKeep(page, app, QUICK);
  await app.changeSetup();
  await app.fill({ ...RUN, model: "ttft=300,gap=20,n=60", requests: 8, concurrency: 1 });
  await app.run();
  await app.main("running").waitFor();
  await look(page, app);
  await entries(page).getByRole("button", { name: /^Open/ }).click();
  await expect(page.locator("main")).toContainText("A measurement is under way");
  await app.button("Back").click();
  await app.main("running").waitFor();
  expect(await app.settled()).toBe("done");
  expect((await app.report()).requests).toHaveLength(9);
});

/** Lets the files worker begin with this script. */
async function beforeFiles(page, script) {
  await page.route(/start-files-.*\.js/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${script}\n${await response.text()}` });
  });
}

test("without room the page says how much is used, and the result is not lost", async ({ page, app, companion }) => {
  await measureAndKeep(page, app, QUICK);
  // Chromium tells it when the transaction ends: that is how a full disk looks.
  await beforeFiles(
    page,
    `const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (...values) {
      const { transaction } = this;
      const request = put.apply(this, values);
      Object.defineProperty(transaction, "error", { value: new DOMException("full", "QuotaExceededError") });
      request.addEventListener("success", () => queueMicrotask(() => transaction.abort()));
      return request;
    };`,
  );
  await app.open(companion.page);
  expect(await app.measure(QUICK)).toBe("done");
  await expect(note(page)).toContainText("Not kept in the history. The browser has no room for more: the history has 1 result,");
  await expect(note(page)).toContainText("Remove older ones");
  expect((await app.report()).requests).toHaveLength(2);
});

test("where the browser keeps nothing the page says so and works", async ({ page, app }) => {
  await beforeFiles(page, "Object.defineProperty(globalThis, 'indexedDB', { value: undefined });");
  expect(await app.measure(QUICK)).toBe("done");
  await expect(note(page)).toContainText("This browser keeps nothing for this page");
  expect((await app.report()).requests).toHaveLength(2);
  await look(page, app);
  await expect(problem(page)).toContainText("private window");
});

/** Changes what is stored of all entries. */
async function change(page, how) {
  await page.evaluate(async (how) => {
    const request = (asked) => new Promise((resolve) => (asked.onsuccess = () => resolve(asked.result)));
    const database = await request(indexedDB.open("tokenpace"));
    const access = database.transaction(["entries", "contents"], "readwrite");
    const [entries, contents] = [access.objectStore("entries"), access.objectStore("contents")];
    for (const record of await request(entries.getAll())) {
      if (how === "cut") {
        const content = await request(contents.get(record.id));
        await request(contents.put(content.slice(0, content.size / 2), record.id));
      }
      if (how === "gone") await request(contents.delete(record.id));
      if (how === "newer") await request(entries.put({ ...record, form: "json.of-next-year" }));
    }
    database.close();
  }, how);
}

test("entries that are damaged or of a newer version say what to do", async ({ page, app }) => {
  await measureAndKeep(page, app, QUICK);
  for (const [how, words] of Object.entries({ cut: "was damaged", gone: "was damaged", newer: "newer Tokenpace" })) {
    await change(page, how);
    await look(page, app);
    await entries(page).getByRole("button", { name: /^Open/ }).click();
    await app.main("failed").waitFor();
    await expect(page.locator("main")).toContainText("This result can’t be shown");
    await expect(page.locator("main")).toContainText(words);
    await app.button("Back").click();
    await app.main("done").waitFor();
  }
});

test("a database of a newer page is left alone", async ({ page, app }) => {
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const asked = indexedDB.open("tokenpace", 99);
        asked.onsuccess = () => resolve(asked.result.close());
      }),
  );
  expect(await app.measure(QUICK)).toBe("done");
  await expect(note(page)).toContainText("changed by a newer Tokenpace");
});

test("a tab with an older page that holds the history is named, and nothing is lost", async ({ page, app, context, companion }) => {
  const older = new app.constructor(await context.newPage());
  await older.open(companion.page);
  await measureAndKeep(older.page, older, QUICK);
  // As a page that does not hear of newer ones.
  await older.page.evaluate(
    () =>
      new Promise((resolve) => {
        const asked = indexedDB.open("tokenpace");
        asked.onsuccess = () => resolve(Boolean((globalThis.held = asked.result)));
      }),
  );
  await page.bringToFront();
  await beforeFiles(
    page,
    `const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (name, version) {
      return open.call(this, name, version + 1);
    };`,
  );
  await app.open(companion.page, "#history");
  await expect(problem(page)).toContainText("Close or reload that tab, then try again.");
  await app.goTo("");
  expect(await app.measure({ ...QUICK, model: "ttft=20,gap=2,n=31" })).toBe("done");
  await expect(note(page)).toContainText("Not kept in the history. Another tab with an older version of this page");
  await expect(note(page)).toContainText("Close or reload that tab, and the result is kept.");
  expect((await app.report()).requests).toHaveLength(2);
  await look(page, app);
  await expect(problem(page)).toContainText("Close or reload that tab, then try again.");
  await expect(entries(page)).toHaveCount(0);

  await older.page.close();
  await app.goTo("");
  await look(page, app);
  await expect(entries(page)).toHaveCount(2);
  await expect(entries(page).first()).toContainText("n=31");
  await expect(problem(page)).toBeHidden();
  for (const entry of [0, 1]) {
    await entries(page).nth(entry).getByRole("button", { name: /^Open/ }).click();
    await page.getByText("From the history of this browser.").waitFor();
    await look(page, app);
  }
});

test("two tabs share one history", async ({ page, app, context, companion }) => {
  await measureAndKeep(page, app, QUICK);
  await look(page, app);
  const other = new app.constructor(await context.newPage());
  await other.open(companion.page, "#history");
  await expect(entries(other.page)).toHaveCount(1);
  await other.button("Remove all").click();
  await other.page.getByRole("group", { name: /^Remove all/ }).getByRole("button", { name: "Remove all" }).click();
  await expect(other.page.getByText("Nothing kept yet.")).toBeVisible();
  await entries(page).getByRole("button", { name: /^Rename/ }).click();
  // The field takes the focus with the next frame, and the tab in front is the other one.
  const name = entries(page).getByRole("textbox", { name: "Name" });
  await name.fill("Late");
  await name.press("Enter");
  await expect(said(page)).toContainText("removed in another tab");
  await expect(page.getByText("Nothing kept yet.")).toBeVisible();
});

for (const colorScheme of ["light", "dark"]) {
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ]) {
    test.describe(`${colorScheme}, ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height } });

      test("axe finds nothing in the history, and it fits", async ({ page, app }) => {
        test.slow();
        const check = async (state) => {
          if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${state}-${width}-${colorScheme}.png`, fullPage: true });
          expect(await axeFindings(page), state).toEqual([]);
          const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
          expect(over, state).toBeLessThanOrEqual(0);
        };
        await look(page, app);
        await expect(page.getByText("Nothing kept yet.")).toBeVisible();
        await check("empty");
        await app.goTo("");
        for (const [model, requests] of [["ttft=20,gap=2,n=30", 3], ["ttft=900,gap=60,n=40", 2], ["ttft=20,gap=2,n=32", 6]]) {
          await measureAndKeep(page, app, { ...QUICK, model, requests });
          await app.changeSetup();
        }
        await look(page, app);
        await expect(entries(page)).toHaveCount(3);
        await check("three");
        await entries(page).nth(1).getByRole("button", { name: /^Rename/ }).click();
        await check("rename");
        await page.keyboard.type("Before the move to Frankfurt");
        await page.keyboard.press("Enter");
        await expect(said(page)).toHaveText("Renamed.");
        await entries(page).nth(1).getByRole("button", { name: /^Remove/ }).click();
        await check("remove");
        await app.button("Remove all").click();
        await check("remove-all");
        await change(page, "gone");
        await entries(page).nth(1).getByRole("button", { name: /^Save/ }).click();
        await expect(problem(page)).toContainText("damaged");
        await check("error");
      });
    });
  }
}
