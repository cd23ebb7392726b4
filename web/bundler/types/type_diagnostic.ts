import { quote } from "../../../core/errors/mod.ts";
import { type Diagnostic, inFile } from "../diagnostic.ts";
import type { TypeError } from "./parse_type_errors.ts";

/** The diagnostic of a type error. @param lineText the text of its line, if it is known */
export function createTypeDiagnostic(
  { file, line, column, code, message }: TypeError,
  lineText: string | null,
): Diagnostic {
  return {
    code: "types.error",
    widget: /^widgets\/([^/]+)\//.exec(file ?? "")?.[1] ?? null,
    file: file ?? "tsconfig.json",
    line,
    column,
    lineText,
    message: `${message} (TS${code})`,
    hint: hintForTypeError(code),
  };
}

/** The warning that types are not checked. */
export function createWarning(reason: string, hint: string): Diagnostic {
  const message = `types are not checked: ${reason}`;
  return { code: "types.not_checked", widget: null, ...inFile(null), message, hint };
}

/** The warning for a file of which a check may show nothing. */
export function createForeignWarning(path: string): Diagnostic {
  if (path.includes("\n")) return createWarning(`the name of ${quote(path)} has a line break`, "Rename it");
  return createWarning(
    `TypeScript reads ${quote(path)}, which is neither a file of the project nor of its packages`,
    "Let imports, paths, types and extends lead to files of the project, of a package that is installed in it, or of a " +
      "package of its workspace",
  );
}

/** The lines of a text, as TypeScript counts them. */
export function splitLines(text: string): string[] {
  return text.split(/\r\n|[\n\r\u2028\u2029]/);
}

const HINTS: readonly [codes: readonly number[], hint: string][] = [
  [[2322, 2345, 2769, 2820, 2559], "Write a value that the type accepts: the message lists what is expected"],
  [
    [2339, 2551, 2353, 2561],
    "Correct the name, or remove it: the kit and the types of the state do not have it",
  ],
  [
    [2739, 2740, 2741],
    "Add what is missing: every state has all keys, unless the type marks a key as optional",
  ],
  [[2531, 2532, 2533, 18047, 18048, 18049], "Handle the missing value: `?.`, `??`, or a condition before it"],
  [[2304, 2552, 2724, 2305, 2614], "Check the spelling, or import the name"],
  [[2307, 2792, 7016], "Check the path, or install the package and its types"],
  [[7006, 7031, 7053, 7005, 7034], "Give it a type"],
];

/** What to do about an error of TypeScript, by its number. */
function hintForTypeError(code: number): string {
  const known = HINTS.find(([codes]) => codes.includes(code));
  return known?.[1] ?? "Correct the types at this place";
}
