// A throwaway vendor that keeps every request as it came over the wire, preflights included, and answers as it is told.
import { createServer } from "node:http";

const OPEN = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "authorization, content-type",
  "access-control-allow-methods": "GET, POST",
  "access-control-max-age": "600",
};

/** A short good answer as OpenAI chat completions stream it. */
export function stream(response, words) {
  response.writeHead(200, { ...OPEN, "content-type": "text/event-stream" });
  const send = (choice, usage) =>
    response.write(`data: ${JSON.stringify({ id: "recorded", object: "chat.completion.chunk", choices: choice, usage })}\n\n`);
  const left = [...words];
  const timer = setInterval(() => {
    const word = left.shift();
    if (word !== undefined) return send([{ index: 0, delta: { content: word }, finish_reason: null }]);
    clearInterval(timer);
    send([{ index: 0, delta: {}, finish_reason: "stop" }]);
    send([], { prompt_tokens: 5, completion_tokens: words.length, total_tokens: 5 + words.length });
    response.end("data: [DONE]\n\n");
  }, 5);
  response.on("close", () => clearInterval(timer));
}

/** A JSON answer with a status, readable from any page. */
export function json(response, status, body) {
  response.writeHead(status, { ...OPEN, "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

/**
 * @param {(request: { headers: object, body: string }, response: import("node:http").ServerResponse) => void} answer
 * @param {{ allowed?: string }} options names of further request headers that the preflight lets through
 * @returns {Promise<{ base: string, seen: object[], close: () => Promise<void> }>} base URL, requests seen
 */
export async function startRecorder(
  answer = (_, response) => stream(response, "It said a few words.".split(/(?= )/)),
  { allowed = "" } = {},
) {
  const seen = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request) body += piece;
    const record = { method: request.method, url: request.url, headers: request.headers, body };
    seen.push(record);
    if (request.method === "OPTIONS") {
      const names = [OPEN["access-control-allow-headers"], allowed].filter(Boolean);
      response.writeHead(204, { ...OPEN, "access-control-allow-headers": names.join(", ") });
      response.end();
    } else answer(record, response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    base: `http://127.0.0.1:${server.address().port}/v1`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
