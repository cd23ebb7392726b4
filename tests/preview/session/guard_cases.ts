import assert from "node:assert/strict";
import { makeBundle } from "./bundles.ts";
import { Project } from "./project.ts";
import { openSocket, parseAnswer, readToEnd, sendRaw } from "./raw_http.ts";
import { assertProblem, listBundles, type RegisterTest, type ServePreview } from "./served_preview.ts";

/** Attacks of other pages on the dev protocol, over real sockets. */
export function testGuard(name: string, serve: ServePreview, test: RegisterTest): void {
  // claim: preview-own-host
  test(`${name}: it answers to the names of this machine on its own port, and to no others`, async () => {
    await using project = await Project.create();
    await using preview = await serve({ projectDirectory: project.path });
    const { port } = preview;
    const statusOf = async (host: string) =>
      (await sendRaw(port, [
        "GET /__tck/bundles HTTP/1.1",
        `Host: ${host}`,
        `X-Forwarded-Host: localhost:${port}`,
      ])).status;
    for (const own of ["localhost", "127.0.0.1", "[::1]", "LOCALHOST", "a.localhost"]) {
      assert.equal(await statusOf(`${own}:${port}`), 200, own);
    }
    const foreign = [
      "evil.example",
      "localhost.evil.example",
      "evil-localhost",
      "127.0.0.1.evil.example",
      "127.0.0.2",
      "192.168.0.1",
      "0.0.0.0",
      "[::]",
      "[::ffff:127.0.0.1]",
      "[fe80::1]",
    ];
    for (const host of foreign) assert.equal(await statusOf(`${host}:${port}`), 403, host);
    for (const host of ["localhost", `localhost:${port + 1}`]) assert.equal(await statusOf(host), 403, host);
    for (const host of ["", "a b", "[::1", "localhost:99999", `localhost:${port}/x`, `x@localhost:${port}`]) {
      assert.equal(await statusOf(host), 400, host);
    }
  });

  // claim: preview-own-host
  test(`${name}: a target with another host than the header is rejected`, async () => {
    await using project = await Project.create();
    await using preview = await serve({ projectDirectory: project.path });
    const target = "GET http://evil.example/__tck/bundles HTTP/1.1";
    assert.equal((await sendRaw(preview.port, [target, `Host: localhost:${preview.port}`])).status, 400);
  });

  // claim: preview-own-origin
  test(`${name}: a foreign origin has no effect, whatever the type of its request`, async () => {
    const bytes = await makeBundle("a");
    await using project = await Project.create({ "dist/001_a.tckb": bytes });
    await using preview = await serve({ projectDirectory: project.path });
    const { port } = preview;
    const before = await listBundles(preview);
    const json = "Content-Type: application/json";
    const writes: [string, string[]][] = [
      ["POST /__tck/rescan", [json]],
      ["POST /__tck/bundle/upload", ["X-Tck-Label: a"]],
      ["POST /__tck/bundle/fetch", [json]],
      ["POST /__tck/feed-batches", [json]],
      ["DELETE /__tck/feed-batches/dropped", []],
      [`DELETE /__tck/bundle/${before[0]!.id}.tckb`, []],
      ["GET /__tck/bundles", []],
      [`GET ${before[0]!.bundleUrl}`, []],
    ];
    const origins = [
      "Origin: http://evil.example",
      "Origin: null",
      `Origin: http://localhost:${port + 1}`,
      `Origin: http://evil.localhost:${port}`,
      "Origin: http://localhost",
      "Origin: file://",
      "Sec-Fetch-Site: cross-site",
      "Sec-Fetch-Site: same-site",
      "Sec-Fetch-Site: unheard-of",
    ];
    for (const [start, lines] of writes) {
      for (const origin of origins) {
        const request = [
          `${start} HTTP/1.1`,
          `Host: localhost:${port}`,
          origin,
          ...lines,
          "Content-Length: 0",
        ];
        assertProblem(await sendRaw(port, request), 403, "request.forbidden");
      }
    }
    const navigation = ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"];
    const link = await sendRaw(port, [
      "GET /__tck/bundles HTTP/1.1",
      `Host: localhost:${port}`,
      ...navigation,
    ]);
    const command = await sendRaw(port, [
      "GET /__open-in-editor?file=/etc/hosts HTTP/1.1",
      `Host: localhost:${port}`,
      ...navigation,
    ]);
    assertProblem(command, 403, "request.forbidden");
    assertProblem(link, 403, "request.forbidden");
    assert.deepEqual(await listBundles(preview), before);
  });

  // claim: preview-writes-preflighted
  test(`${name}: a write that needs no preflight request is rejected, even without an origin`, async () => {
    await using project = await Project.create();
    await using preview = await serve({ projectDirectory: project.path });
    const host = `Host: localhost:${preview.port}`;
    for (
      const path of [
        "bundle/upload",
        "bundle/fetch",
        "feed-batches",
        "review/verdict",
        "review/end",
        "stack",
        "picture",
      ]
    ) {
      for (
        const type of [
          "text/plain",
          "application/x-www-form-urlencoded",
          "multipart/form-data; boundary=x",
          "",
        ]
      ) {
        const lines = [`POST /__tck/${path} HTTP/1.1`, host, `Content-Type: ${type}`, "Content-Length: 2"];
        assertProblem(await sendRaw(preview.port, lines, "{}"), 415, "request.unsupported_type");
      }
    }
  });

  test(`${name}: a rescan needs neither a body nor a type, but no other origin can request it`, async () => {
    await using project = await Project.create();
    await using preview = await serve({ projectDirectory: project.path });
    const rescan = (...lines: string[]) =>
      sendRaw(preview.port, ["POST /__tck/rescan HTTP/1.1", `Host: localhost:${preview.port}`, ...lines]);
    assert.equal((await rescan()).status, 200);
    assert.equal((await rescan("Content-Length: 0", "Content-Type: text/plain")).status, 200);
    assertProblem(await rescan("Origin: http://evil.example"), 403, "request.forbidden");
    assertProblem(await rescan("Origin: null"), 403, "request.forbidden");
    assertProblem(await rescan("Sec-Fetch-Site: cross-site"), 403, "request.forbidden");
  });

  test(`${name}: the body of a rejected request is not read to its end`, async () => {
    await using project = await Project.create();
    await using preview = await serve({ projectDirectory: project.path });
    const socket = await openSocket(preview.port);
    const answer = readToEnd(socket);
    const chunk = `1000\r\n${"a".repeat(0x1000)}\r\n`;
    const pour = () => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on("drain", pour);
    socket.write(
      `POST /__tck/bundle/upload HTTP/1.1\r\nHost: localhost:${preview.port}\r\nX-Tck-Label: a\r\n` +
        "Origin: http://evil.example\r\nTransfer-Encoding: chunked\r\n\r\n",
    );
    pour();
    assertProblem(parseAnswer(await answer), 403, "request.forbidden");
  });

  test(`${name}: its own page can do everything`, async () => {
    await using project = await Project.create();
    await using preview = await serve({ projectDirectory: project.path });
    const own = [
      `Host: localhost:${preview.port}`,
      `Origin: http://localhost:${preview.port}`,
      "Sec-Fetch-Site: same-origin",
    ];
    const lines = [
      "POST /__tck/rescan HTTP/1.1",
      ...own,
      "Content-Type: application/json",
      "Content-Length: 0",
    ];
    assert.equal((await sendRaw(preview.port, lines)).status, 200);
  });

  test(`${name}: an allowed origin is served`, async () => {
    await using project = await Project.create();
    await using preview = await serve(
      { projectDirectory: project.path },
      { allowedOrigins: ["https://preview.example"] },
    );
    const ask = async (...lines: string[]) =>
      (await sendRaw(preview.port, ["GET /__tck/bundles HTTP/1.1", ...lines])).status;
    assert.equal(await ask("Host: preview.example", "Origin: https://preview.example"), 200);
    assert.equal(await ask("Host: preview.example"), 200);
    assert.equal(await ask("Host: preview.example:8080"), 403);
    assert.equal(await ask("Host: preview.example", "Origin: https://other.example"), 403);
  });

  // claim: preview-token
  test(`${name}: where a token is needed, every request without it is rejected`, async () => {
    await using project = await Project.create();
    await using preview = await serve({ projectDirectory: project.path }, { token: "a-token" });
    const { port } = preview;
    const ask = async (path: string, ...lines: string[]) =>
      await sendRaw(port, [`GET ${path} HTTP/1.1`, `Host: localhost:${port}`, ...lines]);
    for (
      const wrong of [[], ["X-Tck-Token: a-toke"], ["X-Tck-Token: "], ["Authorization: Basic a-token"], [
        "Cookie: tck-token=a-token",
      ], ["Authorization: Bearer a-token b"]]
    ) {
      const answer = await ask("/__tck/bundles", ...wrong);
      assertProblem(answer, 401, "auth.unauthenticated");
      assert.match(answer.headers.get("www-authenticate")!, /^Bearer /);
    }
    assertProblem(await ask("/__tck/bundles?tck-token=other"), 401, "auth.unauthenticated");
    assert.equal((await ask("/__tck/bundles", "X-Tck-Token: a-token")).status, 200);
    assert.equal((await ask("/__tck/bundles", "Authorization: Bearer a-token")).status, 200);
    assert.equal((await ask("/__tck/bundles?tck-token=a-token")).status, 200);
    assertProblem(
      await ask("/__tck/bundles", `Cookie: tck-token-${port}=a-token`),
      401,
      "auth.unauthenticated",
    );
  });
}
