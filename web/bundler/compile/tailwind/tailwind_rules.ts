import type { DiagnosticCode } from "../../diagnostic_codes.ts";
import type { Candidate } from "./tailwind_candidates.ts";
import type { TailwindCompiler } from "./tailwind_package.ts";
import { blankComments, findTailwind, searchOutsideComments } from "./uses_tailwind.ts";

/** Why a stylesheet that uses Tailwind is rejected. */
export interface Rejection {
  code: DiagnosticCode;
  message: string;
  /** In the stylesheet, in UTF-16 units; or in the candidate's file. */
  offset: number;
  /** The class that is rejected, when it is not the stylesheet. */
  candidate?: Candidate;
}

/** Carries a rejection through Tailwind. */
export class RejectedStylesheetError extends Error {
  override readonly name = "RejectedStylesheetError";

  constructor(readonly rejection: Rejection) {
    super(rejection.message);
  }
}

/** A rejection at a place of the stylesheet. */
export function rejectAt(code: DiagnosticCode, message: string, offset: number): RejectedStylesheetError {
  return new RejectedStylesheetError({ code, message, offset });
}

/** Where a stylesheet first uses Tailwind; its beginning when only one that it imports does. */
export function tailwindOffset(css: string): number {
  return Math.max(0, findTailwind(css));
}

/** Finds what makes Tailwind run code, or read files that the widget does not import. */
export function findForbiddenDirective(css: string): Rejection | null {
  const code = searchOutsideComments(css, /@(?:plugin|config)(?=[\s"'])/);
  if (code >= 0) {
    const message = "@plugin and @config are code, which Tailwind would run while the widget is built";
    return { code: "tailwind.forbidden", message, offset: code };
  }
  const files = searchOutsideComments(css, /@source\s+(?:not\s+)?["']|\bsource\(\s*["']/);
  if (files < 0) return null;
  const message = "classes are looked for in what the widget imports, and in no other files";
  return { code: "tailwind.forbidden", message, offset: files };
}

/**
 * Rejects `dark:` while it is Tailwind's own, which follows the system: the page may show the other theme.
 *
 * @throws {RejectedStylesheetError}
 */
export function rejectDarkVariant(
  compiler: TailwindCompiler,
  candidates: readonly Candidate[],
  css: string,
): void {
  const isDark = ({ name }: Candidate) => /(?:^|:)dark:/.test(name);
  const message = "dark: follows the system's theme, and the page may have the other";
  const without = candidates.filter((candidate) => !isDark(candidate));
  const applied = findDarkRule(css);
  const before = countSystemThemes(compiler.build(without.map(({ name }) => name)));
  if (applied >= 0 && before > 0) throw rejectAt("tailwind.forbidden", message, applied);
  for (const candidate of candidates.filter(isDark)) {
    if (countSystemThemes(compiler.build([candidate.name])) === before) continue;
    const { offset } = candidate;
    throw new RejectedStylesheetError({ code: "tailwind.forbidden", message, offset, candidate });
  }
}

/** The offset of the first rule that applies `dark:`, or -1. */
function findDarkRule(css: string): number {
  const rules = [...blankComments(css).matchAll(/@apply[^;}]*|@variant\s+dark\b/g)];
  return rules.find(([rule]) => rule.startsWith("@variant") || /\bdark:/.test(rule))?.index ?? -1;
}

function countSystemThemes(css: string): number {
  return css.split("prefers-color-scheme").length - 1;
}
