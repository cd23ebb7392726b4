import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Gateway } from "../../../preview/server/http/gateway.ts";
import { testGuard } from "../session/guard_cases.ts";
import { Project } from "../session/project.ts";
import { openSocket, sendRaw } from "../session/raw_http.ts";
import { assertProblem, listBundles } from "../session/served_preview.ts";
import { bundleModule } from "./module_bundle.ts";
import { serveByVite } from "./served_by_vite.ts";

testGuard("behind the dev server's listener", serveByVite, Deno.test);

// claim: preview-own-origin
Deno.test("the dev server's websocket needs the page's token, from the page's own origin and host", async () => {
  await using project = await Project.create();
  await using preview = await serveByVite({ projectDirectory: project.path });
  const { port, baseUrl } = preview;
  const client = await (await fetch(`${baseUrl}/@vite/client`)).text();
  const token = /const wsToken = "([\w-]+)"/.exec(client)?.[1];
  assert.ok(token, "the client knows no token");
  const statusOf = async (lines: readonly string[], query = `?token=${token}`, protocol = "vite-hmr") => {
    const socket = await openSocket(port);
    const request = [
      `GET /${query} HTTP/1.1`,
      ...UPGRADE,
      `Sec-WebSocket-Protocol: ${protocol}`,
      ...lines,
      "",
      "",
    ];
    socket.write(request.join("\r\n"));
    const [answer] = await once(socket, "data");
    socket.destroy();
    return Number(String(answer).split(" ")[1]);
  };
  const host = `Host: 127.0.0.1:${port}`;
  const origin = `Origin: ${baseUrl}`;
  assert.equal(await statusOf([host, origin]), 101);
  assert.equal(await statusOf([host, origin], "", "vite-ping"), 101, "a page that waits for a new server");
  assert.equal(await statusOf([host, origin], ""), 403);
  assert.equal(await statusOf([host], ""), 403, "no browser sends no origin, and any program can");
  assert.equal(await statusOf([host, origin], "?token=wrong"), 403);
  assert.equal(await statusOf([host, "Origin: http://evil.example"]), 403);
  assert.equal(await statusOf([host, "Origin: null"]), 403);
  assert.equal(await statusOf([host, "Origin: http://evil.example"], "", "vite-ping"), 403);
  assert.equal(await statusOf([`Host: evil.example:${port}`]), 403);
  assert.equal(await statusOf([host, origin], `?token=${token}`, "other"), 403);
});

// claim: preview-own-origin
Deno.test("a page of another origin gets neither sources nor the shell's modules", async () => {
  await using project = await Project.create({
    "widgets/001_secret/widget.tck.tsx": "export default () => 1;",
  });
  await using preview = await serveByVite({ projectDirectory: project.path });
  const source = `/@fs${project.path}/widgets/001_secret/widget.tck.tsx`;
  const ask = (path: string, ...lines: string[]) =>
    sendRaw(preview.port, [`GET ${path} HTTP/1.1`, `Host: 127.0.0.1:${preview.port}`, ...lines]);
  assert.equal((await ask(source)).status, 200);
  for (const path of [source, "/", "/@vite/client", "/@id/virtual:tck/live-widgets"]) {
    assertProblem(await ask(path, "Origin: http://evil.example"), 403, "request.forbidden");
    assertProblem(await ask(path, "Sec-Fetch-Site: cross-site"), 403, "request.forbidden");
  }
  assert.equal((await ask(source, `Origin: http://localhost:${preview.port}`)).status, 403);
});

Deno.test("a bundle's module imports the page's own React and kit", async () => {
  const module =
    `import { useWidgetState } from "@tck/kit"; import { useState } from "react"; export default useState;`;
  await using project = await Project.create({ "dist/001_a.tckb": await bundleModule(module) });
  await using preview = await serveByVite({ projectDirectory: project.path });
  const [bundle] = await listBundles(preview);
  const response = await fetch(`${preview.baseUrl}${bundle!.bundleUrl}`);
  const code = await response.text();
  assert.equal(response.headers.get("content-type"), "text/javascript");
  const addresses = [...code.matchAll(/from "(.*?)"/g)].map(([, address]) => address!);
  assert.equal(code, module.replace("@tck/kit", addresses[0]!).replace('"react"', `"${addresses[1]}"`));
  const [kit, react] = await Promise.all(
    addresses.map(async (address) => await (await fetch(`${preview.baseUrl}${address}`)).text()),
  );
  assert.match(kit!, /export \* from "\/@id\/[^"]*tck-own-kit\.mjs"/);
  assert.match(react!, /from "\/[^"]*\/deps\/react\.js\?v=/);
  assert.match(react!, /export const \{ .*\buseState\b/);
  const head = await fetch(`${preview.baseUrl}${bundle!.bundleUrl}`, { method: "HEAD" });
  assert.deepEqual([head.status, await head.text()], [200, ""]);
});

Deno.test("below the protocol's prefix, only the protocol is served", async () => {
  await using project = await Project.create();
  await using preview = await serveByVite({ projectDirectory: project.path });
  for (const path of ["/__tck/", "/__tck/nothing", "/__tck/v1/react.mjs", `/__tck/bundle/none/widget.mjs`]) {
    const response = await fetch(`${preview.baseUrl}${path}`, { headers: { accept: "text/html" } });
    assert.equal(response.status, 404, path);
    assert.equal(response.headers.get("content-type"), "application/problem+json", path);
    await response.body?.cancel();
  }
});

Deno.test("requests and websockets that wait for a preview that cannot start are disconnected", async () => {
  const server = createServer();
  const gateway = new Gateway([server]);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const send = async (event: string, lines: readonly string[]) => {
    const socket = await openSocket(port);
    const arrived = once(server, event);
    socket.write(["GET / HTTP/1.1", `Host: 127.0.0.1:${port}`, ...lines, "", ""].join("\r\n"));
    await arrived;
    return socket;
  };
  try {
    const waiting = [await send("request", []), await send("upgrade", UPGRADE)];
    const closed = waiting.map((socket) => once(socket, "close"));
    gateway.fail(new Error("the preview cannot start"));
    await Promise.all(closed);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

const UPGRADE = [
  "Upgrade: websocket",
  "Connection: Upgrade",
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
  "Sec-WebSocket-Version: 13",
];
