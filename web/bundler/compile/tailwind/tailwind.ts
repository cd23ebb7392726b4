import { dirname, join, relative, sep } from "node:path";
import type * as esbuild from "esbuild";
import { quote } from "../../../../core/errors/mod.ts";
import { isError } from "../../diagnostic_codes.ts";
import type { WidgetSource } from "../../discover/mod.ts";
import { host } from "../../host/mod.ts";
import { messageLocation } from "../sources/message_location.ts";
import type { SourceFiles } from "../sources/source_files.ts";
import { findStylesheetFaults } from "../stylesheets/split_stylesheets.ts";
import { findCandidates } from "./tailwind_candidates.ts";
import type { Tailwind, TailwindCompiler } from "./tailwind_package.ts";
import {
  findForbiddenDirective,
  rejectAt,
  rejectDarkVariant,
  RejectedStylesheetError,
  type Rejection,
  tailwindOffset,
} from "./tailwind_rules.ts";
import { usesTailwind } from "./uses_tailwind.ts";

/**
 * Compiles the author's stylesheets that use Tailwind, by the Tailwind 4 that the project has installed. Classes are
 * looked for in what the widget itself imports from the project, so that one widget's CSS does not change with another's
 * source. All that Tailwind reads goes through `files`, and plugins are rejected (decision 029).
 */
export function compileTailwind(files: SourceFiles, widget: WidgetSource): esbuild.Plugin {
  return {
    name: "tck-tailwind",
    setup(build) {
      build.onLoad({ filter: /\.css$/, namespace: "file" }, async ({ path }) => {
        if (!files.owns(path)) return null;
        const source = decode(await files.read(path));
        if (!usesTailwind(source)) return null;
        try {
          const sheet = new TailwindSheet(files, widget, build, path, source);
          return { contents: await sheet.compile(), loader: "default" };
        } catch (error) {
          if (!(error instanceof RejectedStylesheetError)) throw error;
          return { errors: [toMessage(relative(files.root, path), source, error.rejection)] };
        }
      });
    },
  };
}

class TailwindSheet {
  readonly #folder: string;

  constructor(
    private readonly files: SourceFiles,
    private readonly widget: WidgetSource,
    private readonly build: esbuild.PluginBuild,
    path: string,
    private readonly source: string,
  ) {
    this.#folder = dirname(path);
  }

  async compile(): Promise<string> {
    const forbidden = findForbiddenDirective(this.source);
    if (forbidden) throw new RejectedStylesheetError(forbidden);
    const { files, source } = this;
    const tailwind = await host.loadTailwind(files);
    if ("missing" in tailwind) throw rejectAt("tailwind.missing", tailwind.missing, tailwindOffset(source));
    const compiler = await this.#start(tailwind.compile);
    const candidates = compiler.root === "none"
      ? []
      : await findCandidates(files, this.widget, tailwind.Scanner);
    rejectDarkVariant(compiler, candidates, source);
    const css = placeBaseLayer(compiler.build(candidates.map(({ name }) => name)));
    const fault = findStylesheetFaults(css).find(isError);
    if (fault) throw rejectAt(fault.code, fault.message, tailwindOffset(source));
    return css;
  }

  async #start(compile: Tailwind["compile"]): Promise<TailwindCompiler> {
    try {
      const compiler = await compile(this.source, {
        base: this.#folder,
        polyfills: 0, // Browsers that show widgets support @property and color-mix().
        loadStylesheet: (id, base) => this.#loadStylesheet(id, base),
        loadModule: (id) => Promise.reject(rejectAt("tailwind.forbidden", runsCode(id), this.#find(id))),
      });
      if (compiler.sources.length === 0 && (compiler.root === null || compiler.root === "none")) {
        return compiler;
      }
      throw rejectAt(
        "tailwind.forbidden",
        "a stylesheet that is imported here uses @source of files",
        0,
      );
    } catch (error) {
      if (error instanceof RejectedStylesheetError || !(error instanceof Error)) throw error;
      const [, word = ""] = /`([^`]+)`/.exec(error.message) ?? [];
      throw rejectAt("stylesheet.invalid", error.message, this.#find(word));
    }
  }

  /** Resolves as esbuild does for every other stylesheet, and rejects the same. */
  async #loadStylesheet(id: string, base: string): Promise<{ path: string; base: string; content: string }> {
    const { path, errors } = await this.build.resolve(id, { kind: "import-rule", resolveDir: base });
    const [error] = errors;
    if (error) {
      const code = error.detail === "import.forbidden" ? "import.forbidden" : "import.unresolved";
      throw rejectAt(code, error.text, this.#find(id));
    }
    if (!this.files.allows(path)) {
      throw rejectAt("import.forbidden", `${quote(id)} cannot be imported by a widget`, this.#find(id));
    }
    const content = decode(await this.files.read(path));
    return { path, base: dirname(path), content: moveAddresses(content, dirname(path), this.#folder) };
  }

  /** The offset of a word in the stylesheet; 0 when it is in one that this one imports. */
  #find(word: string): number {
    return Math.max(0, this.source.indexOf(word));
  }
}

function runsCode(id: string): string {
  return `${quote(id)} is code, which Tailwind would run while the widget is built`;
}

/** Tailwind puts imported stylesheets into the one that imports them, whose folder relative addresses then start at. */
function moveAddresses(css: string, from: string, to: string): string {
  if (from === to) return css;
  return css.replaceAll(
    /\burl\(\s*(?:"([^"]+)"|'([^']+)'|([^"'()\s]+))\s*\)/gi,
    (whole, double?: string, single?: string, bare?: string) => {
      const address = (double ?? single ?? bare)!;
      if (/^(?:[/#]|[a-z][a-z0-9+.-]*:)/i.test(address)) return whole;
      const moved = relative(to, join(from, address)).split(sep).join("/");
      return `url(${JSON.stringify(moved.startsWith(".") ? moved : `./${moved}`)})`;
    },
  );
}

/**
 * Renames Tailwind's layer for elements, `base`, to the layer of the card's reset: there its rules are below those of the
 * kit's blocks, whose margins and borders they would remove. Tailwind prints each rule on a line of its own.
 */
function placeBaseLayer(css: string): string {
  return css.replaceAll(/^([ \t]*@layer )([^{;]+)/gm, (_, rule: string, names: string) => {
    return rule +
      names.split(",").map((name) => name.replace(/^(\s*)base(?=\.|\s|$)/, "$1tck.reset")).join(",");
  });
}

function toMessage(
  file: string,
  source: string,
  { code, message, offset, candidate }: Rejection,
): esbuild.PartialMessage {
  const location = messageLocation(candidate?.file ?? file, candidate?.text ?? source, offset);
  return { text: message, detail: code, location };
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
