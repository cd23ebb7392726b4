import assert from "node:assert/strict";
import type { CheckedModule } from "../../../web/bundler/check/mod.ts";
import { diagnose, DiagnosticError, formatDiagnostic } from "../../../web/bundler/diagnostic.ts";
import {
  DIAGNOSTIC_CODES,
  type DiagnosticCode,
  hasTrait,
  isWarning,
} from "../../../web/bundler/diagnostic_codes.ts";
import { widgetSource } from "../../../web/bundler/discover/mod.ts";
import { evaluateWidget, type IsolatePool } from "../../../web/bundler/evaluate/mod.ts";
import type { ProcessEnd } from "../../../web/bundler/processes/mod.ts";
import { mergeTypeErrors } from "../../../web/bundler/types/merge_type_errors.ts";
import { parseTypeErrors } from "../../../web/bundler/types/parse_type_errors.ts";
import {
  findRawColor,
  listDeclarations,
  listOwnTokens,
  listReadTokens,
} from "../../../web/bundler/style_rules/mod.ts";

const MANIFEST = { id: "hello", cardType: "feed", sizes: ["fill-auto"] };
const LOADED = {
  step: "loaded",
  hasManifest: true,
  hasMigrations: false,
  manifestLength: 100,
  manifest: MANIFEST,
  fault: null,
  component: "function",
};
const RENDERING = { step: "rendering", size: "2x2", state: null, locale: "en" };
const RENDERED = { step: "rendered", failures: [] };

const CHECKED: CheckedModule = {
  source: widgetSource("/project", "001_hello"),
  diagnostics: [],
  module: "",
  css: "",
  propertiesCss: "",
  map: JSON.stringify({ version: 3, sources: [], names: [], mappings: "" }),
  inputs: {},
  evaluatedCode: "code",
  manifestPlaces: null,
};

/** The codes, messages and hints of a widget whose isolate has written some lines and ended. */
async function evaluate(lines: readonly (object | string)[], end: ProcessEnd | null = null) {
  const isolates = {
    evaluate: (code: string) => {
      assert.equal(code, "code");
      const texts = lines.map((line) => typeof line === "string" ? line : JSON.stringify(line));
      return Promise.resolve({ lines: texts, end });
    },
  } as unknown as IsolatePool;
  try {
    const { manifest, warnings, notes } = await evaluateWidget(isolates, CHECKED);
    const found = warnings.map(({ code, message }) => `${code} ${message}`);
    return { manifest, found, notes: notes.map(({ message }) => message) };
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    const found = error.diagnostics.map(({ code, message }) => `${code} ${message}`);
    return { manifest: null, found, notes: [] };
  }
}

Deno.test("the languages without markup are listed by their reason, five of them, and further ones are counted", async () => {
  const missing = (count: number, reason: string) =>
    Array.from("abcdef".slice(0, count), (locale) => ({ locale, markup: null, reason, places: [] }));
  const drawn = {
    step: "drawn",
    cards: [
      ...missing(5, "it is too long"),
      { locale: "en", markup: "<p>", reason: "", places: [] },
      ...missing(6, "boom"),
    ],
  };
  const { notes } = await evaluate([LOADED, RENDERED, drawn]);
  assert.deepEqual(notes, [
    "the bundle has no markup of the card in a, b, c, d, e: it is too long",
    "the bundle has no markup of the card in a, b, c, d, e and 1 more: boom",
  ]);
});

const TIMEOUT: ProcessEnd = { cause: "timeout", reason: "after 5 s" };
const DIED: ProcessEnd = { cause: "ended", reason: "it runs out of memory" };

Deno.test("an isolate that ends, hangs or writes something else fails the step that it was in", async () => {
  const cases: [lines: (object | string)[], end: ProcessEnd | null, found: string[]][] = [
    [[LOADED, RENDERED], null, []],
    [[], TIMEOUT, ["module.timeout the module is not loaded after 5 s"]],
    [[], DIED, ["module.failed the module ends the process that loads it: it runs out of memory"]],
    [["nonsense"], null, [
      "module.failed the module ends the process that loads it: its answer is malformed",
    ]],
    [[LOADED], TIMEOUT, [
      "component.timeout the component is not rendered in every size, state and language after 5 s",
    ]],
    [[LOADED, RENDERING, { ...RENDERING, state: "many" }], TIMEOUT, [
      "component.timeout the component is not rendered in every size, state and language after 5 s; " +
      'it got to number 2: size 2x2, state "many", language en',
    ]],
    [[LOADED, RENDERING], DIED, [
      "component.failed the component ends the process that renders it: it runs out of memory; " +
      "it got to number 1: size 2x2, defaultState, language en",
    ]],
    [[LOADED], DIED, [
      "component.failed the component ends the process that renders it: it runs out of memory",
    ]],
    [[LOADED, "{}"], null, [
      "component.failed the component ends the process that renders it: its answer is malformed",
    ]],
    [[{ step: "loaded", error: { message: "no luck", places: [] } }], null, [
      "module.failed the module fails when it is loaded: no luck",
    ]],
    [[LOADED, { step: "rendered", error: { message: "no luck", places: [] } }], null, [
      "component.failed the component cannot be rendered: no luck",
    ]],
  ];
  for (const [lines, end, found] of cases) {
    const verdict = await evaluate(lines, end);
    assert.deepEqual(verdict.found, found);
    assert.equal(verdict.manifest === null, found.length > 0);
  }
});

Deno.test("faults of manifest and component are found together, and renderings only where the manifest does not matter", async () => {
  const failure = {
    message: "boom",
    places: [],
    size: "fill-auto",
    state: null,
    locale: "en",
    others: 0,
  };
  const failures = { step: "rendered", failures: [failure, { ...failure, state: "a", others: 2 }] };
  const thrown = [
    "component.failed the component throws at size fill-auto, defaultState, language en: boom",
    'component.failed the component throws at size fill-auto, state "a", language en (and in 2 more of its sizes, states and languages): boom',
  ];
  const codes = async (loaded: object) =>
    (await evaluate([{ ...LOADED, ...loaded }, failures])).found.map((text) =>
      text.split(/[ :]/).slice(0, 2).join(" ")
    );
  assert.deepEqual((await evaluate([LOADED, failures])).found, thrown);
  const throws = ["component.failed the", "component.failed the"];
  assert.deepEqual(await codes({ hasManifest: false }), ["manifest.missing the"]);
  assert.deepEqual(await codes({ component: "undefined" }), ["component.missing the"]);
  assert.deepEqual(await codes({ component: "object", hasManifest: false }), [
    "manifest.missing the",
    "component.missing the",
  ]);
  assert.deepEqual(await codes({ manifest: { ...MANIFEST, sizes: ["huge"] } }), [
    "manifest.invalid manifest.sizes[0]",
  ]);
  for (const field of ["sizes", "states", "defaultState", "languages", "slots"]) {
    assert.deepEqual(await codes({ manifest: { ...MANIFEST, [field]: 1 } }), [
      `manifest.invalid manifest.${field}`,
    ]);
  }
  assert.deepEqual(await codes({ manifest: 1 }), ["manifest.invalid manifest"]);
  assert.deepEqual(await codes({ manifest: { ...MANIFEST, id: "" } }), [
    "manifest.invalid manifest.id",
    ...throws,
  ]);
  assert.deepEqual(await codes({ hasMigrations: true }), ["forbidden.migrations migrations", ...throws]);
  assert.deepEqual(await codes({ manifest: { ...MANIFEST, schemaVersion: 2 } }), [
    "forbidden.schema_version manifest.schemaVersion",
    ...throws,
  ]);
  const warned = await evaluate([{ ...LOADED, manifest: { ...MANIFEST, titel: "x" } }, RENDERED]);
  assert.deepEqual(warned.found.map((text) => text.split(" ")[0]), ["manifest.unknown_field"]);
  assert.equal(warned.manifest?.id, "hello");
});

Deno.test("a module that lacks something is not evaluated, and styles and sizes hide no other fault", () => {
  const errors = DIAGNOSTIC_CODES.filter((code) => !isWarning({ code }));
  assert.deepEqual(errors.filter((code) => hasTrait("leavesOut")({ code })), [
    "source.syntax",
    "import.forbidden",
    "import.unresolved",
    "asset.too_large",
    "asset.svg_font",
  ]);
  assert.deepEqual(errors.filter((code) => hasTrait("keepsMarkup")({ code })), [
    "stylesheet.invalid",
    "stylesheet.root_selector",
    "stylesheet.font_face",
    "stylesheet.host_token",
    "tailwind.missing",
    "tailwind.forbidden",
    "bundle.too_large",
    "bundle.invalid",
  ]);
});

Deno.test("a diagnostic without a file names its widget or the project, and no part of it controls the terminal", () => {
  const diagnostic = {
    code: "module.failed",
    widget: "001_a",
    file: null,
    line: null,
    column: null,
    lineText: null,
    message: "a\u001b[31m\nb\u009b",
    hint: "c\td",
  } as const;
  assert.equal(formatDiagnostic(diagnostic), "001_a: a [31m b  [module.failed]\n  c d");
  assert.match(formatDiagnostic({ ...diagnostic, widget: null }), /^project: /);
  assert.match(formatDiagnostic({ ...diagnostic, code: "types.not_checked" }), /^001_a: warning: a/);
  const lineText = "x".repeat(60) + "y".repeat(60);
  const at = (column: number) =>
    formatDiagnostic({ ...diagnostic, file: "f", line: 2, column, lineText }).split("\n").slice(1, 3);
  assert.deepEqual(at(61), [`  | ${lineText.slice(0, 100)}`, `  | ${" ".repeat(60)}^`]);
  assert.deepEqual(at(62), [`  | ${lineText.slice(1, 101)}`, `  | ${" ".repeat(60)}^`]);
});

Deno.test("TypeScript's errors have their place, their innermost explanation, and are at most fifty", () => {
  const output = [
    "noise",
    "  no error to explain",
    "widgets/a (1).tsx(2,13): error TS2322: Type 'A' is not assignable to type 'B'.",
    "  The types differ.",
    "    Property 'x' is missing.",
    "error TS5083: Cannot read file 'tsconfig.json'.",
    ...Array.from({ length: 60 }, (_, index) => `b.ts(${index},1): error TS1: ${"m".repeat(600)}`),
  ].join("\r\n");
  const errors = parseTypeErrors(output);
  assert.deepEqual(errors.slice(0, 2), [
    {
      file: "widgets/a (1).tsx",
      line: 2,
      column: 13,
      code: 2322,
      message: "Type 'A' is not assignable to type 'B'. Property 'x' is missing",
    },
    { file: null, line: null, column: null, code: 5083, message: "Cannot read file 'tsconfig.json'" },
  ]);
  assert.deepEqual([errors.length, errors[2]!.message.length], [50, 500]);
});

Deno.test("declarations, colours and tokens are found where they are, and not in strings, comments, addresses and shadows", () => {
  const css = `a{COLOR:red;background:url(x;y) "a;b"}/* color:red; */@media (a:b){p{--Own:1;margin:0}}`;
  assert.deepEqual(
    listDeclarations(css).map((
      { property, value, offset },
    ) => [property, value.trim(), css.slice(offset, offset + 3)]),
    [
      ["color", "red", "red"],
      ["background", "", "url"],
      ["--Own", "1", "1;m"],
      ["margin", "0", "0}}"],
    ],
  );
  const raw = (property: string, value: string) => findRawColor(property, value)?.text ?? null;
  const cases: [property: string, value: string, found: string | null][] = [
    ["color", "#FFF", "#FFF"],
    ["color", "#12345", null],
    ["color", "#1234567", null],
    ["color", "Red", "Red"],
    ["animation", "red 1s", null],
    ["animation", "#fff", "#fff"],
    ["color", "light-dark(red, #000)", null],
    ["color", "light-dark(red, blue) green", "green"],
    ["color", "var(--x, red)", null],
    ["color", "color-mix(in srgb, red, blue)", "red"],
    ["color", "color-mix(in srgb, red, var(--x))", null],
    ["color", "rgb(1 2 3 / 50%)", "rgb(1 2 3 / 50%)"],
    ["color", "rgb(from var(--x) r g b)", null],
    ["color", "rgb(from red r g b)", "rgb(from red r g b)"],
    ["background", "linear-gradient(var(--a), tomato)", "tomato"],
    ["box-shadow", "0 0 1px #000", null],
    ["mask-image", "linear-gradient(#000, #fff)", null],
    ["fill", "currentColor", null],
  ];
  for (const [property, value, found] of cases) {
    assert.equal(raw(property, value), found, `${property}: ${value}`);
  }
  assert.deepEqual(findRawColor("color", "var(--a) red"), { text: "red", offset: 9 });
  assert.deepEqual(listReadTokens("calc(var(--a) + VAR( --b ) + var(--c, 1px))"), [
    { text: "--a", offset: 9 },
    { text: "--b", offset: 21 },
  ]);
  const own = listOwnTokens("p{--a:1;color:var(--b)}", "@property --c {}", `style={{"--d": 1}} x--e: y`);
  assert.deepEqual([...own].sort(), ["--a", "--c", "--d"]);
});

Deno.test("a type error comes before the failure of its component, and after what the sources themselves break", () => {
  const source = widgetSource("/project", "001_hello");
  const at = (code: DiagnosticCode, line: number) =>
    diagnose(code, source, code, "", { file: source.file, line, column: 1, lineText: "" });
  const found = [at("component.failed", 9), at("forbidden.storage", 3), at("component.timeout", 8)];
  assert.deepEqual(
    mergeTypeErrors(found, [at("types.error", 5), at("types.error", 4)]).map((
      { code, line },
    ) => [code, line]),
    [
      ["forbidden.storage", 3],
      ["types.error", 5],
      ["types.error", 4],
      ["component.failed", 9],
      ["component.timeout", 8],
    ],
  );
});
