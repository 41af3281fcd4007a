// The page as a person handles it: by label and button name. Every spec and bench drives the app through this file, so a
// changed name shows up in one place.
import { readFile } from "node:fs/promises";

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
  requests: "Requests",
  concurrency: "Concurrency",
  warmup: "Warm-up requests",
  timeout: "Timeout (s)",
  readingSpeed: "Reading speed (wpm)",
};

const SELECTS = new Set(["provider", "format", "workload"]);

export class App {
  constructor(page) {
    this.page = page;
  }

  async open(address, hash = "") {
    await this.page.goto(address + hash);
    await this.page.locator("main[data-phase]").waitFor();
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

  /** Fills the named fields; the rest keep their defaults. */
  async fill(values) {
    await this.openAdvanced();
    for (const [key, value] of Object.entries(values)) {
      if (SELECTS.has(key)) await this.field(key).selectOption({ label: value });
      else await this.field(key).fill(String(value));
    }
  }

  async run() {
    await this.button("Run benchmark").click();
  }

  /** Waits for the end of a run, whichever way it ends. */
  async settled(timeout = 120_000) {
    await this.page.locator('main[data-phase="done"], main[data-phase="failed"]').waitFor({ timeout });
    return this.page.locator("main").getAttribute("data-phase");
  }

  /** The report as "Download JSON" gives it. */
  async report() {
    const [download] = await Promise.all([
      this.page.waitForEvent("download"),
      this.button("Download JSON").click(),
    ]);
    return JSON.parse(await readFile(await download.path(), "utf8"));
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
}
