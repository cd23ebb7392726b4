import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { buildRegexAttacks } from "../packages/mod.ts";
import { findEndless } from "./regex_process.ts";
import { listRegexes, type SourceRegex } from "./regexes.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** How often the worst case of an expression is repeated. */
const REPEATS = 100_000;

/** Expressions whose texts come from whom the threat model trusts. */
const TRUSTED: readonly (readonly [file: RegExp, source: string, reason: string])[] = [
  [/^web\/assets\/host_assets\.ts$/, "data-theme=dark", "the host's own stylesheet, when it is built"],
  [/^web\/service-worker\/page_cache\.ts$/, "canvas-paint", "the application's own pages"],
  [/^hosts\/packaging\//, "", "this tree's own sources, when it is packed"],
  [
    /^hosts\/postgres\/migrations\/migrate_schema\.ts$/,
    "previously executed migration",
    "the message of the migrator, with names of migrations",
  ],
];

/** Expressions whose texts are cut before, with the longest text in UTF-16 units. */
const LIMITED: readonly (readonly [file: string, source: string, limit: number])[] = [
  ["core/tckb/stylesheet_line.ts", "tckb\\s[^]{0,200}?", 4_096], // SEARCHED_BYTES
  ["preview/server/snapshot/camera/shot_page.ts", "\\s*\\n\\s*", 2_000], // MAX_MESSAGE
  ["preview/server/vite/live/live_sources.ts", "(https?:\\/\\/\\S+?)", 2_000], // MAX_FRAME
  ["preview/shell/state/compile_fault.ts", "─\\[ .*", 4_000],
  ["preview/shell/shots/measure/value.ts", "\\p{L}", 18], // MAX_VALUE_LENGTH
];

/** Expressions that this project once had, of which each hangs on some text. */
const FORMER: readonly (readonly [source: string, flags: string])[] = [
  ["\\s*\\n\\s*", "g"],
  ["^Bearer +(.+)$", "i"],
  ["([a-z][a-z0-9+.-]*:\\/\\/)[^\\s/@\"']+@", "gi"],
  ["\\beyJ[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]*", "g"],
  ["\\/\\*[\\s\\S]*?\\*\\/", "g"],
  ['<html[^>]* data-theme="(light|dark)"', ""],
  ['"tck-[a-z]+:([^"?]*)[^"]*"', ""],
  ["\\burl\\(\\s*([\"']?)(?![/#]|[a-z][a-z0-9+.-]*:)([^\"')]+?)\\1\\s*\\)", "gi"],
  ["@apply[^;}]*\\bdark:|@variant\\s+dark\\b", ""],
  ["\\bvar\\(\\s*(--[-\\w\\u0080-\\uFFFF]+)\\s*\\)", "gi"],
  ["^\\s+at .*widget\\.mjs:(\\d+):(\\d+)\\)?$", "m"],
  ["\\/+$", ""],
  ["url\\(\\s*([\"']?)(\\/@fs\\/[^\"')]+)\\1\\s*\\)", "g"],
];

const isTrusted = ({ file, source }: SourceRegex) =>
  TRUSTED.some(([files, part]) => files.test(file) && source.includes(part));
const limitOf = ({ file, source }: SourceRegex) =>
  LIMITED.find(([name, part]) => name === file && source.includes(part))?.[2] ?? null;

// claim: no-slow-regex
Deno.test("no regular expression hangs on 100,000 repeats of what it matches worst, or on the longest text that it gets", async () => {
  const all = await listRegexes(ROOT, ["core", "hosts", "web", "preview", "terminal"]);
  await esbuild.stop();
  assert.ok(all.length > 300, `${all.length} expressions were found`);
  for (const [files, part] of TRUSTED) {
    assert.ok(all.some(({ file, source }) => files.test(file) && source.includes(part)), `${files} ${part}`);
  }
  for (const [name, part] of LIMITED) {
    assert.ok(all.some(({ file, source }) => file === name && source.includes(part)), `${name} ${part}`);
  }
  const regexes = all.filter((regex) => !isTrusted(regex));
  const attacks = await buildRegexAttacks(regexes);
  const endless = await findEndless(
    regexes.map((regex, index) => ({
      source: regex.source,
      flags: regex.flags,
      attacks: attacks[index]!,
      repeats: REPEATS,
      limit: limitOf(regex),
    })),
  );
  assert.deepEqual(endless.map(({ index, attack }) => ({ ...regexes[index], attack })), []);
});

Deno.test("each expression that hung once is found by the attacks", async () => {
  const regexes = FORMER.map(([source, flags]) => ({ source, flags }));
  const attacks = await buildRegexAttacks(regexes);
  const attacked = regexes.map((regex, index) => ({
    ...regex,
    attacks: attacks[index]!,
    repeats: REPEATS,
    limit: null,
  }));
  const endless = await findEndless(attacked, 500);
  assert.deepEqual(endless.map(({ index }) => regexes[index]!.source), regexes.map(({ source }) => source));
});
