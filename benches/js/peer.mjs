// What a JavaScript client does with the same bytes: eventsource-parser, then JSON.parse of every event.
// Runs in Node and, unchanged, in a page.

const PASSES = 9;
const READ_BYTES = 4096;

/** The stream as the reads of a body would bring it. */
export function reads(bytes) {
  const out = [];
  for (let at = 0; at < bytes.length; at += READ_BYTES) out.push(bytes.subarray(at, at + READ_BYTES));
  return out;
}

/** One pass: number of events and length of the answer text. */
export function decode(createParser, chunks) {
  const text = new TextDecoder();
  let events = 0;
  let utf16 = 0;
  const parser = createParser({
    onEvent(event) {
      events += 1;
      if (event.data === "[DONE]") return;
      const content = JSON.parse(event.data).choices[0]?.delta?.content;
      if (content) utf16 += content.length;
    },
  });
  for (const chunk of chunks) parser.feed(text.decode(chunk, { stream: true }));
  return { events, text_utf16: utf16 };
}

/** Median speed of each decoder, in passes that take turns. A decoder is `{ names, pass }`; a pass gives its counts. */
export function measure(byteLength, decoders) {
  const runs = decoders.map(({ names, pass }) => ({ names, pass, seconds: [], counts: null }));
  for (let n = 0; n < PASSES; n += 1) {
    for (const run of runs) {
      const start = performance.now();
      run.counts = run.pass();
      run.seconds.push((performance.now() - start) / 1000);
    }
  }
  return runs.map(({ names, seconds, counts }) => {
    const median = seconds.sort((a, b) => a - b)[PASSES >> 1];
    return { ...names, mb_per_s: byteLength / 1e6 / median, events_per_s: counts.events / median, ...counts };
  });
}
