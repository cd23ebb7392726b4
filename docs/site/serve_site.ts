import { once } from "node:events";
import { closeSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, normalize } from "node:path";
import { openFolder } from "../../terminal/files/mod.ts";

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
  const server = createServer((request, response) => {
    const path = readPath(request.url!);
    const bytes = path === null ? null : readBelow(folder, path);
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

/** Reads a file below the folder, to which no link leads; null where there is no such file. */
function readBelow(folder: string, path: string): Uint8Array | null {
  try {
    using root = openFolder(folder);
    const { descriptor } = root.openFile(path);
    try {
      return readFileSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return null;
  }
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
