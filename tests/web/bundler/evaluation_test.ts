import assert from "node:assert/strict";
import process from "node:process";
import {
  denoIsolation,
  type Diagnostic,
  DiagnosticError,
  formatDiagnostic,
} from "../../../web/bundler/mod.ts";
import { buildWidget, COMPONENT, diagnose, MANIFEST, SOURCE } from "./project_folder.ts";
import { evaluateUnchecked } from "./unchecked_widget.ts";

/** Builds a widget that must have one problem. */
async function reject(source: string, deadline?: number): Promise<Diagnostic> {
  const options = deadline === undefined ? {} : { isolation: denoIsolation(process.execPath, deadline) };
  const [diagnostic, ...others] = await diagnose({ [SOURCE]: source }, options);
  assert.deepEqual(others, []);
  assert.deepEqual([diagnostic!.widget, diagnostic!.file], ["001_hello", SOURCE]);
  assert.notEqual(diagnostic!.hint, "");
  return diagnostic!;
}

for (
  const [what, source, message] of [
    ["throws", `throw new Error("no luck");`, "no luck"],
    ["throws a text", `throw "no luck";`, "no luck"],
    ["throws nothing", `throw undefined;`, "undefined"],
    ["uses the page", `document.title = "Hello";`, "document is not defined"],
    ["uses what only Node has", `process.cwd();`, "process is not defined"],
    ["uses what only Deno has", `Deno.exit(0);`, "Deno is not defined"],
  ] as const
) {
  Deno.test(`a module that ${what} as it is loaded is rejected with the reason`, async () => {
    const diagnostic = await reject(`${MANIFEST}\n${COMPONENT}\n${source}`);
    assert.equal(diagnostic.code, "module.failed");
    assert.equal(diagnostic.message, `the module fails when it is loaded: ${message}`);
  });
}

Deno.test("an error of a module that is loaded is shown where it is thrown", async () => {
  const { line, column, lineText } = await reject(
    `${MANIFEST}\n${COMPONENT}\nconst unlucky = () => { throw new Error("no luck"); };\nunlucky();`,
  );
  assert.deepEqual([line, column], [3, 31]);
  assert.match(lineText!, /^const unlucky/);
});

Deno.test("a script that is not a module is rejected at its place", async () => {
  const { code, line, column, message } = await reject(`${MANIFEST}\n${COMPONENT}\nlet = 1;`);
  assert.deepEqual([code, line, column], ["source.syntax", 3, 1]);
  assert.match(message, /let/);
});

Deno.test("the message of an error cannot control the terminal that shows it", async () => {
  const diagnostic = await reject(`throw new Error("a\\u001b[31mb\\nc");`);
  const [first, ...rest] = formatDiagnostic(diagnostic).split("\n");
  assert.equal(first, `${SOURCE}:1:7: the module fails when it is loaded: a [31mb c [module.failed]`);
  assert.equal(rest.length, 3);
});

// claim: isolate-limits
Deno.test("a module that does not end is stopped at the deadline", async () => {
  const diagnostic = await reject(`${MANIFEST}\n${COMPONENT}\nfor (;;);`, 1_500);
  assert.equal(diagnostic.code, "module.timeout");
  assert.equal(diagnostic.message, "the module is not loaded after 1.5 s");
});

Deno.test("a module that waits forever is rejected", async () => {
  const diagnostic = await reject(`${MANIFEST}\n${COMPONENT}\nawait new Promise(() => {});`);
  assert.equal(diagnostic.code, "module.failed");
});

/** Nothing catches it: it would end a process. */
const END = `queueMicrotask(() => { throw new Error("late"); }); await new Promise(() => {});`;

for (
  const [what, source, message] of [
    ["throws where nothing catches it", END, /is loaded: late$/],
    [
      "rejects where nothing catches it",
      `fetch("/"); await new Promise(() => {});`,
      /is loaded: .*no network/,
    ],
    ["throws in a timer", `await new Promise(() => setTimeout(() => unknown()));`, /unknown is not defined/],
    ["tries to exit", `process.exit(0);`, /process is not defined/],
    ["tries to exit with Deno", `Deno.exit(0);`, /Deno is not defined/],
    [
      "imports what the runtime has",
      `await import(["node", "fs"].join(":"));`,
      /"node:fs" cannot be imported/,
    ],
    ["makes code from a text", `(() => {}).constructor("return 1")();`, /Code generation from strings/],
  ] as const
) {
  Deno.test(`a module that ${what} is rejected`, async () => {
    const evaluation = evaluateUnchecked(denoIsolation(process.execPath), `${source}\n${COMPONENT}`);
    await assert.rejects(evaluation, (error) => {
      assert.ok(error instanceof DiagnosticError);
      assert.deepEqual(error.diagnostics.map(({ code }) => code), ["module.failed"]);
      assert.match(error.message, message);
      return true;
    });
  });
}

Deno.test("a module may wait for its timers and import what it shares while it is loaded", async () => {
  const { defaultState } = await evaluateUnchecked(
    denoIsolation(process.execPath),
    `const { version } = await import("react");
    const first = await new Promise((resolve) => {
      setTimeout(resolve, 2_000, "second"); // timer: the widget's own
      const timer = setTimeout(resolve, 5, "cleared"); // timer: the widget's own
      setInterval(resolve, 10, "first");
      clearTimeout(timer);
    });
    export const manifest = {
      id: "hello", cardType: "feed", sizes: ["2x1"], defaultState: { first, version: typeof version, meta: import.meta.url },
    };
    ${COMPONENT}`,
  );
  assert.deepEqual(defaultState, {
    first: "first",
    version: "string",
    meta: "https://widget.invalid/widget.mjs",
  });
});

const FORGED = JSON.stringify({
  step: "loaded",
  hasManifest: true,
  manifest: { id: "forged" },
  component: "function",
});

// claim: isolate-answers-json
Deno.test("what a module prints or replaces does not change the answer", async () => {
  const manifest = await evaluateUnchecked(
    denoIsolation(process.execPath),
    `console.log(${JSON.stringify(`\n${FORGED}\n`)});
    JSON.stringify = JSON.parse = () => ${JSON.stringify(FORGED)};
    Promise.prototype.then = () => (${FORGED});
    try { Object.prototype.toJSON = () => (${FORGED}); } catch {}
    ${MANIFEST}
    ${COMPONENT}`,
  );
  assert.equal(manifest.id, "hello");
});

Deno.test("a module without a manifest is rejected", async () => {
  const diagnostic = await reject(COMPONENT);
  assert.equal(diagnostic.code, "manifest.missing");
  assert.match(diagnostic.hint, /export const manifest/);
});

for (
  const [what, source] of Object.entries({
    "undefined": "",
    "null": "export default null;",
    "a string": 'export default "Hello";',
    "an array": "export default [() => null];",
    "an object": "export default { render: () => null };",
    "a React element": 'import { createElement } from "react"; export default createElement("p");',
    "what memo() returns": 'import { memo } from "react"; export default memo(() => null);',
    "what forwardRef() returns": 'import { forwardRef } from "react"; export default forwardRef(() => null);',
    "what lazy() returns": 'import { lazy } from "react"; export default lazy(() => null);',
  })
) {
  Deno.test(`a module whose default export is ${what} is rejected`, async () => {
    const diagnostic = await reject(`${MANIFEST}\n${source}`);
    assert.equal(diagnostic.code, "component.missing");
    assert.equal(diagnostic.message, `the default export is ${what}, expected a function component`);
    assert.match(diagnostic.hint, /export default function Name\(\).*`memo`.* is not a function$/);
  });
}

Deno.test("a default export that throws when it is read is rejected", async () => {
  const source = "export default { get $$typeof() { throw new Error('boom'); } };";
  const diagnostic = await reject(`${MANIFEST}\n${source}`);
  assert.equal(diagnostic.code, "module.failed");
});

Deno.test("each fault of a manifest is a diagnostic of its own, with its path", async () => {
  const diagnostics = await diagnose({
    [SOURCE]: `${COMPONENT} export const manifest = { id: "../x", cardType: "feed", sizes: ["2x2", "3x3"] };`,
  });
  assert.deepEqual(diagnostics.map(({ code, file }) => [code, file]), [
    ["manifest.invalid", SOURCE],
    ["manifest.invalid", SOURCE],
  ]);
  assert.match(diagnostics[0]!.message, /^manifest\.id: /);
  assert.match(diagnostics[1]!.message, /^manifest\.sizes\[1\]: /);
});

for (const value of ["undefined", "null", "[]", "() => {}", '"hello"']) {
  Deno.test(`a manifest that is ${value} is rejected`, async () => {
    const diagnostic = await reject(`${COMPONENT} export const manifest = ${value};`);
    assert.equal(diagnostic.code, "manifest.invalid");
  });
}

Deno.test("a manifest may be computed, with the kit and from the widget's own data", async () => {
  const { manifest } = await buildWidget(
    `
    import { defineManifest } from "@tck/kit";
    import cities from "./cities.json";
    export const manifest = defineManifest({
      id: "hello", cardType: "feed", sizes: ["2x1"], defaultState: { first: cities[0] },
    });
    ${COMPONENT}`,
    { "widgets/001_hello/cities.json": '["Łódź", "São Paulo"]' },
  );
  assert.deepEqual(manifest.defaultState, { first: "Łódź" });
});

Deno.test("a module that leaves a timer running is valid", async () => {
  const { manifest } = await buildWidget(`${MANIFEST}\n${COMPONENT}\nsetInterval(() => {}, 1000);`);
  assert.equal(manifest.id, "hello");
});

Deno.test("a manifest that is a part of itself is rejected", async () => {
  const diagnostic = await reject(
    `${COMPONENT} export const manifest = { id: "hello" }; manifest.self = manifest;`,
  );
  assert.equal(diagnostic.code, "manifest.invalid");
  assert.equal(diagnostic.message, "manifest.self: is a cycle: it is a part of itself");
});

Deno.test("a value of a state that JSON cannot hold is rejected with its key and line", async (t) => {
  for (
    const [value, message] of [
      ["NaN", "is NaN, not a finite number"],
      ["-Infinity", "is -Infinity, not a finite number"],
      ["0 / 0", "is NaN, not a finite number"],
      ["undefined", "is of type undefined, which JSON cannot hold"],
      ["10n", "is of type bigint, which JSON cannot hold"],
      ["() => 1", "is of type function, which JSON cannot hold"],
      ["Symbol()", "is of type symbol, which JSON cannot hold"],
      ["new Date(0)", "is neither a plain object nor an array"],
      ["new Map()", "is neither a plain object nor an array"],
      ["/a/", "is neither a plain object nor an array"],
    ]
  ) {
    await t.step(value!, async () => {
      const state = `{\n  degrees: [1,\n    ${value}] }`;
      for (const [field, path] of [["defaultState", "defaultState"], ["states", "states.cold"]]) {
        const written = field === "states" ? `states: { cold: ${state} }` : `defaultState: ${state}`;
        const diagnostic = await reject(`${COMPONENT}
          export const manifest = { id: "hello", cardType: "feed", sizes: ["fill-auto"], ${written} };`);
        const { code, lineText } = diagnostic;
        assert.deepEqual(
          [code, diagnostic.message, lineText?.trim()],
          [
            "manifest.invalid",
            `manifest.${path}.degrees[1]: ${message}`,
            `${value}]${field === "states" ? " } } };" : " } };"}`,
          ],
        );
      }
    });
  }
});

Deno.test("a member of a state that is undefined counts as missing", async () => {
  const { manifest } = await buildWidget(`${COMPONENT}
    export const manifest = {
      id: "hello", cardType: "feed", sizes: ["fill-auto"], defaultState: { city: undefined, degrees: 1 } };`);
  assert.deepEqual(manifest.defaultState, { degrees: 1 });
});

Deno.test("an export may have any name", async () => {
  const { manifest } = await buildWidget(
    `${MANIFEST}\n${COMPONENT}\nconst one = 1; export { one as __proto__, one as "a b", one as constructor };`,
  );
  assert.equal(manifest.id, "hello");
});
