import type * as esbuild from "esbuild";
import type { Diagnostic, DiagnosticCode } from "../../diagnostic.ts";
import type { WidgetSource } from "../../discover/mod.ts";
import { CHARTS_SPECIFIER } from "../modules/charts_module.ts";
import { WIDGET_SPECIFIERS } from "../modules/shared_imports.ts";
import type { StylesheetFault } from "../stylesheets/split_stylesheets.ts";

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
    hint: NO_LOADER.test(message.text) ? FILE_TYPES_HINT : HINTS[code] ?? "Correct the source at this place",
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
  if (text.startsWith("No matching export")) return "import.unknown_name";
  return text.startsWith("Could not resolve") ? "import.unresolved" : "source.syntax";
}

/** What to do about a rule that has no effect in a widget, or one outside it. */
export const STYLESHEET_HINTS: { readonly [code in StylesheetFault["code"]]: string } = {
  "stylesheet.root_selector":
    "Style the card by :host, and follow the theme by var(--color-*), light-dark() or useTheme()",
  "stylesheet.page_selector": "Write :host, which is the card",
  "stylesheet.font_face":
    "Import the .woff2 file, and in an effect add new FontFace(name, `url(${file})`) to document.fonts",
  "stylesheet.host_token":
    "Give the property a name of its own, without the prefixes --color-, --font-, --radius-, --shadow-, --space- and --text-",
};

const HINTS: { [code in DiagnosticCode]?: string } = {
  "import.forbidden": `Import from ${
    [...WIDGET_SPECIFIERS, CHARTS_SPECIFIER].join(", ")
  }, from a file of the widget, or from an installed package`,
  "asset.too_large": "Make it smaller, draw it as SVG, or link to it by its address",
  ...STYLESHEET_HINTS,
  "tailwind.missing": "Install it in the project: pnpm add -D tailwindcss@4 @tailwindcss/oxide@4",
  "tailwind.forbidden":
    'Write @theme, @utility and @custom-variant instead of plugins; name classes by @source inline("…"); take colours ' +
    "from var(--color-*), or define dark: by @custom-variant and useTheme()",
  "import.unknown_name": "Check the name's spelling; a type is imported by `import type`",
  "import.unresolved": "Check the path's spelling, or add the package to package.json and install it",
};
