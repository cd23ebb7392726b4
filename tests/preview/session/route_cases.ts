import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { symlink, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type {
  BundleDetails,
  DeleteResult,
  FeedIndexResponse,
  FeedView,
  PublicBundle,
  RescanResult,
} from "../../../preview/protocol.ts";
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

/** Every route of the dev protocol, over real sockets (preview specification, §4). */
export function testRoutes(name: string, serve: ServePreview, test: RegisterTest): void {
  for (const testResource of [testBundles, testSources, testUploads, testBatches, testRequests]) {
    testResource(name, serve, test);
  }
}

/** The list of bundles, their files and details, and their deletion. */
function testBundles(name: string, serve: ServePreview, test: RegisterTest): void {
  test(`${name}: a bundle on disk is listed with every field of the specification`, async () => {
    await using project = await Project.create({
      "widgets/001_a/dist/001_a.tckb": await makeBundle("a", {}, {
        css: "b{}",
        propertiesCss: "@property --c{}",
      }),
    });
    await using preview = await serve({ projectDirectory: project.path });
    const [bundle, ...others] = await listBundles(preview);
    assert.deepEqual(others, []);
    const { id, bundleHash, loadedAt, ...rest } = bundle!;
    assert.match(bundleHash, /^[\w-]{64}$/);
    assert.match(id, new RegExp(`^${bundleHash}\\.[\\w-]{12}$`));
    assert.ok(Math.abs(loadedAt - Date.now()) < 3_600_000);
    assert.deepEqual(rest, {
      manifest: { id: "weather", cardType: "feed", sizes: ["fill-auto"] },
      source: "widgets",
      label: "001_a",
      path: `${project.path}/widgets/001_a/dist/001_a.tckb`,
      relPath: "001_a/dist/001_a.tckb",
      kitVersion: null,
      bundleUrl: `/__tck/bundle/${id}/widget.mjs`,
      cssUrl: `/__tck/bundle/${id}/widget.css`,
      propertiesCssUrl: `/__tck/bundle/${id}/widget.properties.css`,
    });
  });

  test(`${name}: stylesheets are served as text/css, and a missing one is not found`, async () => {
    await using project = await Project.create({
      "dist/001_a.tckb": await makeBundle("a", {}, { css: "b{}" }),
    });
    await using preview = await serve({ projectDirectory: project.path });
    const [bundle] = await listBundles(preview);
    const response = await fetch(preview.baseUrl + bundle!.cssUrl);
    assert.equal(await response.text(), "b{}");
    assert.equal(response.headers.get("content-type"), "text/css; charset=utf-8");
    assert.equal(response.headers.get("x-content-type-options"), "nosniff");
    assert.equal(response.headers.get("cross-origin-resource-policy"), "same-origin");
    assert.equal(bundle!.propertiesCssUrl, undefined);
    const missing = await ask(preview, "GET", `/__tck/bundle/${bundle!.id}/widget.properties.css`);
    assertProblem(missing, 404, "bundle.not_found");
  });

  test(`${name}: the details of a bundle are its files with sizes and hashes, and what the file held before`, async () => {
    const first = await makeBundle("a", {}, { css: "b{}" });
    await using project = await Project.create({ "dist/001_a.tckb": first });
    await using preview = await serve({ projectDirectory: project.path });
    const detailsOf = async ({ id }: PublicBundle) =>
      (await ask<BundleDetails>(preview, "GET", `/__tck/bundle/${id}/details`)).body;
    const [before] = await listBundles(preview);
    const former = await detailsOf(before!);
    assert.deepEqual(former.entries.map(({ name }) => name), ["widget.mjs", "widget.css"]);
    assert.deepEqual([former.envelopeBytes, former.bundleHash], [first.length, before!.bundleHash]);
    const css = former.entries[1]!;
    const digest = createHash("sha384").update("b{}").digest("base64");
    assert.deepEqual(css, { name: "widget.css", bytes: 3, integrity: `sha384-${digest}` });
    assert.ok(former.gzipBytes["widget.mjs"]! > 0);
    assert.equal(former.before, null);
    await project.write("dist/001_a.tckb", await makeBundle("longer", {}, { css: "b{}" }));
    await ask(preview, "POST", "/__tck/rescan");
    const [after] = await listBundles(preview);
    const { before: recorded, ...details } = await detailsOf(after!);
    const { before: _, gzipBytes: _gzip, ...version } = former;
    assert.deepEqual(recorded, version);
    assert.notEqual(details.bundleHash, former.bundleHash);
    assertProblem(await ask(preview, "GET", `/__tck/bundle/none/details`), 404, "bundle.not_found");
  });

  test(`${name}: a deleted bundle on disk stays deleted while others change, and returns with a rescan`, async () => {
    await using project = await Project.create({ "dist/001_a.tckb": await makeBundle("a") });
    await using preview = await serve({ projectDirectory: project.path });
    const [bundle] = await listBundles(preview);
    await ask(preview, "DELETE", `/__tck/bundle/${bundle!.id}.tckb`);
    assert.deepEqual(await listBundles(preview), []);
    await writeFile(join(project.path, "dist/002_b.tckb"), await makeBundle("b"));
    let others = await listBundles(preview);
    while (others.length === 0) others = await listBundles(preview);
    assert.deepEqual(others.map(({ label }) => label), ["002_b"]);
    const { body } = await ask<RescanResult>(preview, "POST", "/__tck/rescan");
    assert.deepEqual(body, { ok: true, before: 1, after: 2, removed: 0 });
    assert.equal((await listBundles(preview))[0]!.id, bundle!.id);
  });

  test(`${name}: a bundle that is deleted while it is read is served to the end`, async () => {
    await using project = await Project.create();
    await using preview = await serve({ projectDirectory: project.path });
    const css = `/*${"x".repeat(3_000_000)}*/`;
    const bundle = await uploadBundle(preview, "001_large", await makeBundle("large", {}, { css }));
    const response = await fetch(preview.baseUrl + bundle.cssUrl);
    assert.deepEqual((await ask(preview, "DELETE", `/__tck/bundle/${bundle.id}.tckb`)).body, {
      deleted: true,
    });
    assert.equal((await response.text()).length, css.length);
    assertProblem(await ask(preview, "GET", bundle.cssUrl!), 404, "bundle.not_found");
  });
}

/** The sources of the project. */
function testSources(name: string, serve: ServePreview, test: RegisterTest): void {
  // claim: preview-project-files
  test(`${name}: sources of the project are served, and nothing else of the disk`, async () => {
    await using project = await Project.create({
      "widgets/001_a/widget.tck.tsx": "export default 1;",
      "widgets/001_a/data.bin": "no source",
      ".secret/a.ts": "hidden",
      "node_modules/p/a.js": "package",
    });
    await using outside = await Project.create({ "a.ts": "outside" });
    await symlink(join(outside.path, "a.ts"), join(project.path, "widgets/link.ts"));
    await using preview = await serve({ projectDirectory: project.path });
    const read = (file: string) => fetch(`${preview.baseUrl}/__tck/source?file=${encodeURIComponent(file)}`);
    const source = await read("widgets/001_a/widget.tck.tsx");
    assert.equal(await source.text(), "export default 1;");
    assert.equal(source.headers.get("content-type"), "text/plain; charset=utf-8");
    const rejected = [
      "",
      "widgets",
      "widgets/001_a/data.bin",
      ".secret/a.ts",
      "node_modules/p/a.js",
      "widgets/link.ts",
      `../${basename(outside.path)}/a.ts`,
      "widgets/none.ts",
    ];
    for (const file of rejected) {
      const answer = await read(file);
      assert.deepEqual([answer.status, (await answer.json()).code], [404, "source.not_found"], file);
    }
    assertProblem(
      await ask(preview, "POST", "/__tck/stack", { stack: 7 }),
      400,
      "request.malformed",
    );
  });
}

/** Bundles that are uploaded, and bodies that are not bundles. */
function testUploads(name: string, serve: ServePreview, test: RegisterTest): void {
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

/** Feed batches of uploaded bundles. */
function testBatches(name: string, serve: ServePreview, test: RegisterTest): void {
  test(`${name}: a feed batch has uploaded feed cards in the order of its labels`, async () => {
    await using project = await Project.create();
    await using preview = await serve({ projectDirectory: project.path });
    const [one, two, grid] = [
      await uploadBundle(preview, "001_one", await makeBundle("one")),
      await uploadBundle(preview, "002_two", await makeBundle("two")),
      await uploadBundle(preview, "003_grid", await makeBundle("grid", { cardType: "grid", sizes: ["1x1"] })),
    ];
    const bundles = [{ id: one.id, label: "10_one" }, { id: grid.id, label: "1_grid" }, {
      id: two.id,
      label: "9_two",
    }];
    const request = { id: "dropped", label: "Dropped", bundles };
    const { status, body } = await ask<FeedView>(preview, "POST", "/__tck/feed-batches", request);
    assert.equal(status, 200);
    assert.deepEqual(body, { id: "dropped", label: "Dropped", bundleIds: [two.id, one.id] });
    const { body: index } = await ask<FeedIndexResponse>(preview, "GET", "/__tck/feeds");
    assert.deepEqual(index.feeds.map(({ id }) => id), ["all-bundled", "dropped"]);
    assert.deepEqual(index.feeds[1], body);
    assert.deepEqual(index.grids.map(({ bundleIds }) => bundleIds), [[grid.id]]);
  });

  test(`${name}: a feed batch of bundles that were not uploaded, or of invalid values, is rejected`, async () => {
    await using project = await Project.create({ "dist/001_a.tckb": await makeBundle("a") });
    await using preview = await serve({ projectDirectory: project.path });
    const [onDisk] = await listBundles(preview);
    const post = (body: unknown) => ask(preview, "POST", "/__tck/feed-batches", body);
    for (const id of [onDisk!.id, "unknown", "__proto__", "../x"]) {
      const bundles = [{ id, label: "a" }];
      assertProblem(await post({ id: "x", label: "X", bundles }), 404, "bundle.not_found");
    }
    const nonsense = [
      null,
      [],
      "text",
      { id: "x", label: "X" },
      { id: "", label: "X", bundles: [] },
      { id: "x", label: "line\nbreak", bundles: [] },
      { id: "x", label: "\ud800", bundles: [] },
      { id: "x", label: "X", bundles: [{ id: 1, label: "a" }] },
      { id: "x", label: "X", bundles: [null] },
      { id: "x", label: "X", bundles: Array(1_001).fill({ id: "a", label: "a" }) },
      { id: "x", label: "X".repeat(256), bundles: [] },
    ];
    assertProblem(await post({ id: "all-bundled", label: "X", bundles: [] }), 400, "feed_batch.invalid");
    for (const body of nonsense) assertProblem(await post(body), 400, "feed_batch.invalid");
    const { body: index } = await ask<FeedIndexResponse>(preview, "GET", "/__tck/feeds");
    assert.deepEqual(index.feeds.map(({ id }) => id), ["all-bundled"]);
  });
}

/** What holds for every route: methods, HEAD, and ids that lead elsewhere. */
function testRequests(name: string, serve: ServePreview, test: RegisterTest): void {
  test(`${name}: a wrong method is answered with the allowed one`, async () => {
    await using project = await Project.create();
    await using preview = await serve({ projectDirectory: project.path });
    const allowed = {
      "/__tck/bundles": "GET",
      "/__tck/feeds": "GET",
      "/__tck/bundle/upload": "POST",
      "/__tck/bundle/fetch": "POST",
      "/__tck/feed-batches": "POST",
      "/__tck/rescan": "POST",
      "/__tck/source": "GET",
      "/__tck/stack": "POST",
      "/__tck/picture": "POST",
      "/__tck/bundle/x.tckb": "DELETE",
      "/__tck/bundle/x/widget.css": "GET",
    };
    for (const [path, method] of Object.entries(allowed)) {
      for (
        const other of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].filter((one) => one !== method)
      ) {
        const answer = await sendRaw(preview.port, [
          `${other} ${path} HTTP/1.1`,
          `Host: localhost:${preview.port}`,
        ]);
        assertProblem(answer, 405, "request.method_not_allowed");
        assert.equal(answer.headers.get("allow"), method, `${other} ${path}`);
      }
    }
  });

  test(`${name}: HEAD is GET without the body`, async () => {
    await using project = await Project.create();
    await using preview = await serve({ projectDirectory: project.path });
    const answer = await sendRaw(preview.port, [
      "HEAD /__tck/bundles HTTP/1.1",
      `Host: localhost:${preview.port}`,
    ]);
    assert.deepEqual([answer.status, answer.body], [200, ""]);
  });

  test(`${name}: ids that leave the folder, and queries for the raw file, find nothing`, async () => {
    await using project = await Project.create({
      "dist/001_a.tckb": await makeBundle("a"),
      "secret.txt": "secret",
    });
    await using preview = await serve({ projectDirectory: project.path });
    const [{ id }] = await listBundles(preview) as [PublicBundle];
    const rejected: [string, number][] = [
      ["/__tck/bundle/..%2f..%2fsecret.txt/widget.css", 404],
      ["/__tck/bundle/%2e%2e%2fsecret.txt/widget.mjs", 404],
      ["/__tck/bundle/__proto__/widget.css", 404],
      ["/__tck/bundle/constructor/widget.mjs", 404],
      ["/__tck/bundle/#/widget.mjs", 404],
      ["/__tck/bundle//widget.mjs", 404],
      [`/__tck/bundle/${id}`, 404],
      [`/__tck/bundle/${id}/`, 404],
      [`/__tck/bundle/${id}/manifest.json`, 404],
      [`/__tck/bundle/${id}%00/widget.mjs`, 404],
      [`/__tck/bundle/${"a".repeat(10_000)}/widget.mjs`, 404],
      [`/__tck/bundle/${id}/widget.mjs?raw??`, 400],
      [`/__tck/bundle/${id}/widget.mjs?raw`, 400],
      [`/__tck/bundle/${id}/widget.mjs?url`, 400],
      [`/__tck/bundle/${id}/widget.mjs?import&raw`, 400],
      [`/__tck/bundle/${id}/widget.mjs?t=1&inline`, 400],
    ];
    for (const [path, status] of rejected) {
      const answer = await sendRaw(preview.port, [`GET ${path} HTTP/1.1`, `Host: localhost:${preview.port}`]);
      assert.equal(answer.status, status, path.slice(0, 100));
      assert.equal(answer.headers.get("content-type"), "application/problem+json", path.slice(0, 100));
    }
    for (const query of ["", "?t=1", "?v=1", "?import", "?import&t=1"]) {
      assert.equal(
        (await fetch(`${preview.baseUrl}/__tck/bundle/${id}/widget.mjs${query}`)).status,
        200,
        query,
      );
    }
    for (const path of ["/__tck/bundle/../../secret.txt", "/__tck/bundle/..\\..\\secret.txt/widget.css"]) {
      const answer = await sendRaw(preview.port, [`GET ${path} HTTP/1.1`, `Host: localhost:${preview.port}`]);
      assert.doesNotMatch(answer.body, /for nobody/);
    }
  });
}
