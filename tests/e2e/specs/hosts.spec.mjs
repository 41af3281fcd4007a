// The hosts that the page says it contacted are those that the browser's own record has.
import { test, expect } from "../support/test.mjs";
import { json } from "../support/recorder.mjs";
import { axeFindings } from "../support/axe.mjs";
import { startTrouble } from "../support/trouble.mjs";

const OWN = " (this page's own server)";
const RUN = { provider: "Custom", model: "any", requests: 1, concurrency: 1, warmup: 0 };

/** Hosts that the browser sent anything to for the page or its worker. */
function recorded(witness) {
  const urls = witness.requests.map((request) => new URL(request.url()));
  return new Set(urls.filter((url) => url.protocol.startsWith("http")).map((url) => url.host));
}

/** Hosts that the page lists. */
async function listed(page) {
  const words = await page.locator("[data-hosts]").innerText();
  return new Set(words.split(". ")[0].split(", ").map((host) => host.replace(OWN, "")));
}

test("nothing is listed before anything was asked", async ({ page, app }) => {
  await expect(app.main("setup")).toBeVisible();
  await expect(page.locator("[data-hosts]")).toHaveCount(0);
});

test("test calls, lists of models, runs and the page's own server are all listed, for the whole session", async ({ page, app, companion, witness, startVendor }) => {
  const own = new URL(companion.page).host;
  const tested = await startTrouble("a readable 401");
  witness.allow(tested.base);
  await app.fill({ ...RUN, baseUrl: tested.base });
  await app.button("Test connection").click();
  await page.locator('[data-finding="READY"]').waitFor();
  expect(await listed(page)).toEqual(new Set([tested.host, own]));
  expect(await listed(page)).toEqual(recorded(witness));
  expect(await axeFindings(page)).toEqual([]);

  const vendor = await startVendor(({ headers }, response) => json(response, 401, { error: { message: `no ${headers.host}` } }));
  await app.fill({ baseUrl: vendor.base });
  expect(await app.measure({ requests: 1 })).toBe("failed");
  expect(await listed(page)).toEqual(recorded(witness));

  await app.changeSetup();
  expect(await app.measure({ provider: "Simulated vendor", model: "ttft=20,gap=2,n=50", requests: 1 })).toBe("done");
  const hosts = [tested.host, new URL(vendor.base).host, new URL(companion.vendor).host, own];
  expect(await listed(page)).toEqual(new Set(hosts));
  expect(await listed(page)).toEqual(recorded(witness));
  const measured = page.getByRole("region", { name: "How this was measured" });
  await expect(measured.locator("[data-hosts]")).toHaveText(`${hosts.join(", ")}${OWN}`);
  await expect(measured.locator("dl"), "one list").toHaveCount(1);
  const { environment } = await app.report();
  expect(new Set(environment.hosts_contacted)).toEqual(new Set(hosts.slice(0, 3)));
  expect(environment.hosts_contacted[0]).toBe(hosts[2]);
  expect(environment.page_origin).toBe(new URL(companion.page).origin);

  // Back in the form it is the same list; a reload begins a new one.
  await app.changeSetup();
  expect(await listed(page)).toEqual(new Set(hosts));
  await page.reload();
  await app.main("setup").waitFor();
  await expect(page.locator("[data-hosts]")).toHaveCount(0);
  await tested.close();
});

test("a call that may have been led on unseen is owned up to", async ({ page, app, witness }) => {
  const closed = await startTrouble("no permission at all");
  witness.allow(closed.base);
  await app.fill({ ...RUN, baseUrl: closed.base });
  await app.button("Test connection").click();
  await page.locator('[data-finding="NO_CORS"]').waitFor();
  expect(await listed(page)).toEqual(recorded(witness));
  await expect(page.locator("[data-hosts]")).toContainText(`If the front page of ${closed.host} redirects, the browser followed`);
  await closed.close();
});

test("a run that did not start contacted nobody", async ({ page, app, witness }) => {
  await app.fill({ ...RUN, baseUrl: "https://one.example/v1", requests: 0 });
  await app.run();
  await expect(app.field("requests")).toBeFocused();
  await expect(page.locator("[data-hosts]")).toHaveCount(0);
  expect(recorded(witness).has("one.example")).toBe(false);
});
