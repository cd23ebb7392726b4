import type * as esbuild from "esbuild";
import type { Diagnostic } from "../../diagnostic.ts";
import { type DiagnosticCode, hintOf } from "../../diagnostic_codes.ts";
import type { WidgetSource } from "../../discover/mod.ts";
import {
  explainRawColor,
  explainUnknownHostPart,
  explainUnknownToken,
  findRawColor,
  HOST_PART_HINT,
  listDeclarations,
  listOwnTokens,
  listReadTokens,
  listUnknownHostParts,
  RAW_COLOR_HINT,
  UNKNOWN_TOKEN_HINT,
} from "../../style_rules/mod.ts";
import type { SourceFiles } from "../sources/source_files.ts";
import { findStylesheetFaults } from "./split_stylesheets.ts";
import { usesTailwind } from "../tailwind/uses_tailwind.ts";

/** The most warnings of one kind for one stylesheet. */
const MAX_WARNINGS = 5;

/** Checks each stylesheet of a widget as it is written, where the places are those that the author knows. */
export class StylesheetChecks {
  readonly #sheets = new Map<string, string>();

  constructor(private readonly widget: WidgetSource, private readonly files: SourceFiles) {}

  /** Remembers the stylesheets that go into the widget. */
  get plugin(): esbuild.Plugin {
    return {
      name: "tck-stylesheet-checks",
      setup: (build) => {
        build.onLoad({ filter: /\.css$/, namespace: "file" }, async ({ path }) => {
          if (this.files.allows(path)) {
            this.#sheets.set(path, new TextDecoder().decode(await this.files.read(path)));
          }
          return null;
        });
      },
    };
  }

  /**
   * Finds rules that have no effect in a widget, or one outside it, and in the author's own stylesheets what does not fit
   * both themes.
   *
   * @param compiled what was made of them, in which the widget's own tokens are set
   * @param unread the stylesheets that do not parse, relative to the project
   */
  findFaults(
    compiled: { css: string; propertiesCss: string; module: string },
    unread: readonly (string | null)[],
  ): Diagnostic[] {
    const own = listOwnTokens(
      compiled.css,
      compiled.propertiesCss,
      compiled.module,
      ...this.#sheets.values(),
    );
    const paths = [...this.#sheets.keys()].filter((path) => !unread.includes(this.files.nameOf(path))).sort();
    return paths.flatMap((path) => this.#checkSheet(path, this.#sheets.get(path)!, own));
  }

  #checkSheet(path: string, css: string, own: ReadonlySet<string>): Diagnostic[] {
    const isOwn = this.files.owns(path) && !usesTailwind(css);
    const faults = findStylesheetFaults(css)
      .filter(({ code }) => isOwn || code !== "stylesheet.page_selector")
      .map((fault) => this.#createDiagnostic(path, css, fault, hintOf(fault.code)));
    if (!isOwn) return faults;
    return [
      ...faults,
      ...this.#findHostParts(path, css),
      ...this.#findColors(path, css),
      ...this.#findTokens(path, css, own),
    ];
  }

  #findHostParts(path: string, css: string): Diagnostic[] {
    const found = listUnknownHostParts(css).map(({ text, offset }) => ({
      message: explainUnknownHostPart(text),
      offset,
    }));
    return this.#createWarnings(path, css, "stylesheet.host_attribute", found, HOST_PART_HINT);
  }

  #findColors(path: string, css: string): Diagnostic[] {
    if (HAS_OWN_THEME.test(css)) return [];
    const found = listDeclarations(css).flatMap(({ property, value, offset }) => {
      const color = findRawColor(property, value);
      return color ? [{ message: explainRawColor(color.text), offset: offset + color.offset }] : [];
    });
    return this.#createWarnings(path, css, "stylesheet.raw_color", found, RAW_COLOR_HINT);
  }

  #findTokens(path: string, css: string, own: ReadonlySet<string>): Diagnostic[] {
    const found = listDeclarations(css).flatMap(({ value, offset }) =>
      listReadTokens(value).flatMap((token) => {
        const message = explainUnknownToken(token.text, own);
        return message === null ? [] : [{ message, offset: offset + token.offset }];
      })
    );
    return this.#createWarnings(path, css, "stylesheet.unknown_token", found, UNKNOWN_TOKEN_HINT);
  }

  #createWarnings(
    path: string,
    css: string,
    code: DiagnosticCode,
    found: readonly { message: string; offset: number }[],
    hint: string,
  ): Diagnostic[] {
    const more = found.length - MAX_WARNINGS;
    return found.slice(0, MAX_WARNINGS).map(({ message, offset }, index) => {
      const lines = css.slice(0, offset).split(LINE_BREAK);
      const place = { line: lines.length, column: lines.at(-1)!.length + 1 };
      const others = more > 0 && index === MAX_WARNINGS - 1 ? ` (and ${more} more in this file)` : "";
      return this.#createDiagnostic(path, css, { code, message: message + others, ...place }, hint);
    });
  }

  #createDiagnostic(
    path: string,
    css: string,
    { code, line, column, message }: Pick<Diagnostic, "code" | "message"> & { line: number; column: number },
    hint: string,
  ): Diagnostic {
    const lineText = css.split(LINE_BREAK)[line - 1] ?? "";
    return {
      code,
      widget: this.widget.name,
      file: this.files.nameOf(path),
      line,
      column,
      lineText,
      message,
      hint,
    };
  }
}

/** It sets the colours of each theme by useTheme(), or shows what looks the same in both, such as text on a photo. */
const HAS_OWN_THEME = /data-theme|\bcolor-scheme\s*:/;

const LINE_BREAK = /\r\n|[\n\r\f]/;
