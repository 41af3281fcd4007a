// Runs in the page: both decoders on the same stream, passes taking turns.
import { createParser } from "/parser/index.js";
import init, { Pass } from "/wasm/decode_bench.js";
import { decode, measure, reads } from "/peer.mjs";

function decodeInWasm(chunks) {
  const pass = new Pass();
  for (const chunk of chunks) {
    if (!pass.feed(chunk)) throw new Error("the decoder gave up");
  }
  const counts = { events: pass.events, text_utf16: pass.text_utf16 };
  pass.free();
  return counts;
}

export async function run() {
  await init();
  const bytes = new Uint8Array(await (await fetch("/stream.sse")).arrayBuffer());
  const chunks = reads(bytes);
  return measure(bytes.length, [
    { names: { decoder: "tokenpace", host: "Chromium", stream: "usual" }, pass: () => decodeInWasm(chunks) },
    {
      names: { decoder: "eventsource-parser + JSON.parse", host: "Chromium", stream: "usual" },
      pass: () => decode(createParser, chunks),
    },
  ]);
}
