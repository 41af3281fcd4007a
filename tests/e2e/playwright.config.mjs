// How Playwright runs the specs. `cargo xtask e2e` builds page and server and sets the variables they read.
import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: ".",
  testMatch: "**/*.spec.mjs",
  outputDir: "test-results",
  // Times are what is tested: tests that share the processor would disturb each other's.
  workers: 1,
  // A machine that does something else for a moment may blur any one run; what is wrong is wrong in each.
  retries: 2,
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"]],
  use: {
    // A recorded trace costs processor time, which the tests measure.
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.CHROMIUM,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [{ name: "chromium", use: { browserName: "chromium" } }],
});
