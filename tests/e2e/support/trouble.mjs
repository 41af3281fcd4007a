// A vendor in trouble: a server for each way in which an endpoint can fail to answer a page. Keeps every request it gets.
import { createServer as createHttp } from "node:http";
import { createServer as createHttps } from "node:https";
import { readFile } from "node:fs/promises";

const ORIGIN = { "access-control-allow-origin": "*" };
const OPEN = {
  ...ORIGIN,
  "access-control-allow-methods": "GET, POST",
  "access-control-allow-headers": "authorization, content-type",
};

const json = (status, body, headers = {}) => ({ status, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) });
const refusal = (message) => ({ error: { message, type: "invalid_request_error" } });
const WRONG_KEY = refusal("Incorrect API key provided.");
const PAGE = "<!doctype html><title>Sign in</title><h1>Sign in</h1>";
const models = json(200, { object: "list", data: [] });

/** Adds headers to a reply. */
const withHeaders = (reply, headers) => ({ ...reply, headers: { ...reply.headers, ...headers } });

/** How each kind of server answers a preflight (by default: it allows what we send), a plain GET and a POST. */
const KINDS = {
  /** Says nothing to pages, good or bad. */
  "no permission at all": { preflight: { status: 404 }, get: models, post: json(401, WRONG_KEY) },
  "permission with good replies only": { get: withHeaders(models, ORIGIN), post: json(401, WRONG_KEY) },
  "a gateway that wants the key on OPTIONS": { preflight: { status: 401, headers: ORIGIN }, get: json(401, WRONG_KEY, ORIGIN), post: json(401, WRONG_KEY, ORIGIN) },
  "a preflight that refuses the key's header": {
    preflight: { status: 204, headers: { ...OPEN, "access-control-allow-headers": "content-type" } },
    get: withHeaders(models, ORIGIN),
    post: json(401, WRONG_KEY, ORIGIN),
  },
  "a preflight that refuses JSON": {
    preflight: { status: 204, headers: { ...OPEN, "access-control-allow-headers": "authorization" } },
    get: withHeaders(models, ORIGIN),
    post: json(401, WRONG_KEY, ORIGIN),
  },
  "a preflight without Max-Age": { get: withHeaders(models, ORIGIN), post: json(400, refusal("no model"), ORIGIN) },
  "a readable 401": { get: json(401, WRONG_KEY, ORIGIN), post: json(401, WRONG_KEY, ORIGIN) },
  "a 401 without permission": { get: json(401, WRONG_KEY), post: json(401, WRONG_KEY) },
  "an organisation that forbids browsers": {
    get: withHeaders(models, ORIGIN),
    post: json(403, refusal("CORS requests are not allowed for this Organization."), ORIGIN),
  },
  "a rate limit": { get: withHeaders(models, ORIGIN), post: json(429, refusal("Too many requests."), ORIGIN) },
  "a server that is down for now": { get: withHeaders(models, ORIGIN), post: json(503, refusal("Loading model"), ORIGIN) },
  "a gateway that shows a challenge": {
    get: { status: 403, headers: { ...ORIGIN, "content-type": "TEXT/HTML" }, body: PAGE },
    post: { status: 403, headers: { ...ORIGIN, "content-type": "TEXT/HTML" }, body: PAGE },
  },
  "nothing at this path": { get: json(404, refusal("Not found"), ORIGIN), post: json(404, refusal("Not found"), ORIGIN) },
  "a web page": { get: { status: 200, headers: { ...ORIGIN, "content-type": "text/html" }, body: PAGE }, post: { status: 200, headers: { ...ORIGIN, "content-type": "text/html" }, body: PAGE } },
};

function answer(kind, request, response) {
  const { preflight = { status: 204, headers: OPEN }, get, post } = kind;
  const reply = request.method === "OPTIONS" ? preflight : request.method === "POST" ? post : get;
  response.writeHead(reply.status, reply.headers);
  response.end(reply.body);
}

async function listen(server, scheme, seen = []) {
  const sockets = new Set();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${server.address().port}`;
  return {
    base: `${scheme}://${host}/v1`,
    host,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** A server of one of the kinds above. */
export async function startTrouble(name) {
  const kind = KINDS[name];
  if (!kind) throw new Error(`no such trouble: ${name}`);
  return startServer((request, response) => answer(kind, request, response));
}

/** Sends every call elsewhere. */
export async function startRedirect(target) {
  return startServer((request, response) => {
    const reply = request.method === "OPTIONS" ? { status: 204, headers: OPEN } : { status: 307, headers: { ...ORIGIN, location: target } };
    response.writeHead(reply.status, reply.headers);
    response.end();
  });
}

async function startServer(respond) {
  const seen = [];
  const server = createHttp((request, response) => {
    seen.push({ method: request.method, url: request.url, headers: request.headers });
    request.resume();
    request.on("end", () => respond(request, response));
  });
  return listen(server, "http", seen);
}

/** Shows a certificate that nobody has reason to trust. It is made for these tests and valid for a century. */
export async function startUntrusted() {
  const [key, cert] = await Promise.all(
    ["key", "cert"].map((part) => readFile(new URL(`../fixtures/self-signed.${part}.pem`, import.meta.url))),
  );
  return listen(createHttps({ key, cert }, (_, response) => response.end()), "https");
}

/** Takes calls and never answers; `waiting` is the number of those who still wait. */
export async function startBlackHole() {
  let waiting = 0;
  const server = createHttp((_, response) => {
    waiting += 1;
    response.on("close", () => (waiting -= 1));
  });
  return { ...(await listen(server, "http")), waiting: () => waiting };
}

/** An address where nothing listens. */
export async function refusedAddress() {
  const closed = await startBlackHole();
  await closed.close();
  return closed.base;
}
