import assert from "node:assert/strict";
import type { FunctionComponent } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createElement } from "react";
import { writeTckb } from "../../../core/tckb/mod.ts";
import { sha384Base64Url } from "../../../core/bytes/mod.ts";
import { FrameBundles } from "../../../web/canvas/frame/frame_bundles.ts";

const utf8 = new TextEncoder();

/** An envelope and the hash of its module. */
async function makeEnvelope(text: string, css: string | null = "p{color:red}") {
  const module = utf8.encode(`export default () => ${JSON.stringify(text)};`);
  const manifest = { id: "hello", cardType: "feed", sizes: ["fill-auto"] };
  const bytes = await writeTckb({
    module,
    manifest,
    css: css === null ? null : utf8.encode(css),
    propertiesCss: null,
  });
  return { hash: await sha384Base64Url(module), envelope: bytes.slice().buffer as ArrayBuffer };
}

function createBundles() {
  const [requested, run]: [string[], string[]] = [[], []];
  const bundles = new FrameBundles({
    request: (hash) => void requested.push(hash),
    onRun: (hash) => void run.push(hash),
  });
  return {
    bundles,
    requested,
    run,
    urlOf: (hash: string, name: string) => `/api/widgets/v1/${hash}/${name}`,
  };
}

Deno.test("a bundle is asked for once, its files are served, and its component reports when it is about to run", async () => {
  const { bundles, requested, run, urlOf } = createBundles();
  const { hash, envelope } = await makeEnvelope("hello");
  const module = bundles.fetch(urlOf(hash, "widget.mjs"));
  const css = bundles.fetch(urlOf(hash, "widget.css"));
  const missing = bundles.fetch(urlOf(hash, "widget.properties.css"));
  const loading = bundles.importModule(urlOf(hash, "widget.mjs"));
  await bundles.receive(hash, envelope);
  assert.deepEqual(requested, [hash]);
  assert.deepEqual([(await module).status, await (await css).text(), (await missing).status], [
    200,
    "p{color:red}",
    404,
  ]);
  const { default: component } = await loading as { default: FunctionComponent };
  assert.deepEqual(run, [hash]);
  assert.equal(renderToStaticMarkup(createElement(component)), "hello");
  assert.deepEqual([run, requested], [[hash, hash], [hash]]);
});

Deno.test("an envelope of another bundle or of none fails the loads with its code, and the next load asks again", async () => {
  const { bundles, requested, run, urlOf } = createBundles();
  const [one, other] = [await makeEnvelope("one"), await makeEnvelope("other")];
  await bundles.receive(one.hash, other.envelope); // Nobody has asked for it.
  const codeOf = async (envelope: ArrayBuffer | string): Promise<[number, string | null, string]> => {
    const loading = bundles.fetch(urlOf(one.hash, "widget.mjs"));
    if (typeof envelope === "string") bundles.fail(one.hash, envelope);
    else await bundles.receive(one.hash, envelope);
    const response = await loading;
    return [response.status, response.headers.get("content-type"), (await response.json()).code];
  };
  const problem = "application/problem+json";
  assert.deepEqual(await codeOf(other.envelope), [502, problem, "bundle.hash_mismatch"]);
  assert.deepEqual(await codeOf(new ArrayBuffer(10)), [502, problem, "bundle.malformed"]);
  assert.deepEqual(await codeOf("widget.timeout"), [502, problem, "widget.timeout"]);
  const module = bundles.importModule(urlOf(one.hash, "widget.mjs"));
  const rejected = assert.rejects(() => module, /widget\.timeout/);
  bundles.fail(one.hash, "widget.timeout");
  await rejected;
  assert.deepEqual([requested.length, run], [4, []]);
  const last = bundles.fetch(urlOf(one.hash, "widget.mjs"));
  await bundles.receive(one.hash, one.envelope);
  assert.equal((await last).status, 200);
});

Deno.test("only the files of a bundle are loaded", async () => {
  const { bundles, requested, urlOf } = createBundles();
  const hash = "A".repeat(64);
  for (
    const url of [
      urlOf(hash, "toString"),
      urlOf(hash, "bundle.tckb"),
      urlOf(hash, ""),
      `/api/other/${hash}/widget.mjs`,
    ]
  ) {
    await assert.rejects(() => bundles.fetch(url), /is not a file of a bundle/);
    await assert.rejects(() => bundles.importModule(url), /is not a file of a bundle/);
  }
  assert.deepEqual(requested, []);
});
