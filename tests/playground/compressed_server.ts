import { gzipSync } from "node:zlib";

const TYPES: { readonly [extension: string]: string } = {
  css: "text/css",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
  mjs: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
  txt: "text/plain; charset=utf-8",
  wasm: "application/wasm",
  webp: "image/webp",
};

/** Static files on a loopback socket, as a host of them has them: compressed, and kept where their contents name them. */
export interface CompressedServer {
  readonly port: number;
  /** The compressed sizes of the files in bytes. */
  readonly sizes: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

/** @param files their contents by their paths */
export function serveCompressed(files: ReadonlyMap<string, Uint8Array>): CompressedServer {
  const compressed = new Map(Array.from(files, ([path, content]) => [path, gzipSync(content)]));
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, ({ url }) => {
    const { pathname } = new URL(url);
    const path = decodeURIComponent(pathname).slice(1).replace(/(^|\/)$/, "$1index.html");
    const content = compressed.get(path);
    if (content === undefined) return new Response("Not Found", { status: 404 });
    return new Response(content, {
      headers: {
        "content-type": TYPES[path.split(".").at(-1)!] ?? "application/octet-stream",
        "content-encoding": "gzip",
        "cache-control": /-[\w-]{8,}\.\w+$/.test(path) ? "public, max-age=31536000, immutable" : "no-cache",
      },
    });
  });
  return {
    port: server.addr.port,
    sizes: new Map(Array.from(compressed, ([path, { byteLength }]) => [path, byteLength])),
    close: () => server.shutdown(),
  };
}
