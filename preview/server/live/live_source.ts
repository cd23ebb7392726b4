import type { DevEnvironment, EnvironmentModuleNode, HtmlTagDescriptor, Plugin, ViteDevServer } from "vite";
import { LIVE_STYLES_CHANGED_EVENT, LIVE_WIDGETS_CHANGED_EVENT, type LiveStyles } from "../../protocol.ts";
import type { LiveStylesheets } from "./live_stylesheets.ts";
import { type LiveWidgets, STYLES_MODULE } from "./live_widgets.ts";

/** How long to wait for more after a file or folder has come or gone, in milliseconds. */
const DISCOVERY_QUIET = 20;

const WIDGETS_MODULE = "virtual:tck/live-widgets";

/** What {@link LiveSource} is made of. */
export interface LiveSourceOptions {
  /** The project folder, as a real path with forward slashes. */
  project: string;
  widgets: LiveWidgets;
  stylesheets: LiveStylesheets;
  /** Hears which widgets an edit concerns, or are new. */
  onEdit(names: readonly string[]): void;
}

/**
 * The project's sources in the page (preview specification, §2): which widgets there are, their stylesheets, and what an
 * edit changes. Modules are the dev server's own and refreshed by it in place.
 */
export class LiveSource {
  readonly #options: LiveSourceOptions;
  readonly #shown = new Map<string, LiveStyles>();
  #server: ViteDevServer | undefined;
  #discovery: ReturnType<typeof setTimeout> | undefined;
  /** One after another, so that the last word is that of the last edit. */
  #publishing: Promise<void> = Promise.resolve();

  constructor(options: LiveSourceOptions) {
    this.#options = options;
  }

  /** What the dev server needs. */
  plugin(): Plugin {
    // deno-lint-ignore no-this-alias -- in the hook, `this` is the dev server's
    const source = this;
    return {
      name: "tck:live-source",
      enforce: "pre",
      configureServer: (server) => this.#watch(server),
      resolveId: {
        filter: { id: /^virtual:tck\/live-/ },
        handler: (id) => `\0${id}`,
      },
      load: {
        filter: { id: /^\0virtual:tck\/live-/ },
        handler: (id) => this.#load(id.slice(1)),
      },
      transformIndexHtml: (_page, { originalUrl }) => this.#stageLinks(originalUrl ?? "/"),
      hotUpdate: {
        order: "post",
        handler({ file, type, modules }) {
          if (this.environment.name === "client") return source.#takeEdit(file, type, modules);
        },
      },
      closeServer: () => clearTimeout(this.#discovery),
    };
  }

  /** Looks which widgets there are, and tells the page when that has changed. */
  async rediscover(): Promise<void> {
    const { widgets, onEdit } = this.#options;
    if (!await widgets.discover()) return;
    this.publishWidgets();
    onEdit(widgets.list.filter(({ diagnostics }) => diagnostics === null).map(({ name }) => name));
  }

  /** Tells the page about the widgets. */
  publishWidgets(): void {
    this.#invalidate(WIDGETS_MODULE);
    this.#client?.hot.send(LIVE_WIDGETS_CHANGED_EVENT, this.#options.widgets.list);
  }

  get #client(): DevEnvironment | undefined {
    return this.#server?.environments.client;
  }

  #watch(server: ViteDevServer): void {
    this.#server = server;
    const folder = `${this.#options.project}/widgets`;
    server.watcher.add(folder);
    server.watcher.on("all", (event, path) => {
      if (event === "change" || !path.replaceAll("\\", "/").startsWith(folder)) return;
      clearTimeout(this.#discovery);
      this.#discovery = setTimeout(() => void this.rediscover(), DISCOVERY_QUIET);
    });
  }

  /** @returns the modules that the dev server is to update, where that is not all of them */
  #takeEdit(file: string, type: string, modules: readonly EnvironmentModuleNode[]): [] | undefined {
    if (type === "delete" && this.#isWidgetSource(file)) return []; // The list of widgets tells the page.
    const names = this.#concerned(file, modules);
    if (names.length === 0) return undefined;
    this.#options.onEdit(names);
    // After the dev server has taken the hooks' answers and has made its own copies invalid.
    setImmediate(() => this.#publishing = this.#publishing.then(() => this.#publishStyles(names)));
    return undefined;
  }

  async #load(id: string): Promise<string | null> {
    if (id === WIDGETS_MODULE) {
      return `export const liveWidgets = ${
        JSON.stringify(this.#options.widgets.list)
      };\n${ONE_UPDATE_AFTER_ANOTHER}`;
    }
    if (!id.startsWith(STYLES_MODULE)) return null;
    const name = decodeURIComponent(id.slice(STYLES_MODULE.length));
    const widget = this.#options.widgets.find(name);
    if (!widget || !this.#client) return null;
    const styles = await this.#options.stylesheets.compose(this.#client, widget);
    this.#shown.set(name, styles);
    return `export default ${JSON.stringify(styles)};`;
  }

  /** The modules of the widget that the Stage begins with: the page fetches them while it fetches the shell. */
  #stageLinks(pageUrl: string): HtmlTagDescriptor[] {
    const parameters = new URLSearchParams(pageUrl.split("?")[1]);
    if (parameters.get("view") === "feed") return [];
    const { widgets } = this.#options;
    const name = parameters.get("widget");
    const widget = name === null ? widgets.list[0] : widgets.find(name);
    if (widget === undefined) return [];
    const toLink = (href: string) => ({
      tag: "link",
      attrs: { rel: "modulepreload", href, "data-tck-stage": true },
    });
    return [widget.moduleUrl, widget.stylesUrl].map(toLink);
  }

  #isWidgetSource(file: string): boolean {
    return this.#options.widgets.list.some((widget) => `${this.#options.project}/${widget.file}` === file);
  }

  /** The widgets in whose folder a file stands, or that import it. */
  #concerned(file: string, modules: readonly EnvironmentModuleNode[]): string[] {
    const { project, widgets } = this.#options;
    const files = new Set([file, ...importersOf(modules)]);
    return widgets.list.filter(({ name, file: source }) =>
      file.startsWith(`${project}/widgets/${name}/`) || files.has(`${project}/${source}`)
    ).map(({ name }) => name);
  }

  async #publishStyles(names: readonly string[]): Promise<void> {
    await Promise.all(names.map((name) => this.#publishStylesOf(name)));
  }

  /** Only for widgets whose stylesheets the page has asked for. What does not compile is left to the checks to explain. */
  async #publishStylesOf(name: string): Promise<void> {
    const shown = this.#shown.get(name);
    const widget = this.#options.widgets.find(name);
    if (!shown || !widget || !this.#client) return;
    const styles = await this.#options.stylesheets.compose(this.#client, widget).catch(() => shown);
    if (styles.css === shown.css && styles.propertiesCss === shown.propertiesCss) return;
    this.#shown.set(name, styles);
    this.#invalidate(`${STYLES_MODULE}${encodeURIComponent(name)}`);
    this.#client.hot.send(LIVE_STYLES_CHANGED_EVENT, styles);
  }

  /** For who loads the page again. */
  #invalidate(id: string): void {
    const graph = this.#client?.moduleGraph;
    const module = graph?.getModuleById(`\0${id}`);
    if (module) graph!.invalidateModule(module);
  }
}

/**
 * A module that has been refreshed accepts its next update only when it has imported itself once more. An update that
 * begins before, as the second of two quick saves does, would be taken in and never painted. An import of the same address
 * that is asked for later is answered later, and no update begins before it is.
 */
const ONE_UPDATE_AFTER_ANOTHER = `
const addressOf = ({ acceptedPath, timestamp, explicitImportRequired }) => {
  const [path, query] = acceptedPath.split("?");
  const flag = explicitImportRequired ? "import&" : "";
  return import.meta.env.BASE_URL + path.slice(1) + "?" + flag + "t=" + timestamp + (query ? "&" + query : "");
};
import.meta.hot.on("vite:afterUpdate", async ({ updates }) => {
  const modules = updates.filter(({ type }) => type === "js-update");
  await Promise.allSettled(modules.map((update) => import(/* @vite-ignore */ addressOf(update))));
});`;

/** The files of some modules and of all that import them. */
function importersOf(modules: readonly EnvironmentModuleNode[]): Set<string | null> {
  const seen = new Set<EnvironmentModuleNode>();
  const visit = (module: EnvironmentModuleNode) => {
    if (seen.has(module)) return;
    seen.add(module);
    module.importers.forEach((importer) => visit(importer));
  };
  modules.forEach(visit);
  return new Set([...seen].map(({ file }) => file));
}
