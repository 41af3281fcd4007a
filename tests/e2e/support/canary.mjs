// Looks for a secret wherever a page can leave one: as it is, in part, percent-encoded, escaped, in base64.
import { readFile } from "node:fs/promises";
import { stored } from "./stored.mjs";

/** So many consecutive characters of a secret are enough to recognise it. */
const PIECE = 8;

/** One layer of escapes less. */
function unescaped(text) {
  const code = (_, hex) => String.fromCharCode(parseInt(hex, 16));
  return text
    .replace(/%([0-9a-f]{2})/gi, code)
    .replace(/\\+u([0-9a-f]{4})/gi, code)
    .replace(/\\+x([0-9a-f]{2})/gi, code)
    .replace(/&#x([0-9a-f]+);/gi, code)
    .replace(/&#(\d+);/g, (_, digits) => String.fromCharCode(Number(digits)));
}

/** What every longer run of base64 holds, from each of its first four characters on. */
function fromBase64(text) {
  const runs = text.match(/[A-Za-z0-9+/_-]{10,}/g) ?? [];
  return runs.flatMap((run) => [0, 1, 2, 3].map((from) => Buffer.from(run.slice(from), "base64").toString("latin1"))).join(" ");
}

/** Whether a piece of one of the secrets can be read in the text. */
export function readable(text, secrets) {
  const layers = [text];
  for (let depth = 0; depth < 3; depth += 1) {
    const next = unescaped(layers.at(-1));
    if (next === layers.at(-1)) break;
    layers.push(next);
  }
  const readings = [...layers, ...layers.map(fromBase64)].map((reading) => reading.toLowerCase());
  return secrets.some((secret) => {
    const pieces = [...Array(secret.length - PIECE + 1).keys()].map((at) => secret.slice(at, at + PIECE).toLowerCase());
    return pieces.some((piece) => readings.some((reading) => reading.includes(piece)));
  });
}

/** Runs in the page: everything that holds text there, by place. The key field alone may hold the key. */
async function placesInPage() {
  const controls = [...document.querySelectorAll("input, textarea, select")].filter((control) => control.id !== "api-key");
  const cached = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const asked of await cache.keys()) cached.push(name, asked.url, await (await cache.match(asked)).text());
  }
  return {
    document: document.documentElement.outerHTML,
    text: document.body.innerText,
    fields: controls.map((control) => control.value),
    title: document.title,
    localStorage: { ...localStorage },
    sessionStorage: { ...sessionStorage },
    caches: cached,
    cookie: document.cookie,
    location: location.href,
    "history.state": history.state,
    history: window.navigation?.entries().map((entry) => [entry.url, entry.getState()]),
    "window.name": window.name,
    "service workers": (await navigator.serviceWorker?.getRegistrations())?.map((one) => one.scope),
    timings: performance.getEntries().map((entry) => entry.name),
  };
}

/** Runs before the page: keeps what is posted, and to whom. Only the start message to the page's own worker may hold secrets. */
function watchMessages() {
  const posted = [];
  window.postedForCanary = posted;
  const readable = (message) => {
    const seen = new Set();
    return JSON.stringify(message, (_, value) => {
      if (value instanceof Uint8Array) return String.fromCharCode(...value);
      if (typeof value === "object" && value !== null) {
        if (seen.has(value)) return undefined;
        seen.add(value);
      }
      return value;
    });
  };
  const watch = (owner, place) => {
    const post = owner.postMessage;
    owner.postMessage = function (message, ...rest) {
      posted.push([place, readable(message)]);
      return post.call(this, message, ...rest);
    };
  };
  watch(window, "window.postMessage");
  watch(MessagePort.prototype, "MessagePort");
  watch(BroadcastChannel.prototype, "BroadcastChannel");
  const boot = () => document.getElementById("boot")?.src;
  window.Worker = class extends Worker {
    constructor(script, ...options) {
      super(script, ...options);
      this.own = String(script) === boot();
      this.addEventListener("message", ({ data }) => posted.push(["from the worker", readable(data)]));
    }
    postMessage(message, ...rest) {
      const { key, headers, ...others } = message;
      posted.push(["to the worker", readable(this.own ? others : message)]);
      super.postMessage(message, ...rest);
    }
  };
}

export class Canary {
  /** @param {string[]} secrets that must not be seen */
  constructor(page, secrets) {
    this.page = page;
    this.secrets = secrets;
    this.heard = [];
    this.requests = [];
    this.downloads = [];
    this.allowed = [];
    this.kept = false;
  }

  /** To be called before the page is opened. */
  async watch() {
    const { page } = this;
    page.on("request", (request) => this.requests.push(request));
    page.on("console", (message) => this.heard.push(["console", message.text()]));
    page.on("pageerror", (error) => this.heard.push(["console", `${error}\n${error.stack}`]));
    page.on("download", (download) => this.downloads.push(download));
    await page.addInitScript(watchMessages);
    this.protocol = await page.context().newCDPSession(page);
    await this.protocol.send("Accessibility.enable");
  }

  /** From now on these headers of requests to this address may hold the secrets, and no other place. */
  allow(address, headers) {
    this.allowed = [{ origin: new URL(address).origin, headers }];
  }

  /** A text that the test came by. */
  hear(place, text) {
    this.heard.push([place, text]);
  }

  /** The places where a secret can be seen, each once. */
  async leaks() {
    const places = Object.entries(await this.page.evaluate(placesInPage));
    places.push(["indexedDB", await stored(this.page)]);
    if (this.kept) {
      const session = places.find(([place]) => place === "sessionStorage")[1];
      delete session["tokenpace.key/1"];
    }
    const tree = await this.protocol.send("Accessibility.getFullAXTree");
    const posted = await this.page.evaluate(() => window.postedForCanary.splice(0));
    const found = new Set();
    for (const [place, text] of [...places, ["accessibility tree", tree], ...posted, ...this.heard.splice(0)]) {
      if (this.finds(text)) found.add(place);
    }
    for (const download of this.downloads.splice(0)) {
      const text = `${download.suggestedFilename()}\n${await readFile(await download.path(), "utf8")}`;
      if (this.finds(text)) found.add("download");
    }
    for (const request of this.requests.splice(0)) await this.inRequest(request, found);
    return [...found].sort();
  }

  finds(value) {
    return readable(typeof value === "string" ? value : JSON.stringify(value) ?? "", this.secrets);
  }

  async inRequest(request, found) {
    const url = request.url();
    if (this.finds(url)) found.add("request URL");
    if (this.finds(request.postData() ?? "")) found.add("request body");
    const headers = { ...(await request.allHeaders()) };
    const allowed = this.allowed.filter(({ origin }) => url.startsWith(`${origin}/`));
    for (const name of allowed.flatMap(({ headers }) => headers)) delete headers[name];
    if (this.finds(headers)) found.add("request headers");
  }
}

/** The secret in every form in which vendors and gateways repeat what they were sent. */
export function echoes(secret) {
  const base64 = (text) => Buffer.from(text).toString("base64");
  const escapes = (open) => [...secret].map((c) => open + c.charCodeAt(0).toString(16).padStart(4, "0")).join("");
  return {
    plain: secret,
    "in part": `${secret.slice(0, -3)}***`,
    "in capitals": secret.toUpperCase(),
    "URL-encoded": [...secret].map((c) => `%${c.charCodeAt(0).toString(16).padStart(2, "0")}`).join(""),
    "URL-encoded twice": [...secret].map((c) => `%25${c.charCodeAt(0).toString(16).padStart(2, "0")}`).join(""),
    "in base64 after user:": base64(`user:${secret}`),
    "in base64, first alignment": base64(`abc${secret}xyz`),
    "in base64, second alignment": base64(`abcd${secret}xyz`),
    "in base64, third alignment": base64(`abcde${secret}xyz`),
    "in URL-safe base64": Buffer.from(`~~~?${secret}`).toString("base64url"),
    "in base64, URL-encoded": encodeURIComponent(base64(`u:${secret}`)),
    "JSON-escaped": escapes("\\u"),
    "JSON-escaped twice": escapes("\\\\u"),
  };
}
