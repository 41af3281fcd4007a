// Every API format through the page: recorded replies, and the simulated models where they speak it.
import { test, expect } from "../support/test.mjs";
import { replayOf, row } from "../support/recordings.mjs";
import { outputTimes, withTruth } from "../support/truth.mjs";

/** `tokens`: all output tokens, in our meaning; the index has the vendor's. */
const REPLIES = [
  { format: "OpenAI chat completions", file: "openai__chat.completions__text-usage.sse", tokens: 8 },
  { format: "OpenAI completions", file: "openai__completions__legacy-text.sse", tokens: null },
  { format: "OpenAI Responses", file: "openai__responses__reasoning-text.sse", tokens: 45 },
  { format: "Anthropic Messages", file: "anthropic__messages__thinking-long.sse", tokens: 282 },
  { format: "Gemini", file: "gemini__streamGenerateContent__thinking.sse", tokens: 608 + 902 },
  { format: "Gemini", file: "gemini__streamGenerateContent__array-dogs.json", tokens: 65 + 570 },
  { format: "Ollama chat", file: "ollama__api.chat__thinking.ndjson", tokens: 76 },
  { format: "Ollama generate", file: "ollama__api.generate__generate-emoji.ndjson", tokens: 51 },
  { format: "llama.cpp completion", file: "llamacpp__completion__native-llama2.sse", tokens: 69 },
  // Its usage wasn't asked for when this was recorded: the tokens of the events are counted.
  { format: "TGI", file: "tgi__generate_stream__llama2-50.sse", tokens: 51 },
  { format: "SGLang generate", file: "sglang__sglang.generate__cumulative.sse", tokens: 8 },
  { format: "Cohere chat", file: "cohere__v2.chat__text-141.sse", tokens: 141 },
  { format: "Cohere chat", file: "cohere__v1.chat__v1-text.ndjson", tokens: 116 },
];

/** The longest recording must not run into the limit. */
const PLAN = { provider: "Custom", maxOutputTokens: 8_192, requests: 2, concurrency: 1, warmup: 0 };

const number = (text) => (text === "" ? null : Number(text));

const on = (request, channel) => request.events.filter((event) => event[3] === channel);

const chars = (events) => events.reduce((sum, [, chars]) => sum + chars, 0);

test("the page offers every format that is tested here, and no other", async ({ app }) => {
  await app.openAdvanced();
  const offered = await app.field("format").locator("option").allInnerTexts();
  expect(new Set(offered)).toEqual(new Set(REPLIES.map(({ format }) => format)));
});

for (const { format, file, tokens } of REPLIES) {
  test(`${format}: ${file}`, async ({ app, companion, witness }) => {
    const listed = await row(file);
    const model = "gap=4";
    expect(await app.measure({ ...PLAN, format, baseUrl: replayOf(companion.vendor, file), model })).toBe("done");
    expect(witness.completions()).toHaveLength(2);
    const { requests } = await app.report();
    expect(requests).toHaveLength(2);
    for (const request of requests) {
      expect(request.outcome).toBe("ok");
      expect(request.error).toBeNull();
      expect(request.bad_frames).toBe(0);
      const [answer, reasoning] = [on(request, "answer"), on(request, "reasoning")];
      expect(request.events).toHaveLength(answer.length + reasoning.length);
      expect([answer.length, chars(answer)]).toEqual([number(listed.text_events), number(listed.text_chars)]);
      expect([reasoning.length, chars(reasoning)]).toEqual([
        number(listed.reasoning_events),
        number(listed.reasoning_chars),
      ]);
      expect(request.prompt_tokens).toBe(number(listed.usage_prompt));
      expect(request.output_tokens).toBe(tokens);
      expect(request.finish ?? "").toBe(listed.finish_reason);
      // Four milliseconds before the first message: no number may be older than its message.
      expect(request.ttft_us).toBeGreaterThanOrEqual(4_000);
    }
  });
}

test("a reply in another format gives no numbers", async ({ app, companion }) => {
  const baseUrl = replayOf(companion.vendor, "anthropic__messages__text.sse");
  const format = "OpenAI chat completions";
  expect(await app.measure({ ...PLAN, format, baseUrl, model: "gap=4" })).toBe("failed");
  const { requests, summary } = await app.report();
  for (const request of requests) {
    expect(request.outcome).toBe("not_understood");
    expect(request.events).toEqual([]);
    expect([request.ttft_us, request.tps, request.tpot_us, request.output_tokens]).toEqual([null, null, null, null]);
  }
  expect(summary.success_rate).toBe(0);
});

test("a refusal keeps its status and its words", async ({ app, companion }) => {
  const baseUrl = replayOf(companion.vendor, "anthropic__messages__error-404-model.json");
  expect(await app.measure({ ...PLAN, format: "Anthropic Messages", baseUrl, model: "m" })).toBe("failed");
  const { requests } = await app.report();
  expect(requests[0].outcome).toBe("http_error");
  expect(requests[0].error).toMatchObject({ http_status: 404, message: expect.stringContaining("not_found_error") });
});

for (const format of ["Anthropic Messages", "Gemini", "OpenAI Responses", "Ollama chat"]) {
  test(`a simulated model has its own times in ${format}`, async ({ app, companion }) => {
    const model = "ttft=120,gap=10,n=40,think=8";
    const plan = { ...PLAN, format, baseUrl: companion.vendor, model, requests: 3 };
    expect(await app.measure(plan)).toBe("done");
    const { requests } = await app.report();
    // Ollama gives its answers no id.
    const named = (await withTruth(companion.vendor, requests)).map(({ truth }) => truth).filter(Boolean);
    expect(named).toHaveLength(format === "Ollama chat" ? 0 : 3);
    for (const [i, request] of requests.entries()) {
      expect(request.outcome).toBe("ok");
      expect([on(request, "reasoning").length, on(request, "answer").length]).toEqual([8, 40]);
      expect(request.output_tokens).toBe(48);
      expect(request.ttft_us).toBeGreaterThanOrEqual(named[i] ? outputTimes(named[i])[0] : 120_000);
      expect(request.e2e_us).toBeGreaterThanOrEqual(120_000 + 47 * 10_000);
    }
  });
}
