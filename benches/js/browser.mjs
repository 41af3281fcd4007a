// node browser.mjs STREAM WASM_FOLDER: speed of both decoders in one page of a headless Chromium, one JSON object a line.
// The folder holds the output of `wasm-bindgen --target web` for the example `decode-bench`.
//
// Environment: CHROMIUM (browser), OUT (file that gets the same lines).
import { createServer } from "node:http";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const TYPES = { js: "text/javascript", mjs: "text/javascript", wasm: "application/wasm", html: "text/html" };
const here = dirname(fileURLToPath(import.meta.url));
const [stream, wasm] = process.argv.slice(2);
const parser = dirname(fileURLToPath(import.meta.resolve("eventsource-parser")));

/** File behind a path of the page's server, undefined if there is none. */
function fileFor(path) {
  if (path === "/stream.sse") return resolve(stream);
  for (const [prefix, folder] of [["/wasm/", wasm], ["/parser/", parser], ["/", here]]) {
    if (path.startsWith(prefix)) return join(resolve(folder), path.slice(prefix.length));
  }
}

function serve(request, response) {
  const { pathname } = new URL(request.url, "http://localhost");
  if (pathname === "/") {
    response.setHeader("content-type", TYPES.html);
    response.end("<!doctype html><title>decode</title>");
    return;
  }
  try {
    const body = readFileSync(fileFor(pathname));
    response.setHeader("content-type", TYPES[pathname.split(".").pop()] ?? "application/octet-stream");
    response.end(body);
  } catch {
    response.statusCode = 404;
    response.end();
  }
}

const server = createServer(serve).listen(0, "127.0.0.1");
await new Promise((ready) => server.once("listening", ready));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"],
});
try {
  const page = await browser.newPage();
  page.on("pageerror", (error) => console.error(String(error)));
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  const results = await page.evaluate(async () => (await import("/page.mjs")).run());
  const [ours, peer] = results;
  if (ours.events !== peer.events || ours.text_utf16 !== peer.text_utf16) {
    throw new Error("the decoders read different things");
  }
  const rows = [...results, { stream: "usual", ratio_browser: ours.mb_per_s / peer.mb_per_s }];
  const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join("");
  process.stdout.write(lines);
  if (process.env.OUT) writeFileSync(process.env.OUT, lines);
} finally {
  await browser.close();
  server.close();
}
