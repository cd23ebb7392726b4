import type { DiagnosticCode } from "./diagnostic.ts";
import type { Candidate } from "./tailwind_candidates.ts";
import type { TailwindCompiler } from "./tailwind_package.ts";

/** Why a stylesheet that uses Tailwind is refused. */
export interface Refusal {
  code: DiagnosticCode;
  message: string;
  /** In the stylesheet, in UTF-16 units; or in the file that `candidate` stands in. */
  offset: number;
  /** The class that is refused, when it is not the stylesheet. */
  candidate?: Candidate;
}

/** Carries a refusal through Tailwind. */
export class StylesheetRefusal extends Error {
  override name = "StylesheetRefusal";

  constructor(readonly refusal: Refusal) {
    super(refusal.message);
  }
}

/** A refusal at a place of the stylesheet. */
export function refuseAt(code: DiagnosticCode, message: string, offset: number): StylesheetRefusal {
  return new StylesheetRefusal({ code, message, offset });
}

/** The offset of what only Tailwind knows in a stylesheet, or null. */
export function findTailwind(css: string): number | null {
  return search(
    css,
    /@(?:theme|apply|reference|tailwind|utility|variant|custom-variant|plugin|config|source)(?=[\s{(;"'])|@import\s+["']tailwindcss(?=[/"'])/,
  );
}

/** Finds what makes Tailwind run code, or read files that the widget does not import. */
export function findForbiddenDirective(css: string): Refusal | null {
  const code = search(css, /@(?:plugin|config)(?=[\s"'])/);
  if (code !== null) {
    const message = "@plugin and @config are code, which Tailwind would run while the widget is built";
    return { code: "tailwind.forbidden", message, offset: code };
  }
  const files = search(css, /@source\s+(?:not\s+)?["']|\bsource\(\s*["']/);
  if (files === null) return null;
  const message = "classes are looked for in what the widget imports, and in no other files";
  return { code: "tailwind.forbidden", message, offset: files };
}

/**
 * Refuses `dark:` while it is Tailwind's own, which follows the system: the page may show the other theme.
 *
 * @throws {StylesheetRefusal}
 */
export function refuseDarkVariant(
  compiler: TailwindCompiler,
  candidates: readonly Candidate[],
  css: string,
): void {
  const isDark = ({ name }: Candidate) => /(?:^|:)dark:/.test(name);
  const message = "dark: follows the system's theme, and the page may have the other";
  const without = candidates.filter((candidate) => !isDark(candidate));
  const applied = search(css, /@apply[^;}]*\bdark:|@variant\s+dark\b/);
  const before = countSystemThemes(compiler.build(without.map(({ name }) => name)));
  if (applied !== null && before > 0) throw refuseAt("tailwind.forbidden", message, applied);
  for (const candidate of candidates.filter(isDark)) {
    if (countSystemThemes(compiler.build([candidate.name])) === before) continue;
    throw new StylesheetRefusal({ code: "tailwind.forbidden", message, offset: candidate.offset, candidate });
  }
}

function countSystemThemes(css: string): number {
  return css.split("prefers-color-scheme").length - 1;
}

/** The offset of the first match outside comments, or null. */
function search(css: string, pattern: RegExp): number | null {
  const offset = css.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => " ".repeat(comment.length)).search(pattern);
  return offset < 0 ? null : offset;
}
