import type * as esbuild from "esbuild";
import type { Diagnostic } from "../../diagnostic.ts";
import { type DiagnosticCode, hintOf } from "../../diagnostic_codes.ts";
import type { WidgetSource } from "../../discover/mod.ts";
import { COMPUTED_REQUIRE } from "./esbuild_options.ts";
import { CHARTS_SPECIFIER } from "../modules/charts_module.ts";
import { WIDGET_SPECIFIERS } from "../modules/shared_imports.ts";

/** Makes a diagnostic of a message of esbuild or of one of the plugins here, whose `detail` is the code. */
export function createDiagnostic(source: WidgetSource, message: esbuild.Message): Diagnostic {
  const { location } = message;
  const code = codeOf(message);
  return {
    code,
    widget: source.name,
    file: location?.file ?? source.file,
    line: location?.line ?? null,
    column: location ? countCharacters(location.lineText, location.column) + 1 : null,
    lineText: location?.lineText ?? null,
    message: message.text.replace(VIRTUAL_PATH, '"$1"').slice(0, 500),
    hint: NO_LOADER.test(message.text) ? FILE_TYPES_HINT : HINTS[code] ?? hintOf(code),
  };
}

const NO_LOADER = /^No loader is configured for/;

const FILE_TYPES_HINT =
  "Import code, .css, .json, .txt, .woff2, or an image: .svg, .png, .jpg, .jpeg, .gif, .webp, .avif, in lower case";

/** The path of a module that a plugin provides; the author knows it by its specifier. */
const VIRTUAL_PATH = /"tck-[a-z]+:([^"?]*)(?:\?[^"]*)?"/;

/** esbuild counts columns in bytes of UTF-8. */
function countCharacters(line: string, bytes: number): number {
  return new TextDecoder().decode(new TextEncoder().encode(line).subarray(0, bytes)).length;
}

function codeOf({ id, text, detail }: esbuild.Message): DiagnosticCode {
  if (typeof detail === "string") return detail as DiagnosticCode;
  if (id === "css-syntax-error") return "stylesheet.invalid";
  if (id === COMPUTED_REQUIRE) return "forbidden.dynamic_code";
  if (text.startsWith("No matching export")) return "import.unknown_name";
  return text.startsWith("Could not resolve") ? "import.unresolved" : "source.syntax";
}

/** What to do where an import is the reason. */
const HINTS: { readonly [code in DiagnosticCode]?: string } = {
  "forbidden.dynamic_code": "Import the file by a literal path, so that it is in the bundle",
  "import.forbidden": `Import from ${
    [...WIDGET_SPECIFIERS, CHARTS_SPECIFIER].join(", ")
  }, from a file of the widget, or from an installed package`,
};
