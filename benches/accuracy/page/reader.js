// The yardstick: the shortest honest stream reader one would write by hand. It stamps when `read()` resolves, then
// decodes, and keeps one time for each answer event. The same code runs in a worker and on the main thread.

export async function stream(url, model, index) {
  const prompt = `bench ${index} ${Math.random().toString(36).slice(2)}\n\nTell a story.`;
  const sent = performance.now();
  const response = await fetch(url, {
    method: "POST",
    credentials: "omit",
    cache: "no-store",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      model,
      stream: true,
      stream_options: { include_usage: true },
      messages: [{ role: "user", content: prompt }],
    }),
  });
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  const answer_us = [];
  let id = null;
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    const at = performance.now();
    if (done) break;
    rest += decoder.decode(value, { stream: true });
    const lines = rest.split("\n");
    rest = lines.pop();
    for (const line of lines) {
      if (!line.startsWith("data: ") || line.startsWith("data: [DONE]")) continue;
      const chunk = JSON.parse(line.slice(6));
      id ??= chunk.id;
      if (chunk.choices?.[0]?.delta?.content) answer_us.push(Math.round((at - sent) * 1000));
    }
  }
  return { id, answer_us };
}

/** `requests` streams, at most `concurrency` at a time, after as many warm-up streams as connections are needed. */
export async function run({ url, model, requests, concurrency, warmup }) {
  await Promise.all(Array.from({ length: warmup }, (_, i) => stream(url, model, `w${i}`)));
  const results = [];
  let next = 0;
  const lane = async () => {
    while (next < requests) results.push(await stream(url, model, next++));
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  return results;
}
