import type { DevEnvironment, EnvironmentModuleNode, Plugin } from "vite";
import type { LiveStyles, LiveWidget } from "../../protocol.ts";
import { type Bundler, splitStylesheets } from "../model/bundler.ts";
import { readImportedSheets } from "./imported_sheets.ts";

const STYLESHEET = /\.css$/;

/** `.module.css`: its class names are the module's exports. */
const CLASS_NAMES = /\.module\.css$/;

/** What {@link LiveStylesheets} is made of. */
export interface LiveStylesheetsOptions {
  /** The project folder, as a real path with forward slashes. */
  project: string;
  /** Compiles the stylesheets that use Tailwind. */
  bundler: Bundler;
  /** Whether a file is the preview's or the kit's own: its stylesheets stay in the document. */
  isOwn(file: string): boolean;
}

/**
 * The stylesheets that the modules of a live widget import. The dev server compiles them (`@import`, CSS modules, addresses
 * of images); they are then kept out of the document's head, where it would put them, joined in the order of the imports,
 * and split by the bundler's own code (lifecycle specification, D.5).
 */
export class LiveStylesheets {
  readonly #compiled = new Map<string, string>();
  readonly #tailwind = new Set<string>();
  readonly #split = new Map<string, { source: string; styles: LiveStyles }>();

  constructor(private readonly options: LiveStylesheetsOptions) {}

  /** What the dev server needs, to be placed among the plugins without an order of their own and after them. */
  plugins(): Plugin[] {
    return [this.#takeTailwind(), this.#takeCompiled(), keepOutOfHead((id) => this.#isWidgets(id))];
  }

  /**
   * The stylesheets of a widget as they are now.
   *
   * @throws when a module or a stylesheet of the widget does not compile
   */
  async compose(environment: DevEnvironment, widget: LiveWidget): Promise<LiveStyles> {
    const sheets = await this.#importedBy(environment, widget.moduleUrl);
    const texts = await Promise.all(sheets.map((id) => this.#read(widget, id)));
    return await this.#splitOnce(widget.name, texts.join("\n"));
  }

  #isWidgets(id: string): boolean {
    return STYLESHEET.test(id) && !this.options.isOwn(id);
  }

  #takeTailwind(): Plugin {
    // deno-lint-ignore no-this-alias -- in the hook, `this` is the dev server's
    const sheets = this;
    return {
      name: "tck:live-tailwind",
      enforce: "pre",
      transform: {
        filter: { id: STYLESHEET },
        async handler(code, id) {
          sheets.#tailwind.delete(id);
          if (!sheets.#isWidgets(id)) return null;
          const { usesTailwind, files } = await readImportedSheets(id, code);
          if (!usesTailwind) return null;
          // The dev server does not see the rules that import them.
          for (const file of files) this.addWatchFile(file);
          if (CLASS_NAMES.test(id)) {
            return { code: await sheets.#compileTailwind(nameOfWidget(id), id), map: null };
          }
          sheets.#tailwind.add(id);
          return { code: "", map: null };
        },
      },
    };
  }

  /** Stands between the dev server's two plugins for CSS: what comes is compiled CSS, what follows would inject it. */
  #takeCompiled(): Plugin {
    return {
      name: "tck:live-styles",
      transform: {
        filter: { id: STYLESHEET },
        handler: (code, id) => {
          if (!this.#isWidgets(id)) return null;
          this.#compiled.set(id, code);
          return { code: "", map: null };
        },
      },
    };
  }

  async #read({ name }: LiveWidget, id: string): Promise<string> {
    return this.#tailwind.has(id) ? await this.#compileTailwind(name, id) : this.#compiled.get(id) ?? "";
  }

  async #compileTailwind(name: string, id: string): Promise<string> {
    return await this.options.bundler.compileStylesheet(this.options.project, name, id);
  }

  async #splitOnce(name: string, source: string): Promise<LiveStyles> {
    const known = this.#split.get(name);
    if (known?.source === source) return known.styles;
    const styles = { name, ...await splitStylesheets(source) };
    this.#split.set(name, { source, styles });
    return styles;
  }

  /** The ids of the stylesheets, in the order in which their imports are evaluated. */
  async #importedBy(environment: DevEnvironment, url: string): Promise<string[]> {
    await this.#transformAll(environment, url, new Set());
    const entry = await environment.moduleGraph.getModuleByUrl(url);
    const order: string[] = [];
    const seen = new Set<EnvironmentModuleNode>();
    const visit = (module: EnvironmentModuleNode) => {
      if (seen.has(module) || this.#isPassedOver(environment, module)) return;
      seen.add(module);
      module.importedModules.forEach(visit);
      if (module.id !== null && STYLESHEET.test(module.id)) order.push(module.id);
    };
    if (entry) visit(entry);
    return order;
  }

  async #transformAll(environment: DevEnvironment, url: string, seen: Set<string>): Promise<void> {
    if (seen.has(url)) return;
    seen.add(url);
    await environment.transformRequest(url);
    const module = await environment.moduleGraph.getModuleByUrl(url);
    // What a stylesheet imports has been compiled into it.
    if (!module || STYLESHEET.test(module.id ?? "")) return;
    const imported = [...module.importedModules].filter((other) => !this.#isPassedOver(environment, other));
    await Promise.all(imported.map((other) => this.#transformAll(environment, other.url, seen)));
  }

  /** What is bundled ahead holds no stylesheet, and its bundling must not be waited for. */
  #isPassedOver({ depsOptimizer }: DevEnvironment, { file }: EnvironmentModuleNode): boolean {
    if (file === null || file.startsWith("\0") || this.options.isOwn(file)) return true;
    return depsOptimizer?.isOptimizedDepFile(file) ?? false;
  }
}

/** The dev server's client would put an element into the head for each stylesheet, if an empty one. */
function keepOutOfHead(isWidgets: (id: string) => boolean): Plugin {
  return {
    name: "tck:no-styles-in-head",
    enforce: "post",
    transform: {
      filter: { id: STYLESHEET },
      handler: (code, id) =>
        isWidgets(id) ? { code: code.replace(/^__vite__(updateStyle)\(.*\)$/m, ""), map: null } : null,
    },
  };
}

/** The widget in whose folder a file stands; empty for a file that several widgets may share. */
function nameOfWidget(file: string): string {
  return /\/widgets\/([^/]+)\//.exec(file)?.[1] ?? "";
}
