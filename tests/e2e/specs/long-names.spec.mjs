// Names of any length: what the page says beside them stays in sight.
import { test, expect } from "../support/test.mjs";

const LONG = "n".repeat(5_000);
const WINDOW = { width: 390, height: 844 };

test.use({ viewport: WINDOW });

/** How far the page could be scrolled sideways. */
const sideways = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test("the longest name of a model takes a few lines of each heading", async ({ page, app }) => {
  // As many characters as a run takes, and no place to break the line.
  const model = `ttft=20,gap=2,n=${"60".padStart(180, "0")}`;
  expect(await app.measure({ model, requests: 2, concurrency: 1, warmup: 0 })).toBe("done");
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toContainText(model);
  expect((await heading.boundingBox()).height).toBeLessThan(0.15 * WINDOW.height);
  await expect(page.getByRole("heading", { name: "How this was measured" })).toBeVisible();
  expect(await sideways(page)).toBeLessThanOrEqual(0);

  await app.goTo("#history");
  const kept = page.getByRole("main").getByRole("heading", { level: 3 });
  await expect(kept).toContainText(model);
  expect((await kept.boundingBox()).height).toBeLessThan(0.15 * WINDOW.height);
  expect(await sideways(page)).toBeLessThanOrEqual(0);
});

test("what is typed into the field of the model is not repeated at length", async ({ page, app }) => {
  const before = (await app.button("Run benchmark").boundingBox()).y;
  await app.field("model").fill(LONG);
  await app.run();
  await expect(app.field("model")).toBeFocused();
  await expect(app.field("model")).toHaveAttribute("aria-invalid", "true");
  expect((await app.button("Run benchmark").boundingBox()).y - before).toBeLessThan(WINDOW.height);
  expect(await sideways(page)).toBeLessThanOrEqual(0);
});

test("a file with an endless name is refused on one screen", async ({ page, app }) => {
  const transfer = await page.evaluateHandle((name) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(["{"], `${name}.json`, { type: "application/json" }));
    return transfer;
  }, LONG);
  await page.dispatchEvent("body", "drop", { dataTransfer: transfer });
  await app.main("failed").waitFor();
  // Its ending is cut off with the rest.
  await expect(page.getByText(/^n+…$/)).toBeVisible();
  await expect(app.button("Try again")).toBeInViewport({ ratio: 1 });
  expect(await sideways(page)).toBeLessThanOrEqual(0);
});
