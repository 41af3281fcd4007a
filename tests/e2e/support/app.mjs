// The page as a person handles it: by label and button name. Every spec and bench drives the app through this file, so a
// changed name shows up in one place.
import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";

/** Labels of the set-up form, by the key specs use. */
export const FIELDS = {
  provider: "Provider",
  format: "API format",
  baseUrl: "Base URL",
  key: "API key",
  model: "Model",
  workload: "Workload",
  prompt: "Prompt",
  maxOutputTokens: "Max output tokens",
  runUntil: "Run until",
  whichNumber: "Which number",
  precision: "Wanted precision",
  requests: "Requests",
  concurrency: "Concurrency",
  warmup: "Warm-up requests",
  timeout: "Timeout (s)",
  reader: "Reader",
  readingSpeed: "Reading speed (wpm)",
  targetTtft: "Target TTFT (ms)",
  targetTpot: "Target TPOT (ms)",
  targetShare: "Target share",
  neededTps: "Needed tokens per second (batch)",
  extraHeaders: "Extra headers",
  extraFields: "Extra JSON fields",
};

const SELECTS = new Set([
  "provider",
  "format",
  "workload",
  "reader",
  "targetShare",
  "runUntil",
  "whichNumber",
  "precision",
]);

export class App {
  constructor(page) {
    this.page = page;
  }

  async open(address, hash = "") {
    await this.page.goto(address + hash);
    await this.page.locator("main[data-phase]").waitFor();
  }

  /** Goes to a view by its hash, as a link does. */
  async goTo(hash) {
    await this.page.evaluate((hash) => {
      location.hash = hash;
    }, hash);
  }

  field(key) {
    return this.page.getByLabel(FIELDS[key], { exact: true });
  }

  button(name) {
    return this.page.getByRole("button", { name, exact: true });
  }

  main(phase) {
    return this.page.locator(`main[data-phase="${phase}"]`);
  }

  async openAdvanced() {
    const advanced = this.page.locator("details", { has: this.page.getByText("Advanced", { exact: true }) });
    if ((await advanced.count()) > 0 && (await advanced.first().getAttribute("open")) === null) {
      await advanced.first().locator("summary").click();
    }
  }

  /** Fills the named fields in the order of the form; the rest keep their defaults. */
  async fill(values) {
    await this.openAdvanced();
    for (const key of Object.keys(FIELDS).filter((key) => key in values)) {
      const value = values[key];
      if (SELECTS.has(key)) await this.field(key).selectOption({ label: value });
      else await this.field(key).fill(String(value));
    }
  }

  /** What the page says about a field: its error and its hint. */
  async saidOf(key) {
    const ids = (await this.field(key).getAttribute("aria-describedby"))?.split(" ") ?? [];
    const texts = await Promise.all(ids.map((id) => this.page.locator(`[id="${id}"]`).innerText()));
    return texts.join(" ").trim();
  }

  async run() {
    await this.button("Run benchmark").click();
  }

  /** Fills, runs, waits for the end. */
  async measure(values, timeout) {
    await this.fill(values);
    await this.run();
    return this.settled(timeout);
  }

  /** From results or a failure back to the form. */
  async changeSetup() {
    await this.button("Change set-up").click();
    await this.main("setup").waitFor();
  }

  /** Waits for the end of a run, whichever way it ends. */
  async settled(timeout = 120_000) {
    await this.page.locator('main[data-phase="done"], main[data-phase="failed"]').waitFor({ timeout });
    return this.page.locator("main").getAttribute("data-phase");
  }

  /** A tick box of what can be done with a result. */
  async option(name) {
    const option = this.page.getByRole("checkbox", { name, exact: true });
    if (!(await option.isVisible())) await this.button("Options").click();
    return option;
  }

  /** The file that a button gives. */
  async file(button) {
    const [download] = await Promise.all([this.page.waitForEvent("download"), this.button(button).click()]);
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
  }

  /** What "Download JSON" gives, as text. */
  async download() {
    return (await this.file("Download JSON")).text;
  }

  /** What a button puts into the clipboard; the context must grant its reading. */
  async copied(button) {
    await this.page.evaluate(() => navigator.clipboard.writeText(""));
    await this.button(button).click();
    const read = () => this.page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(read).not.toBe("");
    return read();
  }

  /** The report as "Download JSON" gives it. */
  async report() {
    return JSON.parse(await this.download());
  }

  verdict() {
    return this.page.getByRole("region", { name: "Verdict", exact: true });
  }

  cautions() {
    return this.page.getByRole("list", { name: "Cautions", exact: true });
  }

  percentiles() {
    return this.page.getByRole("table", { name: "Percentiles", exact: true });
  }

  /** Text of the percentile table: `{ TTFT: { p50: "…", …, n: "…" }, … }`. */
  async percentileCells() {
    const columns = await this.percentiles().getByRole("columnheader").allInnerTexts();
    const cells = {};
    for (const row of (await this.percentiles().getByRole("row").all()).slice(1)) {
      const name = await row.getByRole("rowheader").innerText();
      const values = await row.getByRole("cell").allInnerTexts();
      cells[name.trim()] = Object.fromEntries(values.map((value, i) => [columns[i + 1].trim(), value.trim()]));
    }
    return cells;
  }

  requests() {
    return this.page.getByRole("table", { name: "Requests", exact: true });
  }

  /** The row of the request with this index in the report. */
  request(index) {
    return this.requests().getByRole("row", { name: new RegExp(`^${index + 1}\\b`) });
  }

  /** Opens what is known of a request and gives its text. */
  async detail(index) {
    await this.request(index).getByRole("button").click();
    const id = await this.request(index).getByRole("button").getAttribute("aria-controls");
    return this.page.locator(`[id="${id}"]`).innerText();
  }
}
