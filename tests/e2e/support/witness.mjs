// Keeps what the page sends, logs and gets wrong, so that every test can be held to the same promises.
import { expect } from "@playwright/test";

export class Witness {
  /** @param {string[]} addresses of the servers that the page may call */
  constructor(addresses) {
    this.origins = new Set(addresses.map((address) => new URL(address).origin));
    this.requests = [];
    this.console = [];
    this.crashes = [];
    this.breaches = [];
    /** Set by a test that provokes breaches on purpose. */
    this.breachesExpected = false;
    /** Set by a test that provokes uncaught errors on purpose. */
    this.crashesExpected = false;
  }

  /** To be called before the page is opened. */
  async watch(page) {
    page.on("request", (request) => this.requests.push(request));
    page.on("console", (message) => this.console.push(`${message.type()}: ${message.text()}`));
    page.on("pageerror", (error) => this.crashes.push(String(error)));
    await page.exposeFunction("witnessBreach", (breach) => this.breaches.push(breach));
    await page.addInitScript(() => {
      addEventListener("securitypolicyviolation", (event) =>
        window.witnessBreach(`${event.effectiveDirective} ${event.blockedURI}`),
      );
    });
  }

  /** Lets the page call one more server. */
  allow(address) {
    this.origins.add(new URL(address).origin);
  }

  /** Completions asked for, oldest first. */
  completions() {
    return this.requests.filter((request) => request.method() === "POST");
  }

  /** Bodies of the completions, oldest first. */
  bodies() {
    return this.completions().map((request) => request.postDataJSON());
  }

  async verify() {
    if (!this.crashesExpected) expect(this.crashes, "uncaught errors of the page").toEqual([]);
    expect(this.console.filter((line) => line.includes("panicked at"))).toEqual([]);
    if (!this.breachesExpected) {
      expect(this.breaches, "breaches of the content security policy").toEqual([]);
      expect(this.console.filter((line) => line.includes("Content Security Policy"))).toEqual([]);
    }
    const foreign = this.requests
      .map((request) => request.url())
      .filter((url) => url.startsWith("http") && ![...this.origins].some((origin) => url.startsWith(`${origin}/`)));
    expect(foreign, "requests to hosts that nobody chose").toEqual([]);
  }
}
