// Pictures of the results: what they say, read out by mouse and keyboard, the tables behind them, and what they cost to draw.
import { test, expect } from "../support/test.mjs";
import { axeFindings } from "../support/axe.mjs";

const RUN = { model: "ttft=60,gap=5,n=60,jitter=0.4", requests: 8, concurrency: 1, warmup: 1 };
/** Heading of each picture, and what its sentence begins with. */
const PICTURES = {
  "First words": /^8 answers in order of sending\. The longest wait/,
  "One answer and its reader": /^Request \d+ (never made its reader wait|made its reader wait)/,
  "First signs of life": /^\d answers: the first sign of life took \d.* in the middle \d+ ms \(/,
  "Streaming speeds": /^\d answers: the text came at \d.*tok\/s, in the middle /,
  "Gaps in this answer": /^Request \d+ came in \d+ deliveries\. The longest gap between two was /,
};

/** Requests that the statistics are made of. */
const counted = (report) => report.requests.filter((r) => r.phase === "measured" && r.outcome === "ok" && !r.excluded_by);

const part = (page, name) => page.getByRole("region", { name, exact: true });
const points = (section) => section.getByRole("application");
const readout = (section) => section.locator("[aria-live]");
const choice = (page) => page.getByLabel("Answer shown");

test("each picture has a sentence that names it, and is drawn", async ({ page, app }) => {
  await app.measure(RUN);
  for (const [name, sentence] of Object.entries(PICTURES)) {
    const picture = part(page, name).getByRole("img");
    await expect(picture, name).toHaveAccessibleName(sentence);
    await expect(part(page, name)).toContainText(await picture.getAttribute("aria-label"));
    const boxes = await picture.locator("path").evaluateAll((paths) => paths.map((path) => path.getBBox().width));
    expect(boxes.length, name).toBeLessThan(12);
    expect(boxes.filter((width) => width > 50).length, name).toBeGreaterThan(1);
  }
  await expect(part(page, "Speed along this answer")).toContainText(/is too short, with \d+ tokens/);
});

test("the keyboard reads a picture point by point", async ({ page, app }) => {
  await app.measure(RUN);
  const report = await app.report();
  const measured = report.requests.filter((request) => request.phase === "measured");
  const section = part(page, "First words");
  await points(section).focus();
  const said = async (key) => {
    await page.keyboard.press(key);
    return readout(section).innerText();
  };
  const first = await said("ArrowRight");
  expect(first).toMatch(/^Request 2, first word: \d+(\.\d)? ms$/);
  expect(await said("ArrowRight")).toMatch(/^Request 3, /);
  expect(await said("End")).toMatch(new RegExp(`^Request ${measured.at(-1).index + 1}, `));
  expect(await said("ArrowRight"), "stays at the end").toMatch(new RegExp(`^Request ${measured.at(-1).index + 1}, `));
  expect(await said("Home")).toBe(first);
  const shown = Number(first.match(/: ([\d.]+) ms/)[1]);
  // No digit is shown below what a time may be off by.
  expect(Math.abs(shown - measured[0].ttfa_us / 1000)).toBeLessThan(0.6 + report.summary.time_error_us / 1000);
  await expect(section.locator("path.here")).toHaveAttribute("d", /^M/);
});

test("the mouse reads the nearest point", async ({ page, app }) => {
  await app.measure(RUN);
  const times = counted(await app.report()).map((request) => request.ttft_us);
  const section = part(page, "First signs of life");
  await points(section).scrollIntoViewIfNeeded();
  const box = await points(section).boundingBox();
  await page.mouse.move(box.x + 4, box.y + box.height / 2);
  const lowest = times.filter((us) => us === Math.min(...times)).length;
  const percent = Math.round((1000 * lowest) / times.length) / 10;
  await expect(readout(section)).toContainText(`That long or less: ${percent} % of answers`);
  await page.mouse.move(box.x + box.width - 4, box.y + box.height / 2);
  await expect(readout(section)).toContainText("That long or less: 100 % of answers");
});

test("a table with the same numbers stands behind each picture", async ({ page, app }) => {
  await app.measure(RUN);
  const report = await app.report();
  for (const name of Object.keys(PICTURES)) {
    const section = part(page, name);
    await expect(section.getByRole("table")).toHaveCount(0);
    await section.getByText("Numbers behind this picture").click();
    await expect(section.getByRole("table")).toBeVisible();
  }
  const rows = part(page, "Streaming speeds").getByRole("row");
  await expect(rows).toHaveCount(1 + counted(report).length);
  const slowest = counted(report).reduce((a, b) => (a.tps < b.tps ? a : b));
  await expect(rows.nth(1).getByRole("cell").first()).toHaveText(String(slowest.index + 1));
});

test("another answer can be shown, and nothing else moves", async ({ page, app }) => {
  await app.measure({ ...RUN, model: "ttft=40,gap=4,n=700", maxOutputTokens: 700, requests: 2, concurrency: 1 });
  const along = part(page, "Speed along this answer");
  await expect(along.getByRole("img")).toHaveAccessibleName(/^Request \d .*Each 1,000 tokens change the time per token by [+-]\d/);
  for (const label of ["Request 2", "Request 3"]) {
    await choice(page).selectOption(label);
    for (const name of ["One answer and its reader", "Gaps in this answer", "Speed along this answer"]) {
      await expect(part(page, name).getByRole("img")).toHaveAccessibleName(new RegExp(`^${label} `));
    }
    await expect(choice(page)).toHaveValue(String(Number(label.at(-1)) - 1));
  }
});

for (const [width, colorScheme] of [
  [390, "dark"],
  [1440, "light"],
]) {
  test.describe(`${width} px, ${colorScheme}`, () => {
    test.use({ viewport: { width, height: 850 }, colorScheme });

    test("open tables and a read-out are accessible and fit", async ({ page, app }) => {
      await app.measure(RUN);
      for (const summary of await page.locator(".behind > summary").all()) await summary.click();
      await points(part(page, "First words")).press("End");
      expect(await axeFindings(page)).toEqual([]);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(over).toBeLessThanOrEqual(0);
    });
  });
}

test("one answer alone has no spread, and says so", async ({ page, app }) => {
  await app.measure({ ...RUN, requests: 1 });
  await expect(part(page, "Streaming speeds")).toContainText("One answer has no spread");
  await expect(part(page, "Streaming speeds").getByRole("img")).toHaveCount(0);
  await expect(choice(page)).toHaveCount(0);
});

/** Streams so many words in 500 writes. */
function words(response, count) {
  const piece = { id: "long", object: "chat.completion.chunk", choices: [{ index: 0, delta: { content: " word" }, finish_reason: null }] };
  const event = `data: ${JSON.stringify(piece)}\n\n`;
  const write = event.repeat(count / 500);
  response.writeHead(200, { "access-control-allow-origin": "*", "content-type": "text/event-stream" });
  let writes = 0;
  const timer = setInterval(() => {
    if (writes++ < 500) return response.write(write);
    clearInterval(timer);
    const finish = { ...piece, choices: [{ index: 0, delta: {}, finish_reason: "stop" }] };
    const usage = { ...piece, choices: [], usage: { prompt_tokens: 5, completion_tokens: count, total_tokens: count + 5 } };
    response.end(`data: ${JSON.stringify(finish)}\n\ndata: ${JSON.stringify(usage)}\n\ndata: [DONE]\n\n`);
  }, 4);
  response.on("close", () => clearInterval(timer));
}

/** Median time to draw the answers with these indices, taking turns: from the choice to the laid-out picture. */
function timesToDraw(page, indices) {
  return choice(page).evaluate(async (select, indices) => {
    const times = Object.fromEntries(indices.map((index) => [index, []]));
    const section = select.closest("section");
    for (let round = 0; round < 24; round++) {
      const index = indices[round % indices.length];
      await new Promise((resolve) => setTimeout(resolve, 30));
      const drawn = new Promise((resolve) => {
        const observer = new MutationObserver(() => {
          observer.disconnect();
          for (const path of document.querySelectorAll("main svg path")) path.getBBox();
          resolve(performance.now());
        });
        observer.observe(section, { childList: true, subtree: true });
      });
      const from = performance.now();
      select.value = index;
      select.dispatchEvent(new Event("change", { bubbles: true }));
      times[index].push((await drawn) - from);
    }
    return indices.map((index) => times[index].sort((a, b) => a - b)[Math.floor(times[index].length / 2)]);
  }, indices.map(String));
}

test("50,000 points draw in at most three times the time of 500", async ({ page, app, startVendor }) => {
  test.slow();
  let asked = 0;
  const vendor = await startVendor((_, response) => words(response, asked++ === 0 ? 500 : 50_000));
  await app.measure({
    provider: "Custom",
    format: "OpenAI chat completions",
    baseUrl: vendor.base,
    model: "long",
    maxOutputTokens: 32_768,
    requests: 2,
    concurrency: 1,
    warmup: 0,
  });
  const report = await app.report();
  expect(report.requests.map((request) => request.events.length)).toEqual([500, 50_000]);
  const [few, many] = await timesToDraw(page, [0, 1]);
  expect(few).toBeGreaterThan(0);
  expect(many / few, `${many} ms against ${few} ms`).toBeLessThanOrEqual(3);
});
