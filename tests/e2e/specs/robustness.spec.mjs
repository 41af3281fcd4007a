// What people do to a page: reload it, follow links, run twice, lose its worker.
import { test, expect } from "../support/test.mjs";
import { probe } from "../support/probe.mjs";

const FAST = { model: "ttft=20,gap=2,n=60", requests: 3, concurrency: 1, warmup: 0 };
const SLOW = { model: "ttft=50,gap=10,n=60", requests: 20, concurrency: 1, warmup: 0 };

test("a reload brings the form back", async ({ page, app }) => {
  const typed = {
    model: "ttft=33",
    prompt: "My own words, with “quotes” and\ntwo lines.",
    requests: "13",
    concurrency: "4",
    warmup: "3",
    maxOutputTokens: "99",
    timeout: "17",
    readingSpeed: "300",
  };
  await app.fill(typed);
  await page.reload();
  await app.main("setup").waitFor();
  await app.openAdvanced();
  for (const [key, value] of Object.entries(typed)) await expect(app.field(key), key).toHaveValue(value);
  await expect(app.field("workload").locator("option:checked")).toHaveText("My own prompt");
});

test("a stored form that makes no sense is ignored", async ({ page, app }) => {
  await app.fill({ requests: 13 });
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) localStorage.setItem(key, '{"nonsense": [');
  });
  await page.reload();
  await app.main("setup").waitFor();
  await expect(app.button("Run benchmark")).toBeEnabled();
});

test("a workload brings its prompt, and one's own prompt is not lost", async ({ app }) => {
  const chat = await app.field("prompt").inputValue();
  await app.fill({ prompt: "Mine." });
  await app.fill({ workload: "Code" });
  await expect(app.field("prompt")).not.toHaveValue("Mine.");
  await expect(app.field("prompt")).not.toHaveValue(chat);
  await app.fill({ workload: "My own prompt" });
  await expect(app.field("prompt")).toHaveValue("Mine.");
});

test("the theme is kept and beats the system's", async ({ page, app }) => {
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const theme = (name) => page.getByRole("group", { name: "Theme" }).getByRole("radio", { name, exact: true });
  await page.emulateMedia({ colorScheme: "light" });
  await theme("Dark").check();
  const dark = await ground();
  await page.reload();
  await app.main("setup").waitFor();
  await expect(theme("Dark")).toBeChecked();
  expect(await ground()).toBe(dark);
  await theme("Light").check();
  await expect.poll(ground).not.toBe(dark);
  await theme("Auto").check();
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(ground).toBe(dark);
});

test("the method view has an address, and Back leads back", async ({ page, app }) => {
  await app.fill({ requests: 13 });
  await page.getByRole("link", { name: "Method" }).first().click();
  await expect(page).toHaveURL(/#method$/);
  await expect(page.getByRole("main")).toContainText("TTFT");
  await expect(app.field("requests")).toHaveCount(0);
  await page.goBack();
  await expect(app.field("requests")).toHaveValue("13");
});

test("the method view opens by its address", async ({ page, companion, app }) => {
  await app.open(companion.page, "#method");
  await expect(page.getByRole("main")).toContainText("TTFT");
});

for (const rest of ["#nowhere", "#run", "#Run benchmark", "#method/../run", "#r1.abc", "#%F0%28", "?run=1&model=x&requests=1#run"]) {
  test(`${rest} in the address starts nothing and harms nothing`, async ({ app, companion, witness }) => {
    const model = await app.field("model").inputValue();
    await app.open(companion.page, rest);
    await app.page.reload();
    // An address of a link is one, and opens as what it is.
    if (rest.startsWith("#r1")) await expect(app.page.getByRole("main")).toContainText("cut on the way");
    else {
      await app.main("setup").waitFor();
      await expect(app.field("model")).toHaveValue(model);
    }
    expect(witness.completions()).toEqual([]);
  });
}

test("looking at the method does not disturb a run", async ({ page, app }) => {
  await app.fill({ ...FAST, model: "ttft=50,gap=20,n=60" });
  await app.run();
  await app.main("running").waitFor();
  await app.goTo("#method");
  await expect(page.getByRole("main")).toContainText("TTFT");
  await expect(page.locator("main")).toHaveAttribute("data-phase", "done");
  await page.goBack();
  await expect(app.verdict()).toBeVisible();
  expect((await app.report()).summary.n).toBe(3);
});

test("a second run is a run of its own", async ({ app, witness }) => {
  await app.measure(FAST);
  const first = await app.report();
  await app.changeSetup();
  await app.measure({ requests: 2 });
  const second = await app.report();
  expect(second.summary.n).toBe(2);
  expect(second.plan.requests).toBe(2);
  const ids = [...first.requests, ...second.requests].map((request) => request.response_id);
  expect(new Set(ids).size).toBe(5);
  expect(witness.completions()).toHaveLength(5);
  await app.button("Run again").click();
  await app.main("running").waitFor();
  await app.settled();
  expect(witness.completions()).toHaveLength(7);
});

test("pressing twice starts one run", async ({ app, witness }) => {
  await app.fill(FAST);
  await app.button("Run benchmark").dblclick();
  await app.settled();
  expect(witness.completions()).toHaveLength(3);
});

test("leaving a stopped run behind leaves nothing of it in the next", async ({ page, app }) => {
  await app.fill(SLOW);
  await app.run();
  await expect(page.getByText(/Request [2-9] of 20/).first()).toBeVisible();
  await app.button("Stop").click();
  await app.settled();
  await app.changeSetup();
  expect(await app.measure(FAST)).toBe("done");
  const report = await app.report();
  expect(report.requests.map((request) => [request.index, request.outcome])).toEqual([
    [0, "ok"],
    [1, "ok"],
    [2, "ok"],
  ]);
  await expect(page.getByText(/stopped this run early/i)).toHaveCount(0);
});

test("a dead worker is said, what is finished is kept, and the next run works", async ({ page, app, companion }) => {
  await probe(page);
  await app.open(companion.page);
  await app.fill(SLOW);
  await app.run();
  await expect(page.getByText(/Request [3-9] of 20/).first()).toBeVisible();
  await page.evaluate(() => {
    const worker = window.probe.workers.at(-1);
    worker.terminate();
    worker.dispatchEvent(new ErrorEvent("error", { message: "killed by the test" }));
  });
  await app.main("done").waitFor();
  await expect(app.main("done")).toContainText(/stopped working/i);
  await expect(app.verdict()).toBeVisible();
  expect((await app.report()).requests.some((request) => request.outcome === "ok")).toBe(true);
  await app.changeSetup();
  expect(await app.measure(FAST)).toBe("done");
});

test("a worker that cannot be loaded is said, not waited for", async ({ page, app, companion }) => {
  // Page and worker start by the same script: the page's request comes first.
  let requests = 0;
  await page.route(/boot-.*\.js/, (route) => (requests++ === 0 ? route.continue() : route.fulfill({ status: 404, body: "" })));
  await app.open(companion.page);
  await app.fill(FAST);
  await app.run();
  await app.main("failed").waitFor();
  await expect(app.main("failed")).toContainText(/reload/i);
});

// A module whose one function traps, as the page's own code does when it panics.
const TRAP = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 5, 1, 3, 0, 0, 11];

for (const [where, inPromise] of [
  ["in an event", false],
  ["in a promise", true],
]) {
  test(`a trap of the page ${where} is said, with its place`, async ({ page, app, witness }) => {
    witness.crashesExpected = true;
    await app.fill({ model: "kept" });
    const notice = page.locator("#crashed");
    await expect(notice).toBeHidden();
    await page.evaluate(
      async ([bytes, inPromise]) => {
        const { instance } = await WebAssembly.instantiate(new Uint8Array(bytes));
        setTimeout(() => (inPromise ? Promise.resolve().then(instance.exports.f) : instance.exports.f()));
      },
      [TRAP, inPromise],
    );
    await expect(notice).toHaveRole("alert");
    await expect(notice).toContainText(/stopped because of a mistake of its own/);
    await expect(notice).toContainText(/wasm-function\[0\]:0x/);
    await notice.getByRole("link", { name: "Reload" }).click();
    await app.main("setup").waitFor();
    await expect(app.field("model")).toHaveValue("kept");
    expect(witness.crashes.length).toBeGreaterThan(0);
  });
}

test("a trap in a promise of the worker is said, and what is finished is kept", async ({ page, app, witness }) => {
  witness.crashesExpected = true;
  await app.fill(SLOW);
  await app.run();
  await expect(page.getByText(/Request [3-9] of 20/).first()).toBeVisible();
  const [worker] = page.workers();
  await worker.evaluate(async (bytes) => {
    const { instance } = await WebAssembly.instantiate(new Uint8Array(bytes));
    void Promise.resolve().then(instance.exports.f);
  }, TRAP);
  await app.main("done").waitFor({ timeout: 8_000 });
  await expect(app.main("done")).toContainText(/stopped working/i);
  await expect(app.verdict()).toBeVisible();
});

test("a worker of another build asks for a reload", async ({ page, app, companion }) => {
  await probe(page);
  await app.open(companion.page);
  await page.evaluate(() => {
    // "Ready" with a build id of seven letters, as postcard writes it.
    const message = new Uint8Array([0, 7, ...new TextEncoder().encode("another")]);
    window.probe.workers.at(-1).dispatchEvent(new MessageEvent("message", { data: { message } }));
  });
  await expect(page.getByRole("alert")).toContainText(/updated/i);
  await expect(page.getByRole("link", { name: /reload/i }).first()).toBeVisible();
});

test("without storage the page still works", async ({ page, app, companion }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("The operation is insecure.", "SecurityError");
      },
    });
  });
  await app.open(companion.page);
  expect(await app.measure(FAST)).toBe("done");
});
