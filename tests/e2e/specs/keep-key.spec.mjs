// "Keep for this tab": an explicit choice, for one address, gone as soon as it is taken back.
import { test, expect } from "../support/test.mjs";
import { App } from "../support/app.mjs";

const KEY = "sk-canary-kept-81b5d2c7f0a94e63";
const BASE = { provider: "Custom", model: "any", key: KEY, requests: 1, concurrency: 1, warmup: 0 };

const keep = (page) => page.getByRole("checkbox", { name: "Keep for this tab", exact: true });
const stored = (page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }));
const notice = (page) => page.getByRole("status").filter({ hasText: "removed the key" });

async function reload(page, app) {
  await page.reload();
  await app.main("setup").waitFor();
}

/** The key that the next run sends. */
async function sent(app, vendor) {
  await app.run();
  await app.settled();
  return vendor.seen.at(-1).headers.authorization;
}

test("it is off, and says what it does", async ({ page, app, startVendor }) => {
  const vendor = await startVendor();
  await expect(keep(page), "no key is asked for").toHaveCount(0);
  await app.fill({ ...BASE, baseUrl: vendor.base });
  await expect(keep(page)).not.toBeChecked();
  await expect(keep(page)).toHaveAccessibleDescription(/reload forgets.*this tab's storage.*this host.*close the tab.*disk/);
  expect(await stored(page)).toBe("{}");
  await reload(page, app);
  await expect(keep(page)).not.toBeChecked();
  expect(await sent(app, vendor)).toBeUndefined();
  expect(await stored(page)).toBe("{}");
});

test("ticked, the key survives a reload of this tab and is sent again", async ({ page, app, startVendor }) => {
  const vendor = await startVendor();
  await app.fill({ ...BASE, baseUrl: vendor.base });
  await keep(page).check();
  expect(JSON.parse(await stored(page))).toEqual({ "tokenpace.key/1": `${new URL(vendor.base).origin}\n${KEY}` });
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(KEY);
  for (let again = 0; again < 2; again += 1) {
    await reload(page, app);
    await expect(keep(page)).toBeChecked();
    await expect(app.field("key")).toHaveValue("");
    await expect(app.field("key")).toHaveAttribute("placeholder", "kept in this tab");
  }
  // The path is not part of what it is bound to.
  await app.field("baseUrl").fill(`${vendor.base}/other`);
  expect(await sent(app, vendor)).toBe(`Bearer ${KEY}`);
  await app.changeSetup();
  await keep(page).uncheck();
  expect(await stored(page)).toBe("{}");
  // It is still held until the page goes.
  expect(await sent(app, vendor)).toBe(`Bearer ${KEY}`);
  await reload(page, app);
  expect(await sent(app, vendor)).toBeUndefined();
});

test("a corrected key is kept in place of the first, and the tick may come first", async ({ page, app, startVendor }) => {
  const vendor = await startVendor();
  await app.fill({ provider: "Custom" });
  await keep(page).check();
  await app.fill({ ...BASE, key: "", baseUrl: vendor.base });
  expect(await stored(page)).toBe("{}");
  await app.field("key").fill("sk-first-try-0000000000");
  await app.field("key").fill(KEY);
  expect(await stored(page)).not.toContain("first-try");
  await reload(page, app);
  expect(await sent(app, vendor)).toBe(`Bearer ${KEY}`);
});

for (const [how, act] of [
  ["“Forget key”", ({ app }) => app.button("Forget key").click()],
  ["another address", ({ app, other }) => app.field("baseUrl").fill(other.base)],
  ["another provider", ({ app }) => app.fill({ provider: "Groq" })],
  ["an emptied field", ({ app }) => app.field("key").fill("")],
]) {
  test(`${how} removes what was kept, at once`, async ({ page, app, startVendor }) => {
    const [vendor, other] = [await startVendor(), await startVendor()];
    await app.fill({ ...BASE, baseUrl: vendor.base });
    await keep(page).check();
    expect(await stored(page)).toContain(KEY);
    await act({ app, other });
    expect(await stored(page)).toBe("{}");
    await app.fill({ provider: "Custom", baseUrl: vendor.base, model: "any" });
    await reload(page, app);
    expect(await sent(app, vendor)).toBeUndefined();
    expect(other.seen).toEqual([]);
  });
}

test("it is not restored for another address, which another tab may have put into the form", async ({ page, app, startVendor }) => {
  const [vendor, other] = [await startVendor(), await startVendor()];
  await app.fill({ ...BASE, baseUrl: vendor.base });
  await keep(page).check();
  // A page that is left keeps its form, so the other tab has the last word only after that.
  await page.addInitScript(([from, to]) => {
    for (const name of Object.keys(localStorage)) localStorage[name] = localStorage[name].replace(from, to);
  }, [vendor.base, other.base]);
  await reload(page, app);
  await expect(app.field("baseUrl")).toHaveValue(other.base);
  await expect(notice(page)).toContainText(new URL(vendor.base).origin);
  await expect(keep(page)).not.toBeChecked();
  expect(await stored(page)).toBe("{}");
  expect(await sent(app, other)).toBeUndefined();
  expect(vendor.seen).toEqual([]);
});

test("another tab has no part in it", async ({ page, app, context, companion, startVendor }) => {
  const vendor = await startVendor();
  await app.fill({ ...BASE, baseUrl: vendor.base });
  await keep(page).check();
  const tab = await context.newPage();
  const second = new App(tab);
  await second.open(companion.page);
  await expect(second.field("baseUrl")).toHaveValue(vendor.base);
  await expect(keep(tab)).not.toBeChecked();
  expect(await stored(tab)).toBe("{}");
  expect(await sent(second, vendor)).toBeUndefined();
});

test("a browser that keeps nothing is not said to keep the key", async ({ page, companion, startVendor }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  const app = new App(page);
  await app.open(companion.page);
  const vendor = await startVendor();
  await app.fill({ ...BASE, baseUrl: vendor.base });
  await keep(page).click();
  await expect(keep(page)).not.toBeChecked();
  await expect(page.getByRole("status").filter({ hasText: "keeps nothing" })).toBeVisible();
  expect(await sent(app, vendor)).toBe(`Bearer ${KEY}`);
});
