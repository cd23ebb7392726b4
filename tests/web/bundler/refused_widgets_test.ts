import assert from "node:assert/strict";
import process from "node:process";
import { denoIsolation, type Diagnostic } from "../../../web/bundler/mod.ts";
import { DiagnosticError } from "../../../web/bundler/diagnostic.ts";
import { type ChangedPaths, RefusedWidgets } from "../../../web/bundler/refused_widgets.ts";
import { evaluateUnchecked } from "./unchecked_widget.ts";

const WIDGET = { name: "001_hello", folder: "widgets/001_hello", file: "widgets/001_hello/widget.tck.tsx" };
const OUTCOME = { name: WIDGET.name, status: "failed", hash: null, diagnostics: [] } as const;
const INPUTS = [WIDGET.file, "widgets/002_read/part.ts", "shared/words.ts", "widgets/shared.css"];

const failure = (code: string, isCertain?: boolean) =>
  new DiagnosticError([{ code, message: "" } as Diagnostic], isCertain);

function isKept(changed: ChangedPaths, error: DiagnosticError = failure("component.failed")): boolean {
  const refused = new RefusedWidgets();
  refused.remember(WIDGET, OUTCOME, error, INPUTS);
  refused.forget(changed);
  return refused.find(WIDGET) !== undefined;
}

for (
  const [path, expected] of [
    ["widgets/003_other/widget.tck.tsx", true],
    ["widgets/003_other", true],
    ["widgets/001_hello/widget.tck.tsx", false],
    ["widgets/001_hello/new.ts", false],
    ["widgets/001_hello", false],
    ["widgets/002_read/another.ts", false],
    ["widgets/lib/part.ts", false],
    ["widgets/package.json", false],
    ["widgets", false],
    ["shared/unread.ts", false],
    ["package.json", false],
  ] as const
) {
  Deno.test(`a refused widget ${expected ? "stays refused" : "is judged again"} when ${path} changes`, () => {
    assert.equal(isKept(new Set([path])), expected);
    assert.equal(isKept(new Set(["widgets/003_other/a.ts", path])), expected);
  });
}

Deno.test("a refused widget is judged again when nobody knows what has changed", () => {
  assert.equal(isKept(new Set()), true);
  assert.equal(isKept(null), false);
});

Deno.test("a widget that misses something, or whose process has ended, is judged again after any change", () => {
  for (const code of ["import.unresolved", "tailwind.missing"]) {
    assert.equal(isKept(new Set(), failure(code)), false);
  }
  assert.equal(isKept(new Set(), failure("module.timeout", false)), false);
});

for (
  const [what, source, isCertain] of [
    ["that throws", `throw new Error("no luck");`, true],
    ["that does not load in time", "for (;;);", false],
    ["that takes all memory", "const all = []; for (;;) all.push(Array(1e7).fill(0));", false],
  ] as const
) {
  Deno.test(`a module ${what} is ${isCertain ? "certainly" : "not certainly"} refused for its files`, async () => {
    await assert.rejects(
      evaluateUnchecked(denoIsolation(process.execPath, 2_500), `${source} export const manifest = {};`),
      (error) => error instanceof DiagnosticError && error.isCertain === isCertain,
    );
  });
}
