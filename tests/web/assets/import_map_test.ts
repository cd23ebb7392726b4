import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import * as esbuild from "esbuild";
import { HOST_ASSET_PREFIX, SHARED_SPECIFIERS, WIDGET_PREFIX } from "../../../core/contract/mod.ts";
import { buildHostAssets, createImportMap } from "../../../web/assets/mod.ts";

Deno.test("the map has two scopes and no top-level imports", () => {
  const map = createImportMap([]);
  assert.deepEqual(Object.keys(map).sort(), ["integrity", "scopes"]);
  assert.deepEqual(Object.keys(map.scopes), [HOST_ASSET_PREFIX, WIDGET_PREFIX]);
});

Deno.test("host modules resolve every shared specifier, widgets those that they may import", () => {
  const { scopes } = createImportMap([]);
  assert.deepEqual(
    scopes["/__tck/v1/"],
    Object.fromEntries(SHARED_SPECIFIERS.map(({ specifier, asset }) => [specifier, `/__tck/v1/${asset}`])),
  );
  assert.deepEqual(scopes["/api/widgets/v1/"], {
    "react": "/__tck/v1/react-runtime.mjs",
    "react/jsx-runtime": "/__tck/v1/react-runtime.mjs",
    "react-dom": "/__tck/v1/react-runtime.mjs",
    "@tck/kit": "/__tck/v1/tck.mjs",
  });
});

Deno.test("the map resolves to host assets, and their integrity is the SHA-384 of their bytes", async () => {
  const assets = await buildHostAssets().finally(() => esbuild.stop());
  const map = createImportMap([...assets].map(([name, { hash }]) => [name, hash] as const));
  for (const url of Object.values(map.scopes).flatMap((scope) => Object.values(scope))) {
    assert.ok(assets.has(url.slice(HOST_ASSET_PREFIX.length)), url);
  }
  assert.deepEqual(Object.keys(map.integrity), [...assets.keys()].map((name) => `/__tck/v1/${name}`));
  for (const [name, { bytes }] of assets) {
    const digest = createHash("sha384").update(bytes).digest("base64");
    assert.equal(map.integrity[`/__tck/v1/${name}`], `sha384-${digest}`);
  }
});

Deno.test("the integrity of a widget's module is the bundle hash", () => {
  const digest = createHash("sha384").update("export default 1");
  const hash = digest.copy().digest("base64url");
  assert.deepEqual(createImportMap([], [hash]).integrity, {
    [`/api/widgets/v1/${hash}/widget.mjs`]: `sha384-${digest.digest("base64")}`,
  });
});
