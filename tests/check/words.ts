// deno-lint-ignore-file no-console -- a program that prints its result
/**
 * The words that docs/style.md rules out, as one step of `deno task check`: in sources, tests and documents.
 *
 * @module
 */
import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** A word that is out, at its place. */
export interface WordFault {
  /** The file, relative to the project. */
  file: string;
  /** One-based. */
  line: number;
  /** The word as it is written there. */
  word: string;
  /** What to write instead. */
  instead: string;
}

/** Each word that is out, and what to write instead. */
const WORDS = [
  ["anew", "again"],
  ["whoever", "the caller, the reader …"],
  ["hears?", "receives, is notified"],
  ["(?:is|are) told", "receives, is notified"],
  ["tells? (?:whether|of)", "reports whether"],
  ["(?<!there )(?:is|are) none", "is not a …, is invalid"],
  ["by itself", "on its own, alone, or nothing at all"],
  ["of its own accord", "without a request"],
  ["insist(?:s|ed|ence)?", "retry"],
  ["wish(?:es|ed)?", "request, option"],
  ["the way of", "path, flow"],
  ["(?:nothing|nobody) names|names nothing", "unreferenced"],
  ["lasting", "permanent"],
  ["bur(?:y|ies|ied)", "tombstone"],
  ["findings? of the build", "build diagnostics"],
  ["refus(?:e|es|ed|ing|als?)", "reject"],
].map(([pattern, instead]) => ({ pattern: new RegExp(`\\b(?:${pattern})\\b`, "gi"), instead: instead! }));

/** Terms of other systems and names on the wire that hold one of the words, and links to where a word was used. */
const TERMS =
  /connection refused|refused to connect|object_store\.refused|(?<=[.{,"] ?)refused\b|\brefused(?=\??:)|\(was `bury`\)/gi;

/**
 * Beginnings of doc comments that are clauses without a subject: "So many bytes are read at once." A comment says what the
 * value is, with its unit: "How many bytes are read at once."
 */
const CLAUSES =
  /\/\*\*\s*(?:\* )?((?:By )?so (?:few|long|many|much|old)|as (?:deep|few|long|many|much)|of (?:how|those|what|whom)|(?:for|to) whom|to be|whose|with (?:what|which)|as(?= \{@link))\b/gi;

/** The folders of production code. */
const PRODUCTION = /^(?:core|hosts|web|preview|terminal|docs\/site)\/.*\.tsx?$/;

/** The files that quote the words to rule them out. */
const EXEMPT = ["docs/style.md", "docs/glossary.md", "tests/check/words.ts", "tests/check/words_test.ts"];

const ENDINGS = /\.(?:ts|tsx|mjs|css|md|sh|html)$|^deno\.json$|^run$/;

/** Folders without text of the project's. */
const SKIPPED = ["node_modules", ".git", ".tck", "dist", "coverage"];

/** Finds the words that are out in one text. */
export function findWordFaults(file: string, text: string): WordFault[] {
  return text.split("\n").flatMap((content, index) =>
    WORDS.flatMap(({ pattern, instead }) =>
      Array.from(
        content.replaceAll(TERMS, "").matchAll(pattern),
        ([word]) => ({ file, line: index + 1, word, instead }),
      )
    )
  );
}

/** Finds the doc comments of production code that begin with a clause without a subject. */
export function findClauseFaults(file: string, text: string): WordFault[] {
  if (!PRODUCTION.test(file)) return [];
  return Array.from(text.matchAll(CLAUSES), ({ 0: start, 1: word, index }) => ({
    file,
    line: text.slice(0, index + start.length).split("\n").length,
    word: word!.trim(),
    instead: "what the value is, with its unit",
  }));
}

/** Reads every text of the project and finds the words that are out. */
export async function checkWords(root: string): Promise<WordFault[]> {
  const faults: WordFault[] = [];
  for await (const path of textFiles(root)) {
    const file = relative(root, path).split(sep).join("/");
    if (EXEMPT.includes(file)) continue;
    const text = await readFile(path, "utf8");
    faults.push(...findWordFaults(file, text), ...findClauseFaults(file, text));
  }
  return faults;
}

async function* textFiles(folder: string): AsyncGenerator<string> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !SKIPPED.includes(entry.name)) yield* textFiles(path);
    else if (entry.isFile() && ENDINGS.test(entry.name)) yield path;
  }
}

if (import.meta.main) {
  const faults = await checkWords(fileURLToPath(new URL("../..", import.meta.url)));
  for (const { file, line, word, instead } of faults) {
    console.error(`${file}:${line}: "${word}" is out (docs/style.md), write: ${instead}`);
  }
  if (faults.length > 0) Deno.exit(1);
}
