// Playwright's `test` with the server, the opened page, and a witness of everything the page does to the outside.
import { test as base } from "@playwright/test";
import { App } from "./app.mjs";
import { startCompanion } from "./companion.mjs";
import { startRecorder } from "./recorder.mjs";
import { Witness } from "./witness.mjs";

export { expect } from "@playwright/test";

export const test = base.extend({
  /** Page and simulated vendor, started once. */
  companion: [
    async ({}, use) => {
      const companion = await startCompanion({ dist: process.env.DIST });
      await use(companion);
      await companion.stop();
    },
    { scope: "worker" },
  ],

  /** Watches in every test: no panic, no breach of the content security policy, no host but the page's and the vendor's. */
  witness: [
    async ({ page, companion }, use) => {
      const witness = new Witness([companion.page, companion.vendor]);
      await witness.watch(page);
      await use(witness);
      await witness.verify();
    },
    { auto: true },
  ],

  /** Starts a throwaway vendor that the page may call; it is closed at the end of the test. */
  startVendor: async ({ witness }, use) => {
    const started = [];
    await use(async (answer, options) => {
      const vendor = await startRecorder(answer, options);
      started.push(vendor);
      witness.allow(vendor.base);
      return vendor;
    });
    await Promise.all(started.map((vendor) => vendor.close()));
  },

  /** The page, freshly opened. */
  app: async ({ page, companion, witness }, use) => {
    const app = new App(page);
    await app.open(companion.page);
    await use(app);
  },
});
