import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
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
import { readTckb } from "../../../core/tckb/mod.ts";
import { makeBundle } from "./bundles.ts";
import { Project } from "./project.ts";
import { sendRaw } from "./raw_http.ts";
import {
  ask,
  assertProblem,
  listBundles,
  type RegisterTest,
  type ServePreview,
  uploadBundle,
} from "./served_preview.ts";
import { testUploads } from "./upload_cases.ts";

/** Every route of the dev protocol, over real sockets (preview specification, §4). */
export function testRoutes(name: string, serve: ServePreview, test: RegisterTest): void {
  for (const testResource of [...RESOURCES, ...LISTENED]) testResource(name, serve, test);
}

/** What a dev server in front could change: how requests are read, and files that it serves too. */
export function testListenedRoutes(name: string, serve: ServePreview, test: RegisterTest): void {
  for (const testResource of LISTENED) testResource(name, serve, test);
}

/** The others, on which a dev server in front has no influence. */
export function testOtherRoutes(name: string, serve: ServePreview, test: RegisterTest): void {
  for (const testResource of RESOURCES) testResource(name, serve, test);
}

type TestResource = typeof testRoutes;

const RESOURCES: readonly TestResource[] = [
  testBundles,
  testUploads,
  testBatches,
  testFeedPages,
  testChatCards,
];
const LISTENED: readonly TestResource[] = [testSources, testRequests];

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

    const remove = (id: string) => ask<DeleteResult>(preview, "DELETE", `/__tck/feed-batches/${id}`);
    assert.deepEqual((await remove("all-bundled")).body, { deleted: false });
    assert.deepEqual((await remove("dropped")).body, { deleted: true });
    assert.deepEqual((await remove("dropped")).body, { deleted: false });
    const { body: after } = await ask<FeedIndexResponse>(preview, "GET", "/__tck/feeds");
    assert.deepEqual(after.feeds.map(({ id }) => id), ["all-bundled"]);
    assert.equal((await listBundles(preview)).length, 3);
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

/** The pages of feeds: what is asked for. Pages themselves are shown in a browser. */
function testFeedPages(name: string, serve: ServePreview, test: RegisterTest): void {
  test(`${name}: the page of a feed that does not exist, or of invalid parameters, is a problem`, async () => {
    await using project = await Project.create({ "dist/001_a.tckb": await makeBundle("a") });
    await using preview = await serve({ projectDirectory: project.path });
    const get = (path: string) => ask(preview, "GET", `/__tck/feeds/${path}`);
    for (const id of ["unknown", "__proto__", "..%2f..%2fsecret", "%E0%A4%A"]) {
      assertProblem(await get(`${id}/page.html`), 404, "feed.not_found");
    }
    for (
      const query of [
        "print=1",
        "print=",
        "languages=de,",
        "languages=not_a_tag",
        `languages=${"de,".repeat(100)}de`,
      ]
    ) {
      assertProblem(await get(`all-bundled/page.html?${query}`), 400, "request.malformed");
    }
  });
}

/** The cards of chats. The view, and widgets that are built, are shown in a browser. */
function testChatCards(name: string, serve: ServePreview, test: RegisterTest): void {
  test(`${name}: the card of a chat is the bundle's, with the hash of its module`, async () => {
    const bytes = await makeBundle("a", { id: "one" }, { css: "b{}" });
    await using project = await Project.create({ "dist/001_a.tckb": bytes });
    await using preview = await serve({ projectDirectory: project.path });
    const [{ id, bundleHash }] = await listBundles(preview) as [PublicBundle];
    const { body } = await ask<{ manifest: object; bundleHash: string; envelope: string }>(
      preview,
      "GET",
      `/__tck/chat/card?kind=bundle&id=${id}`,
    );
    assert.equal(body.bundleHash, bundleHash);
    const envelope = new Uint8Array(Buffer.from(body.envelope, "base64"));
    const { manifest } = await readTckb(envelope, { expectedHash: bundleHash, auditRecord: true });
    assert.deepEqual(manifest, body.manifest);
  });

  test(`${name}: a card of a chat that does not exist, or of invalid parameters, is a problem`, async () => {
    await using project = await Project.create();
    await using preview = await serve({ projectDirectory: project.path });
    const get = (query: string) => ask(preview, "GET", `/__tck/chat/card?${query}`);
    assertProblem(await get("kind=bundle&id=unknown"), 404, "bundle.not_found");
    for (const id of ["001_unknown", "__proto__", "..%2f..%2fsecret"]) {
      assertProblem(await get(`kind=live&id=${id}`), 404, "widget.not_found");
    }
    for (const query of ["", "kind=live", "id=x", "kind=file&id=x"]) {
      assertProblem(await get(query), 400, "request.malformed");
    }
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
      "/__tck/feeds/x/page.html": "GET",
      "/__tck/chat/view.html": "GET",
      "/__tck/chat/card": "GET",
      "/__tck/bundle/upload": "POST",
      "/__tck/bundle/fetch": "POST",
      "/__tck/feed-batches": "POST",
      "/__tck/feed-batches/x": "DELETE",
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
