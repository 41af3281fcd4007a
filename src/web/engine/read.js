// The measured path. The stamp is taken here, in the promise's own callback, before anything else happens: a call into
// wasm first, or a turn through the queue of microtasks, would put their jitter into every time.

/** Resolves with what `reader.read()` gave and when it gave it; rejects likewise. */
export function stampedRead(reader) {
  return reader.read().then(
    ({ done, value }) => {
      const at = performance.now();
      return { at, done, value };
    },
    (error) => {
      const at = performance.now();
      return { at, done: true, error: error ?? new TypeError("the read was rejected") };
    },
  );
}
