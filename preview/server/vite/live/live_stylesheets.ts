import { type DevEnvironment, type EnvironmentModuleNode, normalizePath, type Plugin } from "vite";
import { quote } from "../../../../core/errors/mod.ts";
import type { LiveStyles, LiveWidget } from "../../../protocol.ts";
import { type CompiledStylesheet, openBundler, splitStylesheets, usesTailwind } from "../../model/mod.ts";
import { mayLoad } from "../file_access.ts";
import type { LinkedProject } from "../linked_project.ts";
import { isOwnFile } from "../own_files.ts";
import { isBundledPackage, removeStyleInjection } from "../vite_internals.ts";
import { readText } from "../whole_file.ts";

const STYLESHEET = /\.css$/;

/** The class names of a CSS module are its exports, so its module keeps its code. */
const CSS_MODULE = /\.module\.css$/;

/**
 * The stylesheets that the modules of live widgets import. The bundler compiles those that read further files (`@import`,
 * URLs of images), and Vite makes the class names of CSS modules; instead of adding them to the document, they are joined
 * in the order of the imports and split by the bundler's own code (lifecycle specification, D.5).
 */
export class LiveStylesheets {
  readonly #compiled = new Map<string, string>();
  /** Stylesheets that the bundler compiles, for each widget that imports them. */
  readonly #tailwind = new Set<string>();
  readonly #split = new Map<string, { source: string; styles: LiveStyles }>();
  /** The styles that pages have, by widget. */
  readonly #sent = new Map<string, LiveStyles>();
  readonly #bundler = openBundler();

  /** @param project the project folder with forward slashes @param linked the same, where Vite has it by a link */
  constructor(private readonly project: string, private readonly linked: LinkedProject) {}

  /** Their place is among the plugins without an `enforce`, between Vite's compilation and its injection of CSS. */
  plugins(): Plugin[] {
    return [this.#loadSheets(), this.#takeCompiled(), removeInjection()];
  }

  /**
   * The current stylesheets of a widget, for a page that loads them.
   *
   * @throws when a module or a stylesheet of the widget does not compile
   */
  async load(environment: DevEnvironment, widget: LiveWidget): Promise<LiveStyles> {
    const styles = await this.#compose(environment, widget);
    this.#sent.set(widget.name, styles);
    return styles;
  }

  /** The current stylesheets of a widget, if a page has others. If they do not compile, the check reports that. */
  async update(environment: DevEnvironment, widget: LiveWidget): Promise<LiveStyles | null> {
    const sent = this.#sent.get(widget.name);
    if (sent === undefined) return null;
    const styles = await this.#compose(environment, widget).catch(() => sent);
    if (styles.css === sent.css && styles.propertiesCss === sent.propertiesCss) return null;
    this.#sent.set(widget.name, styles);
    return styles;
  }

  async #compose(environment: DevEnvironment, { name, moduleUrl }: LiveWidget): Promise<LiveStyles> {
    const ids = await findStylesheets(environment, moduleUrl);
    const source = (await Promise.all(ids.map((id) => this.#read(name, id)))).join("\n");
    const known = this.#split.get(name);
    if (known?.source === source) return known.styles;
    const styles = { name, ...await splitStylesheets(source) };
    this.#split.set(name, { source, styles });
    return styles;
  }

  async #read(name: string, id: string): Promise<string> {
    return this.#tailwind.has(id) ? (await this.#compile(name, id)).css : this.#compiled.get(id) ?? "";
  }

  #compile(name: string, path: string): Promise<CompiledStylesheet> {
    return this.#bundler.compileStylesheet(this.project, name, path);
  }

  /**
   * Gives Vite the text of a stylesheet that has nothing more to be read: with what it imports, and with data URLs. One that
   * uses Tailwind has none here, since its text depends on the widget.
   */
  #loadSheets(): Plugin {
    const read = async (path: string): Promise<{ css: string; files: readonly string[] } | null> => {
      const text = await readText(path);
      if (text === null) return null;
      this.#tailwind.delete(path);
      const isModule = CSS_MODULE.test(path);
      const isTailwind = await usesTailwind(text);
      if (!isModule && !isTailwind && !READS_FILES.test(text)) return { css: withoutMap(text), files: [] };
      const compiled = await this.#compile(widgetOf(path), path)
        .catch((error: Error) => explain(error, isTailwind && !isModule));
      const { css, files } = compiled;
      if (!isModule && compiled.usesTailwind) {
        this.#tailwind.add(path);
        return { css: "", files };
      }
      if (isModule && OF_OTHER_FILE.test(css)) {
        throw new Error(
          `Cannot show ${quote(path)}: it has classes or values of another file; write them into this one`,
        );
      }
      return { css, files };
    };
    const { linked } = this;
    return {
      name: "tck:live-sheets",
      enforce: "pre",
      load: {
        filter: { id: /\.css(?:\?|$)/ },
        async handler(id) {
          const path = id.replace(/\?.*$/s, "");
          if (isOwnFile(path) || id.startsWith("\0") || /[?&](?:raw|url)(?:&|=|$)/.test(id)) return null;
          if (!await mayLoad(this.environment.getTopLevelConfig(), path, linked)) return null;
          this.addWatchFile(path);
          const sheet = await read(path);
          if (sheet === null) return null;
          for (const file of sheet.files.map((file) => linked.toLink(normalizePath(file)))) {
            if (file !== path) this.addWatchFile(file);
          }
          return { code: sheet.css, map: null };
        },
      },
      closeServer: () => this.#bundler.close(),
    };
  }

  #takeCompiled(): Plugin {
    const compiled = this.#compiled;
    return {
      name: "tck:live-styles",
      transform: {
        filter: { id: STYLESHEET },
        handler(code, id) {
          if (isOwnFile(id)) return null;
          compiled.set(id, code);
          return { code: "", map: null };
        },
      },
    };
  }
}

/** Syntax that makes a compiler of stylesheets read further files. */
const READS_FILES = /@import|url\(|image-set\(|src\(/i;

/** What the compiler of CSS modules reads on its own, in CSS as the bundler prints it. */
const OF_OTHER_FILE = /composes\s*:(?:[^;}:"'\\]|\\.)*["']|@value\b|:import\b/i;

/** Vite would read the source map that a stylesheet refers to, and the files that this names. */
function withoutMap(css: string): string {
  return css.replaceAll(/(\/\*)[#@](?=\s*sourceMappingURL)/g, "$1 ");
}

/** Throws the error, unless the stylesheet uses Tailwind: then the widget has the error. */
function explain(error: Error, isTailwind: boolean): CompiledStylesheet {
  if (isTailwind) return { css: "", files: [], usesTailwind: true };
  throw error;
}

/** Vite would add an empty element to the document for each stylesheet. */
function removeInjection(): Plugin {
  return {
    name: "tck:no-style-injection",
    enforce: "post",
    transform: {
      filter: { id: STYLESHEET },
      handler: (code, id) => isOwnFile(id) ? null : { code: removeStyleInjection(code), map: null },
    },
  };
}

/** The ids of the stylesheets below a module, in the order in which the imports are evaluated. */
async function findStylesheets(environment: DevEnvironment, url: string): Promise<string[]> {
  await transformAll(environment, url, new Set());
  const entry = await environment.moduleGraph.getModuleByUrl(url);
  const order: string[] = [];
  const seen = new Set<EnvironmentModuleNode>();
  const visit = (module: EnvironmentModuleNode) => {
    if (seen.has(module) || hasNoStylesheets(environment, module)) return;
    seen.add(module);
    module.importedModules.forEach(visit);
    if (module.id !== null && STYLESHEET.test(module.id)) order.push(module.id);
  };
  if (entry) visit(entry);
  return order;
}

async function transformAll(environment: DevEnvironment, url: string, seen: Set<string>): Promise<void> {
  if (seen.has(url)) return;
  seen.add(url);
  await environment.transformRequest(url);
  const module = await environment.moduleGraph.getModuleByUrl(url);
  // The imports of a stylesheet are compiled into it.
  if (!module || STYLESHEET.test(module.id ?? "")) return;
  const imported = [...module.importedModules].filter((other) => !hasNoStylesheets(environment, other));
  await Promise.all(imported.map((other) => transformAll(environment, other.url, seen)));
}

/** Bundled packages have no stylesheets, and waiting for their bundling would delay the page. */
function hasNoStylesheets(environment: DevEnvironment, { file }: EnvironmentModuleNode): boolean {
  return file === null || file.startsWith("\0") || isOwnFile(file) || isBundledPackage(environment, file);
}

/** The widget in whose folder a file is; empty for a file that several widgets may share. */
function widgetOf(file: string): string {
  return /\/widgets\/([^/]+)\//.exec(file)?.[1] ?? "";
}
