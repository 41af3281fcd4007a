// Runs the built app against a real model on loopback and keeps what came out: result.json, screenshots, and the
// comparison of the client's speed with the one llama.cpp reports of itself.
//
// Environment: TOKENPACE_SERVER, CHROMIUM, DIST, MODEL_URL (base URL of the model server), OUT (folder).
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { App } from "../../tests/e2e/support/app.mjs";
import { startCompanion } from "../../tests/e2e/support/companion.mjs";
import { percentile } from "../accuracy/statistics.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const require = createRequire(path.join(here, "../../tests/e2e/package.json"));
const { chromium } = require("@playwright/test");

const PLAN = {
  provider: "Custom",
  baseUrl: process.env.MODEL_URL,
  model: "SmolLM2-135M-Instruct",
  workload: "Chat",
  requests: 20,
  concurrency: 1,
  warmup: 2,
  maxOutputTokens: 160,
};
const RUN_LIMIT_MS = 600_000;

const companion = await startCompanion({ dist: process.env.DIST });
let report;
try {
  report = await measure();
} finally {
  await companion.stop();
}

/** One run through the page; leaves its export and two screenshots in OUT. */
async function measure() {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
  });
  try {
    const page = await browser.newPage({
      acceptDownloads: true,
      viewport: { width: 1280, height: 900 },
      colorScheme: "light",
    });
    const app = new App(page);
    await app.open(companion.page);
    await app.fill(PLAN);
    await app.run();
    const phase = await app.settled(RUN_LIMIT_MS);
    const report = await app.report();
    await writeFile(path.join(process.env.OUT, "result.json"), JSON.stringify(report, null, 2));
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.screenshot({ path: path.join(process.env.OUT, "result.png") });
    await page.screenshot({ path: path.join(process.env.OUT, "result-full.png"), fullPage: true });
    if (phase !== "done") throw new Error(`the run ended as "${phase}"; see result.json`);
    return report;
  } finally {
    await browser.close();
  }
}

// llama.cpp times its own decoding; the page times what arrives. Both speak of the same tokens of the same answers.
const pairs = report.requests
  .filter((request) => request.phase === "measured" && request.outcome === "ok")
  .map((request) => ({ client: request.tps, server: request.server_timing?.tokens_per_second ?? null }))
  .filter(({ client, server }) => client !== null && server !== null);
if (pairs.length === 0) throw new Error("no request has both the client's and the server's speed");
const comparison = {
  browser: report.environment.browser,
  requests: pairs.length,
  client_tps_p50: percentile(pairs.map(({ client }) => client), 50),
  server_tps_p50: percentile(pairs.map(({ server }) => server), 50),
  ratio_p50: percentile(pairs.map(({ client, server }) => client / server), 50),
  ratio_min: Math.min(...pairs.map(({ client, server }) => client / server)),
  ratio_max: Math.max(...pairs.map(({ client, server }) => client / server)),
  verdict: report.verdict.sentence,
};
await writeFile(path.join(process.env.OUT, "comparison.json"), JSON.stringify(comparison, null, 2));
console.log(JSON.stringify(comparison, null, 2));
