// A plain static host that serves the built page below a path, without any of our headers.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import path from "node:path";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".json": "application/json",
};

/** @returns {Promise<{ page: string, close: () => Promise<void> }>} address of the page */
export async function startStaticHost(dist, prefix) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://static");
    const name = pathname === prefix ? "index.html" : pathname.slice(prefix.length);
    try {
      if (!pathname.startsWith(prefix) || name.includes("..")) throw new Error("outside");
      const bytes = await readFile(path.join(dist, name));
      response.writeHead(200, { "content-type": TYPES[path.extname(name)] ?? "application/octet-stream" });
      response.end(bytes);
    } catch {
      response.writeHead(404);
      response.end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    page: `http://127.0.0.1:${server.address().port}${prefix}`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
