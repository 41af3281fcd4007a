// A vendor that repeats what it is sent, in every API format and wherever a reply has room for words.
import { startRecorder } from "./recorder.mjs";

/** Headers that carry keys, by format; the others take a bearer token. */
export const KEY_HEADERS = { "Anthropic Messages": "x-api-key", Gemini: "x-goog-api-key" };

const sse = (...events) => events.map((event) => `data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`);
const lines = (...values) => values.map((value) => `${JSON.stringify(value)}\n`);
const named = (...events) => events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);

/** How each format says some texts: the pieces that are written one after the other. `id` stands wherever a format has one. */
const SAY = {
  "OpenAI chat completions": (texts, id) =>
    sse(
      ...texts.map((content) => ({ id, object: "chat.completion.chunk", model: id, choices: [{ index: 0, delta: { content }, finish_reason: null }] })),
      { id, object: "chat.completion.chunk", choices: [{ index: 0, delta: {}, finish_reason: "stop" }], usage: { prompt_tokens: 5, completion_tokens: 9, total_tokens: 14 } },
      "[DONE]",
    ),
  "OpenAI completions": (texts, id) =>
    sse(...texts.map((text) => ({ id, object: "text_completion", choices: [{ index: 0, text, finish_reason: null }] })), { id, object: "text_completion", choices: [{ index: 0, text: "", finish_reason: "stop" }] }, "[DONE]"),
  "OpenAI Responses": (texts, id) =>
    named(
      { type: "response.created", response: { id, object: "response", status: "in_progress", model: id, output: [] } },
      ...texts.map((delta) => ({ type: "response.output_text.delta", item_id: id, output_index: 0, content_index: 0, delta })),
      { type: "response.completed", response: { id, object: "response", status: "completed", output: [], usage: { input_tokens: 5, output_tokens: 9, total_tokens: 14 } } },
    ),
  "Anthropic Messages": (texts, id) =>
    named(
      { type: "message_start", message: { id, type: "message", role: "assistant", model: id, content: [], usage: { input_tokens: 5, output_tokens: 1 } } },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      ...texts.map((text) => ({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } })),
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 9 } },
      { type: "message_stop" },
    ),
  Gemini: (texts, responseId) =>
    sse(
      ...texts.map((text) => ({ candidates: [{ content: { parts: [{ text }], role: "model" }, index: 0 }], responseId })),
      { candidates: [{ content: { parts: [{ text: "" }], role: "model" }, finishReason: "STOP", index: 0 }], usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 9 }, responseId },
    ),
  "Ollama chat": (texts, model) =>
    lines(...texts.map((content) => ({ model, message: { role: "assistant", content }, done: false })), { model, message: { role: "assistant", content: "" }, done: true, done_reason: "stop", eval_count: 9 }),
  "Ollama generate": (texts, model) =>
    lines(...texts.map((response) => ({ model, response, done: false })), { model, response: "", done: true, done_reason: "stop", eval_count: 9 }),
  "llama.cpp completion": (texts) => sse(...texts.map((content) => ({ index: 0, content, tokens: [1], stop: false })), { index: 0, content: "", tokens: [], stop: true, stop_type: "eos", tokens_predicted: 9 }),
  TGI: (texts) =>
    sse(
      ...texts.map((text, i) => ({
        index: i + 1,
        token: { id: i, text, logprob: 0, special: false },
        generated_text: i + 1 === texts.length ? texts.join("") : null,
        details: i + 1 === texts.length ? { finish_reason: "eos_token", generated_tokens: texts.length } : null,
      })),
    ),
  "SGLang generate": (texts, id) =>
    sse(...texts.map((_, i) => ({ text: texts.slice(0, i + 1).join(""), meta_info: { id, completion_tokens: i + 1, finish_reason: i + 1 === texts.length ? { type: "stop" } : null } })), "[DONE]"),
  "Cohere chat": (texts, id) =>
    named(
      { id, type: "message-start", delta: { message: { role: "assistant", content: [] } } },
      ...texts.map((text) => ({ type: "content-delta", index: 0, delta: { message: { content: { text } } } })),
      { type: "message-end", delta: { finish_reason: "COMPLETE", usage: { tokens: { input_tokens: 5, output_tokens: 9 } } } },
    ),
};

export const FORMATS = Object.keys(SAY);

/** Headers of a reply that a page may read, with a secret in every one that has room for it. */
const headersWith = (secret) => ({
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "*",
  "timing-allow-origin": "*",
  "x-request-id": secret,
  "request-id": `req_${secret}`,
  "server-timing": `model;desc="${secret}";dur=12`,
  "www-authenticate": `Bearer realm="${secret}"`,
});

/** Streams the texts in a format; each piece is a read of its own. */
export function say(response, format, texts, secret) {
  const type = format.startsWith("Ollama") ? "application/x-ndjson" : "text/event-stream";
  response.writeHead(200, { ...headersWith(secret), "content-type": `${type}; boundary=${secret}` });
  const pieces = SAY[format](texts, secret);
  const timer = setInterval(() => {
    const piece = pieces.shift();
    if (piece !== undefined) return response.write(piece);
    clearInterval(timer);
    response.end();
  }, 5);
  response.on("close", () => clearInterval(timer));
}

/** Refuses in JSON. The message is put in as it is, so that it may have escapes of its own. */
export function refuse(response, status, message, secret) {
  response.writeHead(status, { ...headersWith(secret), "retry-after": secret, "content-type": `application/json; note=${secret}` });
  response.end(`{"error":{"message":"${message}","type":"${secret}","code":"${secret}","param":"${secret}"}}`);
}

/** @param answer gets the request, its response and the number of the completion asked for, from 0 */
export function startParrot(answer, allowed) {
  let asked = 0;
  return startRecorder(
    (request, response) => {
      if (request.method !== "GET") return answer(request, response, asked++);
      const { authorization = "", "x-api-key": plain = authorization, "x-goog-api-key": key = plain } = request.headers;
      response.writeHead(200, { ...headersWith(key), "content-type": "application/json" });
      const names = ["any", `tuned-for-${key.replace("Bearer ", "")}`];
      response.end(JSON.stringify({ object: "list", data: names.map((id) => ({ id })), models: names.map((name) => ({ name, model: name })) }));
    },
    { allowed },
  );
}
