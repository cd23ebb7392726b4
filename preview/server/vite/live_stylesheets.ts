import type { DevEnvironment, EnvironmentModuleNode, Plugin } from "vite";
import type { LiveStyles, LiveWidget } from "../../protocol.ts";
import { openBundler, splitStylesheets } from "../model/mod.ts";
import { readImportedSheets } from "./imported_sheets.ts";
import type { LinkedProject } from "./linked_project.ts";
import { embedCssAssets } from "./live_assets.ts";
import { isOwnFile } from "./own_files.ts";
import { isBundledPackage, removeStyleInjection } from "./vite_internals.ts";

const STYLESHEET = /\.css$/;

/** The class names of a CSS module are its exports, so its module keeps its code. */
const CSS_MODULE = /\.module\.css$/;

/**
 * The stylesheets that the modules of live widgets import. Vite compiles them (`@import`, CSS modules, URLs of images);
 * instead of adding them to the document, they are joined in the order of the imports and split by the bundler's own
 * code (lifecycle specification, D.5).
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
    return [this.#takeTailwind(), this.#takeCompiled(), removeInjection()];
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
    return this.#tailwind.has(id) ? await this.#compileTailwind(name, id) : this.#compiled.get(id) ?? "";
  }

  #compileTailwind(name: string, id: string): Promise<string> {
    return this.#bundler.compileStylesheet(this.project, name, id);
  }

  #takeTailwind(): Plugin {
    // deno-lint-ignore no-this-alias -- in the hook, `this` is the plugin context
    const sheets = this;
    return {
      name: "tck:live-tailwind",
      enforce: "pre",
      transform: {
        filter: { id: STYLESHEET },
        async handler(code, id) {
          sheets.#tailwind.delete(id);
          if (isOwnFile(id)) return null;
          const { usesTailwind, files } = await readImportedSheets(id, code);
          if (!usesTailwind) return null;
          // The returned code has no imports by which Vite would know these files.
          for (const file of files) this.addWatchFile(file);
          if (CSS_MODULE.test(id)) {
            return { code: await sheets.#compileTailwind(widgetOf(id), id), map: null };
          }
          sheets.#tailwind.add(id);
          return { code: "", map: null };
        },
      },
      closeServer: () => this.#bundler.close(),
    };
  }

  #takeCompiled(): Plugin {
    const compiled = this.#compiled;
    const { linked } = this;
    return {
      name: "tck:live-styles",
      transform: {
        filter: { id: STYLESHEET },
        async handler(code, id) {
          if (isOwnFile(id)) return null;
          compiled.set(
            id,
            await embedCssAssets(linked.linkAddresses(code), (file) => this.addWatchFile(file)),
          );
          return { code: "", map: null };
        },
      },
    };
  }
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
