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

  /** Lets the page call a server that is being started; it is closed at the end of the test. */
  serve: async ({ witness }, use) => {
    const started = [];
    await use(async (starting) => {
      const server = await starting;
      started.push(server);
      witness.allow(server.base);
      return server;
    });
    await Promise.all(started.map((server) => server.close()));
  },

  /** Starts a throwaway vendor that the page may call; it is closed at the end of the test. */
  startVendor: async ({ serve }, use) => {
    await use((answer, options) => serve(startRecorder(answer, options)));
  },

  /** The page, freshly opened. */
  app: async ({ page, companion, witness }, use) => {
    const app = new App(page);
    await app.open(companion.page);
    await use(app);
  },
});
