// How opening holds up, in the built page: mutated links by the thousand, a file of 50 MB, one of 500 MB, and a link of
// Chromium's in Firefox. Tells what was shown, and the longest task of the main thread.
//
// Environment: TOKENPACE_SERVER (binary), CHROMIUM and FIREFOX (browsers; no Firefox: that part is left out), DIST (built
// app), OUT (JSON with all figures), OPENS.
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { App } from "../../tests/e2e/support/app.mjs";
import { startCompanion } from "../../tests/e2e/support/companion.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const require = createRequire(path.join(here, "../../tests/e2e/package.json"));
const { chromium } = require("@playwright/test");

const OPENS = Number(process.env.OPENS);
const BIG_FILE_BYTES = 50e6;
const HUGE_FILE_MB = 500;
const PERCENTILES = 'table:has(caption:text-is("Percentiles"))';

const companion = await startCompanion({ dist: process.env.DIST });
const result = { opens: OPENS };
try {
  await inChromium();
  if (process.env.FIREFOX) await inFirefox();
  await writeFile(process.env.OUT, JSON.stringify(result, null, 2));
} finally {
  await companion.stop();
}

async function inChromium() {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
  });
  try {
    const context = await browser.newContext();
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const page = await context.newPage();
    const crashes = [];
    page.on("pageerror", (error) => crashes.push(String(error)));
    await page.addInitScript(() => {
      window.bench = { tasks: [] };
      new PerformanceObserver((list) => {
        for (const task of list.getEntries()) window.bench.tasks.push([task.startTime, task.duration]);
      }).observe({ type: "longtask" });
    });
    const app = new App(page);
    await app.open(companion.page);
    await app.measure({ model: "ttft=50,gap=1,n=500", requests: 20, concurrency: 4, warmup: 1 });
    const link = await app.copied("Copy link");
    result.link_chars = link.length;
    result.link = link;
    result.cells = await app.percentileCells();
    const file = await app.download();

    let began = await page.evaluate(() => performance.now());
    result.shown = await page.evaluate(openMutated, { hash: new URL(link).hash, opens: OPENS });
    const tasks = (since) => page.evaluate((since) => Math.max(0, ...window.bench.tasks.filter(([at]) => at >= since).map(([, ms]) => ms)), since);
    result.longest_task_of_links_ms = await tasks(began);

    // The same requests again and again, each with a number of its own.
    await app.open(companion.page);
    began = await page.evaluate(() => performance.now());
    result.big = await page.evaluate(openBig, { file, bytes: BIG_FILE_BYTES });
    began = result.big.began;
    await page.locator('main[data-phase="done"], main[data-phase="failed"]').waitFor({ timeout: 120_000 });
    if ((await app.main("done").count()) === 0) throw new Error(`the big file: ${await page.locator("main").innerText()}`);
    await page.locator(PERCENTILES).waitFor();
    await page.waitForTimeout(3_000);
    result.longest_task_of_file_ms = await tasks(began);
    result.big.progress = await page.evaluate(() => window.bench.progress);
    result.big.answers = await app.verdict().innerText();

    await app.open(companion.page);
    await page.evaluate((mb) => {
      const million = new Uint8Array(1e6).fill(32);
      const transfer = new DataTransfer();
      transfer.items.add(new File(Array.from({ length: mb }, () => million), "huge.json"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true }));
    }, HUGE_FILE_MB);
    await app.main("failed").waitFor({ timeout: 60_000 });
    result.huge = await page.locator("main").innerText();
    result.crashes = crashes;
  } finally {
    await browser.close();
  }
}

/** Runs in the page. Opens the link with a random change each time, and counts what the page shows. */
async function openMutated({ hash, opens }) {
  const main = document.querySelector("main");
  let state = 1;
  const random = (below) => {
    // Numbers that are the same in each run (Lehmer).
    state = (state * 48271) % 2147483647;
    return state % below;
  };
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.%#r1";
  const mutate = () => {
    let text = hash;
    for (let change = 0; change <= random(4); change++) {
      const at = 1 + random(text.length - 1);
      const letters = Array.from({ length: random(6) }, () => alphabet[random(alphabet.length)]).join("");
      text = [
        () => text.slice(0, at),
        () => text.slice(0, at) + letters + text.slice(at),
        () => text.slice(0, at) + letters + text.slice(at + letters.length),
        () => text.slice(0, at) + text.slice(at + 1 + random(20)),
      ][random(4)]();
    }
    // Whatever else it may have become, it stays a link.
    return /^#r\d/.test(text) ? text : `#r1${text.slice(1)}`;
  };
  const shown = {};
  const seen = (until) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`stuck in ${main.dataset.phase} at ${location.hash}`)), 20_000);
      const check = () => {
        if (!until()) return;
        clearTimeout(timer);
        observer.disconnect();
        resolve();
      };
      const observer = new MutationObserver(check);
      observer.observe(main, { attributes: true, childList: true, subtree: true });
      check();
    });
  for (let i = 0; i < opens; i++) {
    const next = mutate();
    if (next === location.hash) continue;
    location.hash = next;
    // First the opening, then what became of it.
    await seen(() => main.querySelector(".opening progress"));
    await seen(() => !main.querySelector(".opening progress"));
    const failure = main.querySelector(".opening .card > p:not(.quiet):not(.eyebrow):not(.actions)");
    const what = failure ? failure.textContent : "a result";
    shown[what] = (shown[what] ?? 0) + 1;
  }
  return shown;
}

/** Runs in the page. Makes a big report of a small one, and drops it. */
async function openBig({ file, bytes }) {
  const report = JSON.parse(file);
  const measured = report.requests.filter((request) => request.phase === "measured");
  const each = measured.map((request) => JSON.stringify(request));
  const rows = report.requests.filter((request) => request.phase !== "measured").map((request) => JSON.stringify(request));
  let size = 0;
  for (let i = 0; size < bytes; i++) {
    const row = each[i % each.length].replace(/"index":\d+/, `"index":${rows.length}`);
    rows.push(row);
    size += row.length + 2;
  }
  const { requests, ...rest } = report;
  const text = `${JSON.stringify({ ...rest, requests: [] }).slice(0, -2)}${rows.join(",\n")}]}`;
  window.bench.progress = [];
  new MutationObserver(() => {
    const value = document.querySelector(".opening progress")?.getAttribute("value");
    if (value && value !== window.bench.progress.at(-1)) window.bench.progress.push(value);
  }).observe(document.querySelector("main"), { attributes: true, childList: true, subtree: true });
  const transfer = new DataTransfer();
  transfer.items.add(new File([text], "big.json"));
  // What making it took is not the page's.
  await new Promise((done) => setTimeout(done, 1_000));
  const began = performance.now();
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true }));
  return { bytes: text.length, requests: rows.length, began };
}

async function inFirefox() {
  const puppeteer = require("puppeteer-core");
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: process.env.FIREFOX,
    headless: true,
  });
  try {
    const page = await browser.newPage();
    await page.goto(result.link);
    await page.waitForSelector('main[data-phase="done"] table', { timeout: 60_000 });
    result.firefox = {
      version: await browser.version(),
      cells: await page.evaluate(() => {
        const table = [...document.querySelectorAll("table")].find((table) => table.caption?.textContent === "Percentiles");
        const columns = [...table.querySelectorAll("thead th")].map((th) => th.innerText.trim());
        const rows = [...table.querySelectorAll("tbody tr")].map((row) => [
          row.querySelector("th").innerText.trim(),
          Object.fromEntries([...row.querySelectorAll("td")].map((cell, i) => [columns[i + 1], cell.innerText.trim()])),
        ]);
        return Object.fromEntries(rows);
      }),
      says: await page.evaluate(() => document.querySelector(".provenance").innerText),
    };
  } finally {
    await browser.close();
  }
  // The same link in Chromium: what is shown of a link must not depend on the browser.
  const chrome = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const page = await chrome.newPage();
    await page.goto(result.link);
    await page.locator(PERCENTILES).waitFor();
    result.reopened = await new App(page).percentileCells();
  } finally {
    await chrome.close();
  }
}
