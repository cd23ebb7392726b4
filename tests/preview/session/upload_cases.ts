import assert from "node:assert/strict";
import type { DeleteResult } from "../../../preview/protocol.ts";
import { makeBundle } from "./bundles.ts";
import { Project } from "./project.ts";
import { openSocket, parseAnswer, readToEnd, sendRaw } from "./raw_http.ts";
import {
  ask,
  assertProblem,
  listBundles,
  type RegisterTest,
  type ServePreview,
  uploadBundle,
} from "./served_preview.ts";

/** Bundles that are uploaded, and bodies that are not bundles. */
export function testUploads(name: string, serve: ServePreview, test: RegisterTest): void {
  test(`${name}: an upload is stored once, by its hash, and can be deleted once`, async () => {
    await using project = await Project.create();
    await using preview = await serve({ projectDirectory: project.path });
    const bytes = await makeBundle("up");
    const first = await uploadBundle(preview, "001_up.tckb", bytes);
    assert.deepEqual([first.id, first.source, first.label], [first.bundleHash, "local", "001_up"]);
    assert.deepEqual(await uploadBundle(preview, "001_up", bytes), first);
    assert.deepEqual(await listBundles(preview), [first]);
    const path = `/__tck/bundle/${first.id}.tckb`;
    assert.deepEqual((await ask<DeleteResult>(preview, "DELETE", path)).body, { deleted: true });
    assert.deepEqual((await ask<DeleteResult>(preview, "DELETE", path)).body, { deleted: false });
    assert.deepEqual(await listBundles(preview), []);
    assertProblem(await ask(preview, "GET", first.bundleUrl), 404, "bundle.not_found");
  });

  test(`${name}: labels are text: line breaks are rejected, markup is not`, async () => {
    await using project = await Project.create();
    await using preview = await serve({ projectDirectory: project.path });
    const post = async (header: string | null) => {
      const headers = header === null ? { "content-type": "application/json" } : { "x-tck-label": header };
      const body = await makeBundle("up") as Uint8Array<ArrayBuffer>;
      const response = await fetch(`${preview.baseUrl}/__tck/bundle/upload`, {
        method: "POST",
        headers,
        body,
      });
      return { status: response.status, body: await response.json(), headers: response.headers };
    };
    const rejected = [
      "a%0d%0aSet-Cookie:%20x",
      "a%0a",
      "%00",
      "%c2%85",
      "%E2%80%A8",
      "",
      "%",
      "%ff",
      "%ED%A0%80",
    ];
    for (const label of [...rejected, "a".repeat(256), ".tckb", null]) {
      assertProblem(await post(label), 400, "request.malformed");
    }
    assert.deepEqual(await listBundles(preview), []);
    const markup = `<img src=x onerror="alert(1)">`;
    const { status, body } = await post(encodeURIComponent(`${markup}.tckb`));
    assert.deepEqual([status, body.label], [200, markup]);
    assert.equal((await post(encodeURIComponent("001_größe ☂"))).body.label, "001_größe ☂");
  });

  test(`${name}: uploads that are not bundles and bundles with an invalid manifest have different codes`, async () => {
    await using project = await Project.create();
    await using preview = await serve({ projectDirectory: project.path });
    const post = async (bytes: Uint8Array) => {
      const headers = { "x-tck-label": "a" };
      const body = bytes as Uint8Array<ArrayBuffer>;
      const response = await fetch(`${preview.baseUrl}/__tck/bundle/upload`, {
        method: "POST",
        headers,
        body,
      });
      return { status: response.status, body: await response.json(), headers: response.headers };
    };
    const whole = await makeBundle("a".repeat(200));
    const damaged = whole.slice();
    damaged[damaged.length >> 2]! ^= 0xff;
    assertProblem(await post(new Uint8Array()), 422, "bundle.malformed");
    assertProblem(await post(new TextEncoder().encode("<html>")), 422, "bundle.malformed");
    assertProblem(await post(whole.subarray(0, -1)), 422, "bundle.malformed");
    const invalid = await makeBundle("a", { sizes: ["9x9"] });
    assertProblem(await post(invalid), 422, "bundle.invalid_manifest");
    assert.equal((await post(damaged)).status, 422);
    assert.deepEqual(await listBundles(preview), []);
  });

  test(`${name}: a legacy bundle is accepted as by the scanner`, async () => {
    await using project = await Project.create({
      "dist/001_a.tckb": await makeBundle("a", { sizes: ["auto"] }),
    });
    await using preview = await serve({ projectDirectory: project.path });
    assert.deepEqual((await listBundles(preview))[0]!.manifest.sizes, ["fill-auto"]);
  });

  test(`${name}: a body that is of another type, too large or cut short is rejected`, async () => {
    await using project = await Project.create();
    await using preview = await serve({
      projectDirectory: project.path,
      limits: { bundleBytes: 1_000, jsonBytes: 100 },
    });
    const host = `Host: localhost:${preview.port}`;
    const json = "Content-Type: application/json";
    const send = (lines: string[], body = "") => sendRaw(preview.port, [...lines, host], body);
    const label = "X-Tck-Label: a";
    const upload = "POST /__tck/bundle/upload HTTP/1.1";
    assertProblem(
      await send([upload, "Content-Length: 1001", label], "a".repeat(1_001)),
      413,
      "request.too_large",
    );
    assertProblem(
      await send([upload, "Content-Length: 1", label, "Content-Type: multipart/form-data; boundary=x"], "a"),
      415,
      "request.unsupported_type",
    );
    assertProblem(
      await send([upload, "Content-Length: 1", label, "Content-Encoding: gzip"], "a"),
      415,
      "request.unsupported_type",
    );
    const fetching = "POST /__tck/bundle/fetch HTTP/1.1";
    assertProblem(
      await send([fetching, "Content-Length: 2", "Content-Type: text/plain"], "{}"),
      415,
      "request.unsupported_type",
    );
    assertProblem(await send([fetching, "Content-Length: 2", label], "{}"), 415, "request.unsupported_type");
    assertProblem(await send([fetching, "Content-Length: 1", json], "{"), 400, "request.malformed");
    assertProblem(await send([fetching, "Content-Length: 2", json], "{}"), 400, "request.malformed");
    assertProblem(await send([fetching, "Content-Length: 2", json], "\xff\xfe"), 400, "request.malformed");
    const long = JSON.stringify({ url: `https://example.test/${"a".repeat(100)}` });
    assertProblem(
      await send([fetching, `Content-Length: ${long.length}`, json], long),
      413,
      "request.too_large",
    );
  });

  test(`${name}: an endless upload is ended with its connection`, async () => {
    await using project = await Project.create();
    await using preview = await serve({ projectDirectory: project.path, limits: { bundleBytes: 100_000 } });
    const socket = await openSocket(preview.port);
    const answer = readToEnd(socket);
    socket.write(
      `POST /__tck/bundle/upload HTTP/1.1\r\nHost: localhost:${preview.port}\r\nX-Tck-Label: a\r\n` +
        "Transfer-Encoding: chunked\r\n\r\n",
    );
    const chunk = `1000\r\n${"a".repeat(0x1000)}\r\n`;
    const pour = () => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on("drain", pour);
    pour();
    assertProblem(parseAnswer(await answer), 413, "request.too_large");
    assert.deepEqual(await listBundles(preview), []);
  });

  test(`${name}: a stalled upload is ended`, async () => {
    await using project = await Project.create();
    await using preview = await serve({ projectDirectory: project.path, limits: { uploadSeconds: 0.2 } });
    const socket = await openSocket(preview.port);
    socket.write(
      `POST /__tck/bundle/upload HTTP/1.1\r\nHost: localhost:${preview.port}\r\nX-Tck-Label: a\r\n` +
        "Content-Length: 100\r\n\r\nPK",
    );
    assertProblem(parseAnswer(await readToEnd(socket)), 408, "request.timeout");
  });
}
