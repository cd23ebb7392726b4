import assert from "node:assert/strict";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { WidgetComponent } from "@tck/kit";
import { classifyFailure, HostError, type LoadedBundle } from "@tck/kit/host";
import { sha384Base64Url } from "../../../core/bytes/mod.ts";
import { formatKitLine } from "../../../core/contract/mod.ts";
import type { WidgetManifest } from "../../../core/manifest/mod.ts";
import { writeTckb } from "../../../core/tckb/mod.ts";
import { EnvelopeSource } from "../../../web/canvas/frame/envelope_source.ts";

const utf8 = new TextEncoder();
const manifest: WidgetManifest = { id: "hello", cardType: "feed", sizes: ["fill-auto"] };
const never = new AbortController().signal;

/** An envelope and the hash of its module. */
async function makeEnvelope(source: string, css: string | null = null) {
  const module = utf8.encode(source);
  const bytes = await writeTckb({ module, manifest, css: css === null ? null : utf8.encode(css) });
  return { hash: await sha384Base64Url(module), envelope: bytes.slice().buffer as ArrayBuffer };
}

const saying = (text: string) => `export default () => ${JSON.stringify(text)};`;

function createSource() {
  const [requested, run]: [string[], string[]] = [[], []];
  const running = {
    follow: (_hash: string, component: WidgetComponent) => component,
    followModule: (hash: string, module: string) => (run.push(hash), module),
  };
  const source = new EnvelopeSource({
    request: (hash) => void requested.push(hash),
    running,
  });
  const load = (hash: string, signal = never): Promise<LoadedBundle> => {
    const folder = `/api/widgets/v1/${hash}/`;
    return source.load({
      hash,
      manifest,
      bundleUrl: `${folder}widget.mjs`,
      cssUrl: `${folder}widget.css`,
      propertiesCssUrl: `${folder}widget.properties.css`,
    }, signal);
  };
  return { source, load, requested, run };
}

/** The failure and the message of a load. */
async function failureOf(loading: Promise<unknown>): Promise<string> {
  const error = await loading.then(() => "loaded", (error) => error);
  assert.ok(error instanceof HostError, String(error));
  return `${classifyFailure(error)}: ${error.message}`;
}

Deno.test("a bundle is its envelope's, and it is reported before its module runs", async () => {
  const { source, load, requested, run } = createSource();
  const { hash, envelope } = await makeEnvelope(
    `${formatKitLine("0.2.0")}\n${saying("hello")}`,
    "p{color:red}",
  );
  const loading = load(hash);
  await source.receive(hash, envelope);
  const { component, ...rest } = await loading;
  assert.deepEqual(rest, { css: "p{color:red}", propertiesCss: null, kitVersion: "0.2.0" });
  assert.deepEqual([requested, run], [[hash], [hash]]);
  assert.equal(renderToStaticMarkup(createElement(component)), "hello");
});

Deno.test("an invalid envelope, and what the page reports, fail the load with its reason; the next load asks again", async () => {
  const { source, load, requested, run } = createSource();
  const [one, other] = [await makeEnvelope(saying("one")), await makeEnvelope(saying("other"))];
  await source.receive(one.hash, other.envelope); // Nobody has asked for it.
  const receive = async (envelope: ArrayBuffer) => {
    const loading = load(one.hash);
    await source.receive(one.hash, envelope);
    return await failureOf(loading);
  };
  assert.match(await receive(other.envelope), /^integrity: Cannot load "\/api.*": .*bundle hash is/);
  assert.match(
    await receive(new ArrayBuffer(10)),
    /^fetch: Cannot load "\/api.*": Cannot find the end/,
  );
  const timeout = load(one.hash);
  source.fail(one.hash, "timeout", "widget.timeout");
  assert.match(await failureOf(timeout), /^timeout: Cannot load "\/api.*": widget\.timeout$/);
  assert.deepEqual([requested.length, run], [3, []]);
  const last = load(one.hash);
  await source.receive(one.hash, one.envelope);
  assert.equal(renderToStaticMarkup(createElement((await last).component)), "one");
});

Deno.test("an envelope that arrives after the deadline is dropped, and the next load has its own", async () => {
  const { source, load, requested, run } = createSource();
  const { hash, envelope } = await makeEnvelope(saying("late"));
  const deadline = new AbortController();
  void load(hash, deadline.signal);
  deadline.abort();
  await source.receive(hash, envelope.slice());
  assert.deepEqual(run, []);
  const second = load(hash);
  await source.receive(hash, envelope);
  assert.equal(renderToStaticMarkup(createElement((await second).component)), "late");
  assert.deepEqual(requested, [hash, hash]);
});

Deno.test("a module that throws, or exports no component, fails its load", async () => {
  const { source, load } = createSource();
  for (
    const [text, failure] of [
      ['throw new Error("no such city")', /^import: Cannot load .*: no such city$/],
      ["export default 7", /^import: Cannot mount widget "hello"/],
      [`${formatKitLine("99.0.0")}\nthrow new Error()`, /^import: .*needs @tck\/kit 99\.0\.0/],
    ] as const
  ) {
    const { hash, envelope } = await makeEnvelope(text);
    const loading = load(hash);
    await source.receive(hash, envelope);
    assert.match(await failureOf(loading), failure);
  }
});
