import { quote } from "../../../core/errors/mod.ts";
import { type Diagnostic, inFile } from "../diagnostic.ts";

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
