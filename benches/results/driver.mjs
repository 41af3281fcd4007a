// How a big run's end feels: 2,000 answers of 500 tokens from the simulated vendor, in the built page. Tells how long the
// page needs for its summary, beside JSON.parse of the same report in the same tab, and its longest tasks.
//
// Environment: TOKENPACE_SERVER (binary), CHROMIUM (browser), DIST (built app), OUT (JSON with all figures), REQUESTS.
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { App } from "../../tests/e2e/support/app.mjs";
import { startCompanion } from "../../tests/e2e/support/companion.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const require = createRequire(path.join(here, "../../tests/e2e/package.json"));
const { chromium } = require("@playwright/test");

const REQUESTS = Number(process.env.REQUESTS);
const TOKENS = 500;
/** The page may still be at work after it shows its first results. */
const SETTLE_MS = 3_000;
const PARSES = 5;

const companion = await startCompanion({ dist: process.env.DIST });
const browser = await chromium
  .launch({
    executablePath: process.env.CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
  })
  .catch(async (error) => {
    await companion.stop();
    throw error;
  });
try {
  await writeFile(process.env.OUT, JSON.stringify(await measure(), null, 2));
} finally {
  await browser.close();
  await companion.stop();
}

async function measure() {
  const page = await browser.newPage();
  await page.addInitScript(() => {
    window.bench = { tasks: [], blob: null };
    new PerformanceObserver((list) => {
      for (const task of list.getEntries()) window.bench.tasks.push([task.startTime, task.duration]);
    }).observe({ type: "longtask" });
    const create = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      window.bench.blob = blob;
      return create.call(URL, blob);
    };
  });
  const app = new App(page);
  await app.open(companion.page);
  await app.main("setup").waitFor();
  // Each token in a read of its own: a million gaps are the most there is to sort.
  await app.fill({ model: `ttft=1,gap=1,n=${TOKENS}`, requests: REQUESTS, concurrency: 6, warmup: 2, maxOutputTokens: TOKENS });
  const began = await page.evaluate(() => performance.now());
  await app.run();
  await page.waitForFunction(() => ["done", "failed"].includes(document.querySelector("main")?.dataset.phase), undefined, {
    polling: 1_000,
    timeout: 900_000,
  });
  await page.waitForTimeout(SETTLE_MS);
  const seen = await page.evaluate(() => ({
    tasks: window.bench.tasks,
    summaries: performance.getEntriesByName("tokenpace-summary", "measure").map((entry) => [entry.startTime, entry.duration]),
    nodes: document.querySelectorAll("*").length,
  }));
  // What follows is the bench's own work and no longer counted.
  await app.download();
  const parsing = await page.evaluate(async (times) => {
    const text = await window.bench.blob.text();
    const took = [];
    for (let i = 0; i < times; i++) {
      const start = performance.now();
      const report = JSON.parse(text);
      took.push(performance.now() - start);
      if (report.requests.length === 0) throw new Error("an empty report");
    }
    return { bytes: text.length, took };
  }, PARSES);
  return {
    browser: browser.version(),
    requests: REQUESTS,
    tokens: TOKENS,
    nodes: seen.nodes,
    report_bytes: parsing.bytes,
    parse_ms: parsing.took.sort((a, b) => a - b)[Math.floor(PARSES / 2)],
    summary_ms: seen.summaries.reduce((sum, [, duration]) => sum + duration, 0),
    summaries: seen.summaries,
    longest_task_ms: Math.max(0, ...seen.tasks.filter(([start]) => start >= began).map(([, duration]) => duration)),
    tasks: seen.tasks.filter(([start]) => start >= began),
  };
}
