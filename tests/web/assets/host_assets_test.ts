import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import * as esbuild from "esbuild";
import { HOST_ASSET_PREFIX, isHostToken, SHARED_SPECIFIERS } from "../../../core/contract/mod.ts";
import { importedSpecifiers } from "../bundler/imported_specifiers.ts";
import { openHostAssets } from "../host_assets.ts";
import { readHostAssetsDocument } from "../../../web/assets/import_map/mod.ts";
import {
  buildHostAssets,
  createImportMap,
  type HostAssets,
  INLINE_ASSETS,
  toHostAssetsDocument,
} from "../../../web/assets/mod.ts";

const MODULES = [
  "react-runtime.mjs",
  "tck.mjs",
  "tck-host.mjs",
  "tck-host-mount.mjs",
  "boot.mjs",
  "boot-feed.mjs",
  "boot-frame.mjs",
  "boot-page.mjs",
  "bootstrap-feed.mjs",
  "embed.mjs",
  "mount-feed.mjs",
  "mount-open.mjs",
  "mount-sealed.mjs",
];
const WORKERS = ["service-worker.js", "service-worker-off.js"];
const ICONS = ["icon.svg", "icon-192.png", "icon-512.png"];
const STYLES = ["style.css", "canvas.css", "page.css"];

const TYPES: { readonly [ending: string]: string } = {
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
};

async function withAssets(run: (assets: HostAssets) => Promise<void> | void): Promise<void> {
  try {
    await run(await openHostAssets());
  } finally {
    await esbuild.stop();
  }
}

function text(assets: HostAssets, name: string): string {
  return new TextDecoder().decode(assets.get(name)!.bytes);
}

// claim: styles-no-host-tokens
Deno.test("every custom property of the host's own styles is one that a widget cannot register", async () => {
  await withAssets((assets) => {
    const texts = [...assets.keys()].filter((name) => /\.(?:css|js|mjs)$/.test(name)).map((name) =>
      text(assets, name)
    );
    const names = new Set(
      texts.flatMap((each) => each.match(/(?<=var\()--[\w-]+|(?<=[;{\s])--[\w-]+(?=:)/g) ?? []),
    );
    assert.ok(names.size > 80, `${names.size} names`);
    assert.deepEqual([...names].filter((name) => !isHostToken(name)), []);
    assert.ok(!isHostToken("--my-color-text") && !isHostToken("--colorful") && !isHostToken("color-text"));
  });
});

// claim: chat-frame-sealed
// claim: file-no-windows
Deno.test("every script is strict code: V8 gives a widget the functions of other code that throws", async () => {
  await withAssets((assets) => {
    const scripts = [...INLINE_ASSETS, ...WORKERS, "frame-loader.js"].filter((name) => name.endsWith(".js"));
    assert.ok(scripts.length > 5, scripts.join());
    assert.deepEqual(scripts.filter((name) => !/^(["'`])use strict\1;/.test(text(assets, name))), []);
  });
});

Deno.test("the host assets are the same files with the same bytes each time", async () => {
  await withAssets(async (assets) => {
    assert.deepEqual(await buildHostAssets(), assets);
    assert.deepEqual(
      [...assets.keys()].sort(),
      [...MODULES, ...WORKERS, ...STYLES, ...ICONS, ...INLINE_ASSETS, "frame-loader.js"].sort(),
    );
    for (const [name, { bytes, contentType, hash }] of assets) {
      const type = TYPES[name.slice(name.lastIndexOf("."))] ?? "application/javascript; charset=utf-8";
      assert.equal(contentType, type, name);
      assert.ok(bytes.byteLength > 0, name);
      assert.equal(hash, createHash("sha384").update(bytes).digest("base64url"), name);
    }
  });
});

Deno.test("a document of the host assets has their bytes, of pictures too", async () => {
  await withAssets((assets) => {
    const document = JSON.parse(JSON.stringify(toHostAssetsDocument(assets)));
    assert.deepEqual(readHostAssetsDocument(document), assets);
  });
});

Deno.test("host modules import only shared modules, by their bare specifiers", async () => {
  await withAssets(async (assets) => {
    const imports: { [name: string]: string[] } = {};
    for (const name of MODULES) imports[name] = await importedSpecifiers(assets.get(name)!.bytes);
    for (const name of MODULES.filter((name) => !["bootstrap-feed.mjs", "mount-feed.mjs"].includes(name))) {
      const foreign = SHARED_SPECIFIERS.filter(({ asset }) => asset !== name).map(({ specifier }) =>
        specifier
      );
      assert.deepEqual(imports[name]!.filter((specifier) => !foreign.includes(specifier)), [], name);
    }
    assert.deepEqual(imports["react-runtime.mjs"], []);
    for (const name of ["boot.mjs", "boot-feed.mjs", "boot-frame.mjs"]) {
      assert.ok(imports[name]!.some((specifier) => specifier.startsWith("@tck/kit/")), name);
    }
    // The page of a sealed canvas loads neither React nor the kit.
    // Loaded when a click is to be checked against the manifest of its card.
    assert.deepEqual(imports["boot-page.mjs"], ["@tck/kit/host"]);
    // It runs before the import map exists, so bare specifiers could not be resolved.
    assert.deepEqual(imports["bootstrap-feed.mjs"], []);
    assert.deepEqual([imports["mount-feed.mjs"], imports["mount-sealed.mjs"]], [[], []]);
    assert.ok(text(assets, "bootstrap-feed.mjs").includes(`${HOST_ASSET_PREFIX}boot-feed.mjs`));
  });
});

Deno.test("a host module imports each shared module once, and nothing of React that it does not use", async () => {
  await withAssets((assets) => {
    for (const name of MODULES) {
      const statements = [...text(assets, name).matchAll(/import\s*\{([^}]*)\}\s*from\s*"([^"]*)"/g)];
      const sources = statements.map(([, , source]) => source!);
      assert.deepEqual(sources.filter((source, index) => sources.indexOf(source) !== index), [], name);
      assert.ok(statements.every(([, names]) => !names!.includes("__CLIENT_INTERNALS")), name);
    }
  });
});

Deno.test("React is in exactly one asset, and so is the kit's context", async () => {
  await withAssets((assets) => {
    const once = {
      "react-runtime.mjs": /\.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE=/g,
      "tck.mjs": /<WidgetContextProvider>/g,
    };
    for (const [owner, pattern] of Object.entries(once)) {
      for (const name of MODULES) {
        const count = text(assets, name).match(pattern)?.length ?? 0;
        assert.equal(count, name === owner ? 1 : 0, `${owner} in ${name}`);
      }
    }
  });
});

Deno.test("the React runtime exports every name of the production builds, and its default holds them all", async () => {
  await withAssets(async (assets) => {
    const { default: all, ...named } = await importBytes(assets.get("react-runtime.mjs")!.bytes);
    assert.deepEqual(Object.keys(named).sort(), productionNames());
    assert.deepEqual({ ...all as object }, named);
    for (const name of ["useState", "jsx", "createPortal", "createRoot"]) {
      assert.equal(typeof named[name], "function", name);
    }
    const { jsx, isValidElement } = named as typeof import("react") & typeof import("react/jsx-runtime");
    assert.ok(isValidElement(jsx("p", { children: "hello" })));
  });
});

async function importBytes(bytes: Uint8Array): Promise<{ [name: string]: unknown }> {
  const folder = await mkdtemp(join(tmpdir(), "tck-assets-"));
  try {
    await writeFile(join(folder, "module.mjs"), bytes);
    return await import(pathToFileURL(join(folder, "module.mjs")).href);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The names of React's modules as React itself chooses its builds in production. */
function productionNames(): string[] {
  const require = createRequire(import.meta.url);
  const builds = {
    "react": ["react.production.js", "react-jsx-runtime.production.js"],
    "react-dom": ["react-dom.production.js", "react-dom-client.production.js"],
  };
  const names = Object.entries(builds).flatMap(([name, files]) =>
    files.flatMap((file) => Object.keys(require(join(dirname(require.resolve(name)), "cjs", file))))
  );
  return [...new Set(names)].sort();
}

Deno.test("what adds the import map contains it, with the integrity of all other host modules", async () => {
  await withAssets((assets) => {
    const carriers = ["bootstrap-feed.mjs", "mount-feed.mjs"];
    const { scopes } = createImportMap([]);
    for (const carrier of carriers.map((name) => text(assets, name))) {
      for (const url of new Set(Object.values(scopes).flatMap((scope) => Object.values(scope)))) {
        assert.ok(carrier.includes(url), url);
      }
      for (const name of MODULES.filter((name) => !carriers.includes(name))) {
        const integrity = createHash("sha384").update(assets.get(name)!.bytes).digest("base64");
        assert.ok(carrier.includes(`sha384-${integrity}`), name);
      }
      assert.doesNotMatch(carrier, /__TCK_IMPORT_MAP__/);
    }
  });
});
