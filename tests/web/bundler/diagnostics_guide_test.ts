import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { LIMITS } from "../../../core/contract/mod.ts";
import { DIAGNOSTIC_CODES } from "../../../web/bundler/mod.ts";
import { COMPONENT } from "./project_folder.ts";
import { evaluateUnchecked, isolations } from "./unchecked_widget.ts";

const guide = await readFile(new URL("../../../docs/diagnostics.md", import.meta.url), "utf8");

Deno.test("the guide to diagnostics explains every diagnostic code, in the code's order", () => {
  const [section] = guide.split("\n## Reading a diagnostic\n")[1]!.split("\n## ");
  const explained = Array.from(section!.matchAll(/^\| `([a-z]+\.[a-z_]+)` +\|/gm), ([, code]) => code);
  assert.deepEqual(explained, [...DIAGNOSTIC_CODES]);
});

Deno.test("the guide to diagnostics states the limits that the bundler has", () => {
  assert.deepEqual([LIMITS.assetBytes, LIMITS.widgetBytes], [256 * 1024, 1024 * 1024]);
  assert.match(guide, /at most 256 KiB\s+each/);
  assert.match(guide, /at most 1\s+MiB/);
});

const agentsGuide = await readFile(
  new URL("../../../web/scaffold/template/AGENTS.md", import.meta.url),
  "utf8",
);

/** The names in a guide's sentence that begins so. */
function namesAfter(text: string, beginning: string): string[] {
  const [, sentence] = text.split(beginning);
  assert.ok(sentence, beginning);
  return Array.from(sentence.split(/\.(?:\s|$)/)[0]!.matchAll(/`(\w+)`/g), ([, name]) => name!);
}

const [present, missing] = [namesAfter(guide, "- There: "), namesAfter(guide, "- Not there: ")];

for (const [runtime, isolation] of await isolations()) {
  Deno.test(`a module that is loaded on ${runtime} finds the globals that the guides list, and none of those that they exclude`, async () => {
    const absent = [...missing, ...namesAfter(agentsGuide, "Not there: ")];
    assert.ok(present.length > 15 && absent.length > 30);
    const { defaultState } = await evaluateUnchecked(
      isolation,
      `const isThere = (name) => name in globalThis;
      const defaultState = {
        present: ${JSON.stringify(present)}.filter(isThere),
        absent: ${JSON.stringify(absent)}.filter((name) => !isThere(name)),
        fetched: await fetch("https://a.example/").catch(({ message }) => message),
        crypto: Object.keys(crypto),
        fired: await new Promise((resolve) => setTimeout(resolve, 1, true)), // timer: the widget's own
      };
      export const manifest = { id: "hello", cardType: "feed", sizes: ["2x2"], defaultState };
      ${COMPONENT}`,
    );
    assert.deepEqual(defaultState, {
      present,
      absent,
      fetched: "fetch failed: there is no network while a widget is checked",
      crypto: ["getRandomValues", "randomUUID"],
      fired: true,
    });
  });
}
