import { join } from "node:path";
import type * as esbuild from "esbuild";
import { listWidgetSpecifiers } from "../../../../core/contract/mod.ts";
import type { Diagnostic } from "../../diagnostic.ts";
import { type DiagnosticCode, hintOf } from "../../diagnostic_codes.ts";
import type { WidgetSource } from "../../discover/mod.ts";
import { host } from "../../host/mod.ts";
import { CHARTS_SPECIFIER } from "../modules/charts_module.ts";
import { fileForbidden, importForbidden } from "../sources/import_rejections.ts";
import { ADDED_LINE } from "../sources/input_maps.ts";
import { PackageFolders } from "../sources/package_folders.ts";
import { COMPUTED_REQUIRE } from "./esbuild_options.ts";
import type { MessageDetail } from "./message_detail.ts";

/** Makes a diagnostic of a message of esbuild or of one of the plugins here. */
export function createDiagnostic(source: WidgetSource, message: esbuild.Message): Diagnostic {
  const { location } = message;
  if (location !== null && leadsElsewhere(source.project, location.file)) {
    const { text, detail } = fileForbidden(location.file);
    return createDiagnostic(source, { ...message, text: text!, detail, location: null });
  }
  const builtIn = builtIntoNode(message);
  if (builtIn !== null) {
    const { text, detail } = importForbidden(builtIn);
    return createDiagnostic(source, { ...message, text: text!, detail, notes: [] });
  }
  const { code, hint = HINTS[code] ?? hintOf(code) } = detailOf(message);
  // A source that ends too early ends before the line that was added to it.
  const isEnd = location?.lineText === ADDED_LINE;
  return {
    code,
    widget: source.name,
    file: location?.file ?? source.file,
    line: location ? location.line - (isEnd ? 1 : 0) : null,
    column: location && !isEnd ? countCharacters(location.lineText, location.column) + 1 : null,
    lineText: location && !isEnd ? location.lineText : null,
    message: message.text.replace(VIRTUAL_PATH, '"$1"').slice(0, 500),
    hint,
  };
}

/** The module of Node that a message is about, which no widget can import: npm has packages of such names. */
function builtIntoNode({ text, notes }: esbuild.Message): string | null {
  if (!notes.some(({ text }) => text.includes("built into node"))) return null;
  return /^Could not resolve "([^"]+)"$/.exec(text)?.[1] ?? null;
}

const NO_LOADER = /^No loader is configured for/;

const FILE_TYPES_HINT =
  "Import code, .css, .json, .txt, .woff2, or an image: .svg, .png, .jpg, .jpeg, .gif, .webp, .avif, in lower case";

/** The path of a module that a plugin provides; the author knows it by its specifier. */
const VIRTUAL_PATH = /"tck-[a-z]+:([^"?]*)(?:\?[^"]*)?"/;

/** Whether a file, such as a package.json, is a link to one that no diagnostic may quote. */
function leadsElsewhere(project: string, file: string): boolean {
  const path = host.files.realPath(join(project, file));
  return path !== null && !new PackageFolders(project).hold(path); // A virtual module has no path.
}

/** esbuild counts columns in bytes of UTF-8. */
function countCharacters(line: string, bytes: number): number {
  return new TextDecoder().decode(new TextEncoder().encode(line).subarray(0, bytes)).length;
}

/** What esbuild warns of in a stylesheet that it then writes otherwise. */
export const CSS_FAULTS: readonly string[] = ["css-syntax-error", "invalid-@import"];

function detailOf({ id, text, detail }: esbuild.Message): MessageDetail {
  if (typeof detail === "string") return { code: detail as DiagnosticCode };
  if (typeof detail === "object" && detail !== null) return detail;
  if (CSS_FAULTS.includes(id)) return { code: "stylesheet.invalid" };
  if (id === COMPUTED_REQUIRE) return { code: "forbidden.dynamic_code" };
  if (text.startsWith("No matching export")) return { code: "import.unknown_name" };
  if (NO_LOADER.test(text)) return { code: "source.syntax", hint: FILE_TYPES_HINT };
  return { code: text.startsWith("Could not resolve") ? "import.unresolved" : "source.syntax" };
}

/** What to do where an import is the reason. */
const HINTS: { readonly [code in DiagnosticCode]?: string } = {
  "forbidden.dynamic_code": "Import the file by a literal path, so that it is in the bundle",
  "import.forbidden": `Import from ${
    [...listWidgetSpecifiers(), CHARTS_SPECIFIER].join(", ")
  }, from a file of the widget, or from an installed package`,
};
