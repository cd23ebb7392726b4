import assert from "node:assert/strict";
import * as esbuild from "esbuild";
import { findForbidden } from "../../../web/bundler/check/forbidden.ts";
import { ModuleTree } from "../../../web/bundler/check/module_tree.ts";
import { widgetSource } from "../../../web/bundler/discover/mod.ts";
import type { Diagnostic } from "../../../web/bundler/mod.ts";
import { buildWidget, COMPONENT, diagnose, MANIFEST, SOURCE, WIDGET } from "./project_folder.ts";

Deno.test.afterAll(() => esbuild.stop());

/** Finds what is forbidden in a module as esbuild prints it, minified or not. */
async function find(source: string, minify: boolean): Promise<Diagnostic[]> {
  const { code, map } = await esbuild.transform(source, {
    minify,
    format: "esm",
    target: "es2022",
    sourcemap: "external",
    sourcefile: `../${SOURCE}`,
  });
  return findForbidden(new ModuleTree({ source: widgetSource("/", "001_hello"), module: code, map }), [
    "react",
  ]);
}

/** Finds the codes, which are the same before and after minification. */
async function findCodes(source: string): Promise<string[]> {
  const [plain, minified] = [await find(source, false), await find(source, true)];
  const codes = plain.map(({ code }) => code);
  assert.deepEqual(minified.map(({ code }) => code), codes, "minified");
  return codes;
}

const REJECTED: { readonly [code: string]: readonly string[] } = {
  "forbidden.storage": [
    `localStorage.setItem("a", "b")`,
    `x(sessionStorage)`,
    `x(indexedDB?.open("a"))`,
    `x(window.localStorage)`,
    `x(window?.["localStorage"])`,
    `x(self.sessionStorage)`,
    `x(globalThis.indexedDB)`,
    `x(window.window.self.localStorage)`,
    `x(top.localStorage, 1)`,
    `x(document.defaultView.localStorage)`,
    `const { localStorage: kept } = window; x(kept)`,
    `const { ["localStorage"]: kept } = window; x(kept)`,
    `const { self: { localStorage: kept } } = window; x(kept)`,
    `let kept; ({ localStorage: kept } = globalThis); x(kept)`,
    `const page = window; x(page.localStorage)`,
    `let page; page = globalThis; x(page.localStorage)`,
    `const page = window, other = page; x(other.localStorage)`,
    `let a = x(), b = a; a = b; a = window; x(b.localStorage)`,
    `const page = typeof window === "undefined" ? globalThis : window; x(page.localStorage)`,
    `x((self || globalThis).localStorage)`,
    `const page = y ? document : window; x(page.localStorage)`,
    `x(((page) => page.localStorage)(window))`,
    `export function read(page = window) { return page.localStorage }`,
    `export function read({ localStorage } = window) { return localStorage }`,
    `x(Reflect.get(window, "localStorage"))`,
    `x(Function("return this")().localStorage)`,
    `const { document: { defaultView } } = window; x(defaultView.localStorage)`,
  ],
  "forbidden.cookie": [
    `document.cookie = "a=b"`,
    `x(window.document["cookie"])`,
    `const { cookie } = document; x(cookie)`,
    `const page = document; x(page?.cookie)`,
    `x(cookieStore)`,
  ],
  "forbidden.broadcast_channel": [`x(new BroadcastChannel("a"))`, `x(new window.BroadcastChannel("a"))`],
  "forbidden.persistence_hook": [
    `import { usePersistState } from "@tck/kit"; x(usePersistState())`,
    `import { useFieldState as useField } from "@tck/kit"; x(useField())`,
    `import * as kit from "@tck/kit"; x(kit.useFieldState())`,
    `import * as kit from "@tck/kit"; const { useFieldState } = kit; x(useFieldState())`,
  ],
  "forbidden.dynamic_code": [
    `x(eval("1"))`,
    `x((0, eval)("1"))`,
    `x(window.eval("1"))`,
    `x(new Function("return 1")())`,
    `x(Function("a", "return this"))`,
    `const Make = Function; x(new Make("return 1"))`,
    `x(new globalThis.Function("return 1"))`,
    `x(Function.apply(null, ["return 1"]))`,
    `x(Function.bind(null, "return 1")())`,
    `x(Function.call(null, "return 1"))`,
    `x((() => 1).constructor("return 1"))`,
    `x([].constructor.constructor("return 1"))`,
    `export const load = (path) => import(path)`,
    `const path = "./part.ts"; export const load = () => import(path)`,
    `export const load = () => { const path = "https://a.example/a.mjs"; return import(path) }`,
    `const name = "part"; export const load = () => import(name).catch(() => 1)`,
    `setTimeout("x()", 1)`,
    `setTimeout("run" + x, 1)`,
    `setInterval(x + "()", 1)`,
    `window.setInterval("x" + "()", 1)`,
    `const later = setTimeout; later(\`x(\${y})\`, 1)`,
    `x(new Worker("/a.js"))`,
    `x(new window.SharedWorker("/a.js"))`,
  ],
  "forbidden.computed_global": [
    `x(window[name])`,
    `x(globalThis?.[["local", "Storage"].join("")])`,
    `const { [y]: z } = self; x(z)`,
    `x(document[y])`,
    `x(Reflect.get(globalThis, y))`,
    `const page = window; x(page[y])`,
    `export function read(key = "innerWidth") { return window[key] }`,
  ],
};

for (const [code, sources] of Object.entries(REJECTED)) {
  for (const source of sources) {
    Deno.test(`${code}: ${source}`, async () => assert.deepEqual(await findCodes(source), [code]));
  }
}

Deno.test("a constant name of a global property that is put together is rejected", async () => {
  const source = `x(globalThis["local" + "Storage"]); const key = "session" + "Storage"; x(window[key])`;
  assert.deepEqual(await findCodes(source), ["forbidden.storage", "forbidden.storage"]);
});

Deno.test("a constant name is known wherever it is used", async () => {
  const source = `const key = "session" + "Storage"; x(window[key]); x(self[key]); x(globalThis["" + key])`;
  assert.deepEqual(await findCodes(source), Array(3).fill("forbidden.storage"));
  const allowed = `const key = "inner" + "Width"; x(window[key], self[key])`;
  assert.deepEqual(await findCodes(allowed), []);
});

for (
  const source of [
    `export function read(localStorage) { return localStorage.getItem("a") }`,
    `const sessionStorage = new Map(); x(sessionStorage.get("a"))`,
    `class Worker {} x(new Worker("a"))`,
    `export const a = { localStorage: 1, cookie: 2 }; x(a.localStorage, a.cookie, a[y])`,
    `export function read(document) { return document.cookie }`,
    `export function read(window) { return window[y] }`,
    `const { localStorage } = x(); x(localStorage)`,
    `export const has = typeof localStorage !== "undefined" && typeof window.indexedDB`,
    `x(y instanceof Function, Function.prototype.toString, x.constructor.name)`,
    `const root = typeof self == "object" && self || Function("return this")(); x(root.Symbol)`,
    `setTimeout(() => x(), 1); setInterval(x, 1); const later = () => x(); setTimeout(later)`,
    `export const load = () => import("react")`,
    `x(window.innerWidth, document.createElement("p"), globalThis["inner" + "Height"], window[0])`,
    `const usePersistState = () => 1; x(usePersistState())`,
    `x("localStorage", /localStorage/); localStorage: for (;;) break localStorage`,
    `x(fetch("/a"), new WebSocket("wss://a.example"), navigator.language)`,
    `x(import.meta.url)`,
  ]
) {
  Deno.test(`nothing is forbidden: ${source}`, async () => assert.deepEqual(await findCodes(source), []));
}

/** Each of 60 variables is the one before it, or that; each of ten is every other. */
const INTERWOVEN = [
  "export const a0 = globalThis.y;",
  ...numbers(60).map((n) => `export const a${n + 1} = a${n} || a${n};`),
  `export let ${numbers(10).map((n) => `b${n}`)};`,
  ...numbers(10).map((n) => `b${n} = ${numbers(10).map((other) => `b${other}`).join(" || ")};`),
].join("\n");

// With ReferenceTracker of eslint-utils the second takes 2 ** 60 steps (decision 022).
Deno.test("variables that are assigned to each other again and again are checked within the deadline", async () => {
  const use = `${WIDGET} import * as parts from "./parts.ts"; export const all = () => Object.keys(parts);`;
  const parts = "widgets/001_hello/parts.ts";
  await buildWidget(use, {
    [parts]: `${INTERWOVEN} export const kept = () => [a60.localStorage, b0.cookie];`,
  });
  const page = INTERWOVEN.replace("globalThis.y", "globalThis");
  const found = await diagnose({
    [SOURCE]: use,
    [parts]: `${page} export const kept = () => a60.localStorage;`,
  });
  assert.deepEqual(found.map(({ code }) => code), ["forbidden.storage"]);
});

// getStaticValue of eslint-utils makes such texts, and with padEnd a gigabyte of a short one (decision 022).
Deno.test("a name that grows with each variable is not put together", async () => {
  const lines = numbers(12).map((n) => `const a${n + 1} = \`${`\${a${n}}`.repeat(50)}\`;`);
  const source = `let a0 = "localStorage"; x(window[a0]); ${lines.join(" ")} x(window[a12])`;
  assert.deepEqual(await findCodes(source), ["forbidden.storage", "forbidden.computed_global"]);
});

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, number) => number);
}

Deno.test("everything that is forbidden is found at once, each at its place in its own file", async () => {
  const found = await diagnose({
    [SOURCE]: `import { keep } from "./part.ts";\nimport { remember } from "part";\n${MANIFEST}
      export default function Hello() {
        const [visits] = [Number(window.localStorage.getItem("visits"))];
        return <p onClick={() => { keep(visits); remember(document.cookie); }}>{visits}</p>;
      }`,
    "widgets/001_hello/part.ts":
      `// Keeps.\nexport const keep = (value: number) =>\n  sessionStorage.setItem("a", String(value));`,
    "node_modules/part/index.js": `export function remember(text) { indexedDB.open(text) }`,
  });
  assert.deepEqual(
    found.map(({ code, file, line, column }) => [code, file, line, column]).sort(),
    [
      ["forbidden.cookie", SOURCE, 6, 68],
      ["forbidden.storage", "node_modules/part/index.js", 1, 34],
      ["forbidden.storage", "widgets/001_hello/part.ts", 3, 3],
      ["forbidden.storage", SOURCE, 5, 41],
    ],
  );
  for (const { file, lineText, column, hint, widget } of found) {
    assert.match(lineText!.slice(column! - 1), /^(localStorage|cookie|sessionStorage|indexedDB)/);
    assert.equal(widget, "001_hello");
    const isPackage = file === "node_modules/part/index.js";
    assert.match(hint, isPackage ? /^This is code of the package "part": / : /^A widget keeps nothing/);
  }
});

Deno.test("require of a computed path is rejected in the author's own code, since it fails in the page", async () => {
  const use = `import { load, part } from "part"; ${MANIFEST}
    const own = (path: string) => require(path);
    export default function Hello() { return <p onClick={() => [own(part), load(part)]}>{part}</p>; }`;
  const found = await diagnose({
    [SOURCE]: use,
    "node_modules/part/index.js":
      `export const part = "a"; export const load = (path) => { try { return require(path) } catch {} }`,
  });
  assert.deepEqual(found.map(({ code, file, line, column, hint }) => [code, file, line, column, hint]), [
    [
      "forbidden.dynamic_code",
      SOURCE,
      2,
      35,
      "Import the file by a literal path, so that it is in the bundle",
    ],
  ]);
});

Deno.test("a package that uses storage is allowed as long as the widget does not use that part", async () => {
  await buildWidget(
    `import { show } from "part"; ${MANIFEST}
    export default function Hello() { return <p>{show}</p>; }`,
    {
      "node_modules/part/package.json": `{ "name": "part", "sideEffects": false, "main": "index.js" }`,
      "node_modules/part/index.js": `export const show = 1; export const keep = () => localStorage.clear();`,
    },
  );
});

Deno.test("a module that exports migrations is rejected, and a manifest that has them at their place", async () => {
  const [exported] = await diagnose({ [SOURCE]: `${WIDGET} export const migrations = {};` });
  assert.equal(exported!.code, "forbidden.migrations");
  const [declared] = await diagnose({
    [SOURCE]: `${COMPONENT}\n${MANIFEST.replace("cardType", "migrations: [], cardType")}`,
  });
  assert.deepEqual([declared!.code, declared!.line, declared!.column], ["forbidden.migrations", 2, 40]);
});

Deno.test("a manifest whose schema version is another than 1 is rejected at its place", async () => {
  const [diagnostic, ...others] = await diagnose({
    [SOURCE]: `${COMPONENT}\n${MANIFEST.replace("cardType", "schemaVersion: 2, cardType")}`,
  });
  assert.deepEqual(others, []);
  const { code, line, column } = diagnostic!;
  assert.deepEqual([code, line, column], ["forbidden.schema_version", 2, 40]);
});
