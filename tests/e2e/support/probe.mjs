// Looks into the page from within: which phases it went through, what it said meanwhile, what its worker told it.

/** To be installed before the page is opened. */
export async function probe(page) {
  await page.addInitScript(() => {
    const seen = { phases: [], progress: [], messages: [], workers: [] };
    window.probe = seen;
    const kinds = ["Ready", "Calibrated", "Progress", "Done", "Finished"];

    const note = (list, value) => {
      if (value && list.at(-1) !== value) list.push(value);
    };
    const look = () => {
      note(seen.phases, document.querySelector("main")?.dataset.phase);
      note(seen.progress, document.querySelector('[role="progressbar"]')?.getAttribute("aria-valuetext"));
    };
    new MutationObserver(look).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ["data-phase", "aria-valuetext"],
    });

    window.Worker = class extends Worker {
      constructor(...options) {
        super(...options);
        seen.workers.push(this);
        this.addEventListener("message", ({ data }) => {
          // A message is postcard bytes; the first is the number of its kind.
          seen.messages.push({ at: performance.now(), kind: kinds[data.message[0]] });
        });
      }
    };
  });
}

/** Phases in the order in which they were shown. */
export const phases = (page) => page.evaluate(() => window.probe.phases);

/** What the progress bar said, in order. */
export const progressWords = (page) => page.evaluate(() => window.probe.progress);

/** Messages of the worker: `{ at, kind }`, `at` in milliseconds. */
export const workerMessages = (page) => page.evaluate(() => window.probe.messages);
