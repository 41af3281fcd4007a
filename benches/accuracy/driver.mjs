// Compares what three clients in one Chromium saw with what the simulated vendor's log says it sent: the built app, a
// plain JS reader in a worker, and the same reader on the main thread. All take turns in one run; only ratios within
// the run mean anything.
//
// Environment: TOKENPACE_SERVER (binary), CHROMIUM (browser), DIST (built app), OUT (JSON with all figures), ROUNDS.
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { cpus } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { App } from "../../tests/e2e/support/app.mjs";
import { startCompanion, vendorLog } from "../../tests/e2e/support/companion.mjs";
import { streamErrors, summarise } from "./statistics.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const require = createRequire(path.join(here, "../../tests/e2e/package.json"));
const { chromium } = require("@playwright/test");

// Uneven gaps: with even ones six streams that start together stay in step for a whole turn, and how they happen to
// interleave, not the client, decides how late each read is.
const MODEL = "ttft=200,gap=20,n=30,per=1,jitter=0.3";
// As many answers whether one by one or six at once: the spread of a median falls with their number.
const REQUESTS = { 1: 24, 6: 24 };
// One for each connection, so that no measured stream pays for one.
const WARMUP = { 1: 1, 6: 6 };
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const BUSY_MS_PER_FRAME = 8;
const CLIENTS = ["tokenpace", "worker", "main"];
const CONDITIONS = [
  { concurrency: 1, busy: false },
  { concurrency: 6, busy: false },
  { concurrency: 1, busy: true },
  { concurrency: 6, busy: true },
];

// The plain readers live beside the app, on the same origin, so that all get the same clock and the same headers.
const dist = path.join(path.dirname(process.env.OUT), "dist");
await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
await cp(process.env.DIST, dist, { recursive: true });
await cp(path.join(here, "page"), path.join(dist, "bench"), { recursive: true });

const companion = await startCompanion({ dist });
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
  await measure();
} finally {
  await browser.close();
  await companion.stop();
}

/**
 * Waits for the end of a run and asks only once a second: Playwright's own way to wait asks in every frame, which would
 * burden this client and not the plain readers, whose page nobody watches.
 */
async function ended(page) {
  await page.waitForFunction(
    () => ["done", "failed"].includes(document.querySelector("main")?.dataset.phase),
    undefined,
    { polling: 1_000, timeout: 120_000 },
  );
}

/** Burns time in every animation frame, as a page that draws a lot does. */
async function makeBusy(page) {
  await page.evaluate((burn_ms) => {
    const frame = () => {
      const end = performance.now() + burn_ms;
      while (performance.now() < end);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }, BUSY_MS_PER_FRAME);
}

async function withPage(address, busy, work) {
  const context = await browser.newContext({ acceptDownloads: true });
  try {
    const page = await context.newPage();
    await page.goto(address);
    if (busy) await makeBusy(page);
    return await work(page);
  } finally {
    await context.close();
  }
}

async function runTokenpace({ concurrency, busy }) {
  return withPage(companion.page, busy, async (page) => {
    const app = new App(page);
    await app.main("setup").waitFor();
    await app.fill({ model: MODEL, requests: REQUESTS[concurrency], concurrency, warmup: WARMUP[concurrency], maxOutputTokens: 30 });
    await app.run();
    await ended(page);
    const report = await app.report();
    return report.requests
      .filter((request) => request.phase === "measured")
      .map((request) => ({
        id: request.response_id,
        answer_us: request.events.filter(([, , , channel]) => channel === "answer").map(([at]) => at),
        from_request_start_us:
          request.ttft_from_request_start_us === null ? null : request.ttft_us - request.ttft_from_request_start_us,
      }));
  });
}

async function runPlain(where, { concurrency, busy }) {
  return withPage(new URL("bench/index.html", companion.page).href, busy, (page) =>
    page.evaluate(
      ([name, plan]) => window[name](plan),
      [
        where === "worker" ? "runInWorker" : "runOnMain",
        { url: `${companion.vendor}/chat/completions`, model: MODEL, requests: REQUESTS[concurrency], concurrency, warmup: WARMUP[concurrency] },
      ],
    ),
  );
}

/** Lets the clients take turns and writes what they saw, set against the log. */
async function measure() {
  const streams = new Map();
  const collect = (key, value) => streams.set(key, [...(streams.get(key) ?? []), value]);

  for (let round = 0; round < ROUNDS; round++) {
    for (const condition of CONDITIONS) {
      // Each round starts with another client, so that a slow drift of the machine hits all alike.
      for (let turn = 0; turn < CLIENTS.length; turn++) {
        const client = CLIENTS[(turn + round) % CLIENTS.length];
        const seen = client === "tokenpace" ? await runTokenpace(condition) : await runPlain(client, condition);
        const { requests } = await vendorLog(companion.vendor);
        const sent = new Map(requests.map((request) => [request.id, request]));
        for (const stream of seen) {
          const log = sent.get(stream.id);
          if (!log) throw new Error(`the vendor's log holds no answer ${stream.id}`);
          const answers = log.events.filter(([, kind]) => kind === "answer").map(([sent_us]) => sent_us);
          const key = JSON.stringify([client, condition.concurrency, condition.busy]);
          collect(key, streamErrors(stream.answer_us, answers));
          if (client === "tokenpace" && stream.from_request_start_us !== null) {
            collect(
              JSON.stringify(["tokenpace from requestStart", condition.concurrency, condition.busy]),
              streamErrors(stream.answer_us, answers, stream.from_request_start_us),
            );
          }
        }
      }
    }
    console.error(`round ${round + 1} of ${ROUNDS} done`);
  }

  const rows = [...streams].map(([key, values]) => {
    const [client, concurrency, busy] = JSON.parse(key);
    return { client, concurrency, busy, ...summarise(values) };
  });
  await writeFile(
    process.env.OUT,
    JSON.stringify({ browser: browser.version(), processors: cpus().length, model: MODEL, rounds: ROUNDS, rows }, null, 2),
  );
}
