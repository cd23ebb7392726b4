import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

const TYPES: { readonly [extension: string]: string } = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".md": "text/markdown; charset=utf-8",
  ".mjs": "text/javascript",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webp": "image/webp",
};

/** Serves a folder on loopback: each file under its path, and `index.html` for a folder. */
export async function serveSite(
  folder: string,
  port: number,
): Promise<{ readonly url: string; readonly closed: Promise<unknown> }> {
  const server = createServer(async (request, response) => {
    const path = readPath(request.url!);
    const bytes = path === null ? null : await readFile(join(folder, path)).catch(() => null);
    const type = TYPES[extname(path ?? "")] ?? "application/octet-stream";
    response.writeHead(bytes === null ? 404 : 200, bytes === null ? {} : { "Content-Type": type });
    response.end(bytes ?? "Not found");
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    closed: once(server, "close"),
  };
}

/** The path of a file below the folder; null for an address that cannot be one. */
function readPath(url: string): string | null {
  try {
    const path = normalize(decodeURIComponent(new URL(url, "http://localhost").pathname));
    return path.endsWith("/") ? `${path}index.html` : path;
  } catch {
    return null;
  }
}
