// A page from the internet that wants to call this computer: the browser asks, and the page says so before.
import { test as base, expect } from "../support/test.mjs";
import { App } from "../support/app.mjs";
import { startTrouble } from "../support/trouble.mjs";

/** Stands for a public host: it resolves to the test server, and the browser is told that this is no local address. */
const NAME = "tokenpace.test";

const test = base.extend({
  launchOptions: [
    async ({ companion, launchOptions }, use) => {
      const { port } = new URL(companion.page);
      await use({
        ...launchOptions,
        args: [
          ...launchOptions.args,
          `--host-resolver-rules=MAP ${NAME} 127.0.0.1`,
          `--ip-address-space-overrides=127.0.0.1:${port}=public`,
          `--unsafely-treat-insecure-origin-as-secure=http://${NAME}:${port}`,
        ],
      });
    },
    { scope: "worker" },
  ],

  /** The page as a public host serves it. */
  publicApp: async ({ page, companion, witness }, use) => {
    const address = new URL(companion.page);
    address.hostname = NAME;
    witness.allow(address.href);
    const app = new App(page);
    await app.open(address.href);
    await use(app);
  },
});

let server;
test.beforeEach(async ({ witness }) => {
  server = await startTrouble("a readable 401");
  witness.allow(server.base);
});
test.afterEach(() => server.close());

async function testConnection(app) {
  await app.fill({ provider: "Custom", model: "any", baseUrl: server.base });
  await app.button("Test connection").click();
}

test("nothing is sent before the user is ready for the browser's question", async ({ page, publicApp }) => {
  await testConnection(publicApp);
  await expect(page.locator('[data-finding="LOCAL_ASK"]')).toContainText(/on your own computer/);
  await expect(publicApp.button("Continue")).toBeVisible();
  expect(server.seen).toEqual([]);
});

test("once allowed, the test goes through", async ({ page, context, publicApp }) => {
  await testConnection(publicApp);
  await context.grantPermissions(["local-network-access"]);
  await publicApp.button("Continue").click();
  await expect(page.locator('[data-finding="READY"]')).toBeVisible();
});

test("a refusal is recognised, and nothing is sent", async ({ page, context, publicApp }) => {
  const devtools = await context.newCDPSession(page);
  const { targetInfo } = await devtools.send("Target.getTargetInfo");
  await devtools.send("Browser.setPermission", {
    permission: { name: "loopback-network" },
    setting: "denied",
    origin: new URL(page.url()).origin,
    browserContextId: targetInfo.browserContextId,
  });
  await testConnection(publicApp);
  await expect(page.locator('[data-finding="LOCAL_DENIED"]')).toContainText(/away from your computer/);
  expect(server.seen).toEqual([]);
});
