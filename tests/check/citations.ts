// deno-lint-ignore-file no-console -- a program that prints its result
/**
 * The citations of the specifications in sources and documents, as one step of `deno task check`: each names a section,
 * phase or rule that exists, or quotes words that are there.
 *
 * @module
 */
import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Where each specification is, by the name with which it is cited. */
const SPECIFICATIONS = {
  lifecycle: "docs/specification/widget-lifecycle.md",
  preview: "docs/specification/widget-preview.md",
} as const;

type Specification = keyof typeof SPECIFICATIONS;

/** A place in a specification that a text cites. */
export interface Citation {
  specification: Specification;
  /** `§4`, `phase B`, `D.2`, `rule 1`, or quoted words. */
  place: string;
}

const SKIPPED = ["node_modules", ".git", ".tck", "dist", "coverage"];

/** The citation up to the end of its sentence or bracket. */
const CITATION = /\b(lifecycle|preview) specification, ([^).;]*(?:\.\d[^).;]*)*)/gi;

const PLACE = /§\d+|phase [A-D]\b|\b[A-D]\.\d|\brule \d+|"[^"]+"/g;

/** The places that a text cites. The marks of a comment between two lines do not count. */
export function findCitations(text: string): Citation[] {
  const joined = text.replaceAll(/\n\s*(?:\*|\/\/)? */g, " ");
  return [...joined.matchAll(CITATION)].flatMap(([, name, rest]) =>
    [...rest!.matchAll(PLACE)].map(([place]) => ({
      specification: name!.toLowerCase() as Specification,
      place,
    }))
  );
}

/** Whether a specification has a place: as a heading, as an item of a numbered list, or as words. */
export function hasPlace(specification: string, place: string): boolean {
  const headings = specification.split("\n").filter((line) => line.startsWith("#"));
  const [kind, name] = place.startsWith("§") ? ["§", place.slice(1)] : place.split(" ");
  if (kind === "§") return headings.some((heading) => heading.startsWith(`## ${name}. `));
  if (kind === "phase") return headings.some((heading) => heading.startsWith(`### Phase ${name}: `));
  if (kind === "rule") return specification.includes(`\n${name}. `);
  if (place.startsWith('"')) {
    return specification.replaceAll(/\s+/g, " ").toLowerCase().includes(place.slice(1, -1).toLowerCase());
  }
  return headings.some((heading) => heading.startsWith(`#### ${place} `));
}

async function main(): Promise<void> {
  const names = Object.entries(SPECIFICATIONS) as [Specification, string][];
  const texts = new Map(
    await Promise.all(
      names.map(async ([name, path]) => [name, await readFile(join(ROOT, path), "utf8")] as const),
    ),
  );
  const faults: string[] = [];
  for (const entry of await readdir(ROOT, { recursive: true, withFileTypes: true })) {
    const path = relative(ROOT, join(entry.parentPath, entry.name));
    if (
      !entry.isFile() || !/\.(?:tsx?|md)$/.test(path) ||
      path.split(sep).some((part) => SKIPPED.includes(part))
    ) {
      continue;
    }
    for (const { specification, place } of findCitations(await readFile(join(ROOT, path), "utf8"))) {
      if (hasPlace(texts.get(specification)!, place)) continue;
      faults.push(`${path}: ${SPECIFICATIONS[specification]} has no ${place}`);
    }
  }
  faults.forEach((fault) => console.error(fault));
  if (faults.length > 0) Deno.exit(1);
}

if (import.meta.main) await main();
