// deno-lint-ignore-file no-console -- its output is its address
/**
 * The floor of `deno task bench http`, as a process of its own: the same listener as `serve`, with an application that
 * does nothing but the work that cannot be avoided. `/memory` sends a file that is in memory; `/read/SIZE` reads a bundle's
 * envelope from the disk, inflates its module and computes the module's hash. Its only argument is the folder.
 */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";
import { listEntries } from "../../../core/tckb/mod.ts";
import { serve } from "../../../hosts/server/serve.ts";

const folder = Deno.args[0]!;
const modules = new Map<string, Uint8Array<ArrayBuffer>>();
for (const size of ["6", "20"]) modules.set(size, await readFile(join(folder, `${size}.mjs`)));

const HEADERS = {
  "Content-Type": "application/javascript; charset=utf-8",
  "Cache-Control": "public, max-age=31536000, immutable",
};

const { url } = await serve(async (request) => {
  const [, kind, size] = new URL(request.url).pathname.split("/");
  const module = kind === "memory" ? modules.get(size!)! : await readModule(size!);
  return new Response(module, { headers: { ...HEADERS, "Content-Length": String(module.byteLength) } });
}, { hostname: "127.0.0.1", port: 0 });
console.log(JSON.stringify({ url }));

async function readModule(size: string): Promise<Uint8Array<ArrayBuffer>> {
  const { data } = listEntries(await readFile(join(folder, `${size}.tckb`)))
    .find(({ name }) => name === "widget.mjs")!;
  const module = inflateRawSync(data);
  createHash("sha384").update(module).digest("base64url");
  return new Uint8Array(module.buffer as ArrayBuffer, module.byteOffset, module.byteLength);
}
