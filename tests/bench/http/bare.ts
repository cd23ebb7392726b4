// deno-lint-ignore-file no-console -- its output is its address
/**
 * The floor of HTTP in `deno task bench http`, as a process of its own: the server of `node:http` on Deno with the bytes
 * and the headers of the module route, and nothing else. Its only argument is the folder.
 */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { REQUEST_DEADLINES, toServerOptions } from "../../../hosts/server/request_deadlines.ts";
import { ISOLATION_HEADERS } from "../../../hosts/routes/mod.ts";

const folder = Deno.args[0]!;
const modules = new Map<string, Uint8Array>();
for (const size of ["6", "20"]) modules.set(`/${size}`, await readFile(join(folder, `${size}.mjs`)));

const HEADERS = {
  ...ISOLATION_HEADERS,
  "Content-Type": "application/javascript; charset=utf-8",
  "Cache-Control": "public, max-age=31536000, immutable",
  "Vary": "Accept-Encoding",
  "X-Request-Id": crypto.randomUUID(),
  "Server-Timing": "web;dur=0.1",
  "ETag": `"${"A".repeat(64)}"`,
  "Accept-Ranges": "bytes",
};

const server = createServer(toServerOptions(REQUEST_DEADLINES), (request, response) => {
  const module = modules.get(request.url!)!;
  response.writeHead(200, { ...HEADERS, "Content-Length": module.byteLength });
  response.end(module);
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}` }));
});
