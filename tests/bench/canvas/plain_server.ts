// deno-lint-ignore-file no-console -- the benchmark reads its line
/**
 * Serves the files of a folder from memory, compressed with brotli as the canvas's own assets are:
 * `deno run -A plain_server.ts FOLDER`. Scripts and stylesheets are immutable. Prints its URL as JSON.
 *
 * @module
 */
import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const TYPES: { readonly [extension: string]: string } = {
  ".html": "text/html; charset=utf-8",
  ".js": "application/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
};

/** The host's own quality. */
const PARAMETERS = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
const compress = (bytes: Uint8Array): Promise<Uint8Array> => promisify(brotliCompress)(bytes, PARAMETERS);

const folder = Deno.args[0]!;
const files = new Map<string, { bytes: Uint8Array; brotli: Uint8Array; extension: string }>(
  await Promise.all((await readdir(folder)).map(async (name) => {
    const bytes = await readFile(join(folder, name));
    return [`/${name}`, { bytes, brotli: await compress(bytes), extension: extname(name) }] as const;
  })),
);
const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, respond);
console.log(JSON.stringify({ url: `http://127.0.0.1:${server.addr.port}` }));

function respond(request: Request): Response {
  const file = files.get(new URL(request.url).pathname);
  if (file === undefined) return new Response(null, { status: 404 });
  const { bytes, brotli, extension } = file;
  const isBrotli = request.headers.get("Accept-Encoding")?.includes("br") && brotli.length < bytes.length;
  return new Response((isBrotli ? brotli : bytes) as Uint8Array<ArrayBuffer>, {
    headers: {
      "Content-Type": TYPES[extension]!,
      "Vary": "Accept-Encoding",
      // A frame without an origin loads its modules from another one.
      "Access-Control-Allow-Origin": "*",
      // As the canvas's pages: with it, each visit begins in a new process of the browser.
      "Cross-Origin-Opener-Policy": "same-origin",
      ...(isBrotli ? { "Content-Encoding": "br" } : {}),
      "Cache-Control": extension === ".html" ? "no-store" : "public, max-age=31536000, immutable",
    },
  });
}
