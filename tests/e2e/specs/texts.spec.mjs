// Prompt and answers stay in the tab unless the user includes them.
import { test, expect } from "../support/test.mjs";
import { schemaFaults } from "../support/schema.mjs";

const PROMPT = "Tell me about the zebrafish of Zanzibar.";

test("texts are in the download only if wanted", async ({ page, app }) => {
  expect(
    await app.measure({ prompt: PROMPT, model: "ttft=20,gap=2,n=60,think=20", requests: 2, concurrency: 1, warmup: 1 }),
  ).toBe("done");

  const without = await app.download();
  expect(without).not.toContain("zebrafish");
  const bare = JSON.parse(without);
  expect(bare.plan.prompt ?? null).toBeNull();
  expect(bare.plan.prompt_chars).toBe(PROMPT.length);
  for (const request of bare.requests) {
    expect(request.answer ?? null).toBeNull();
    expect(request.reasoning ?? null).toBeNull();
  }

  const include = await app.option("Include texts");
  await expect(include).not.toBeChecked();
  await include.check();
  const full = await app.report();
  expect(await schemaFaults(full)).toEqual([]);
  expect(full.plan.prompt).toBe(PROMPT);
  for (const [i, request] of full.requests.entries()) {
    expect([...request.answer]).toHaveLength(request.answer_chars);
    expect(request.reasoning.length).toBeGreaterThan(20);
    // No line of what was said slips into the bare download by another way.
    expect(without).not.toContain(request.answer.slice(0, 40));
    expect(without).not.toContain(request.reasoning.slice(0, 40));
    expect(bare.requests[i].ttft_us).toBe(request.ttft_us);
  }

  // The press on "Download JSON" has closed what the tick stands in.
  await (await app.option("Include texts")).uncheck();
  expect(await app.download()).not.toContain("zebrafish");
});

test("a new run does not include texts by itself", async ({ page, app }) => {
  await app.measure({ model: "ttft=20,gap=2,n=50", requests: 1, concurrency: 1, warmup: 0 });
  await (await app.option("Include texts")).check();
  await app.button("Run again").click();
  await app.main("running").waitFor();
  await app.settled();
  await expect(await app.option("Include texts")).not.toBeChecked();
  expect((await app.report()).requests[0].answer ?? null).toBeNull();
});
