/**
 * Everything of the preview that relies on Vite's internals: behaviour that Vite neither documents nor promises. Each
 * part has a test against {@link VITE_VERSION}; a new version of Vite is checked here.
 */
import {
  type DevEnvironment,
  type EnvironmentModuleNode,
  type ErrorPayload,
  type FSWatcher,
  type HotPayload,
  normalizePath,
  type Plugin,
  type ResolvedConfig,
  type ViteDevServer,
} from "vite";

/** The version of Vite that this file was written for. */
export const VITE_VERSION = "8.3.8";

/** Modules that every page requests besides the shell's. */
export const CLIENT_MODULES = ["/@vite/client", "/@react-refresh"];

/** The path prefix of files outside the root folder. */
const FILE_PREFIX = "/@fs/";

/** The path prefix of module ids that are not files. */
const ID_PREFIX = "/@id/";

/** The URL of a file, which is given as an absolute path with forward slashes. */
export function fileUrl(path: string): string {
  // Vite decodes the path: a percent sign would begin an escape.
  return FILE_PREFIX + path.replaceAll("%", "%25").replace(/^\//, "");
}

export function virtualModuleUrl(id: string): string {
  return ID_PREFIX + id;
}

/** What Vite's own functions take for the URL of a module: the id of one that is not a file, or the URL itself. */
export function idOfUrl(url: string): string {
  return url.startsWith(ID_PREFIX) ? url.slice(ID_PREFIX.length) : url;
}

/** The path of the file that a URL leads to, or null for other URLs. */
export function filePathOf(url: string): string | null {
  try {
    const path = decodeURI(new URL(url, "http://localhost").pathname);
    const match = /^(?:\/@id)?\/+@fs\/+(.*)$/s.exec(path);
    return match && `/${match[1]}`;
  } catch {
    return null;
  }
}

/** Whether a module is a package's; Vite adds a version to its id. */
export function isPackageModule(id: string): boolean {
  return id.includes("/node_modules/") && /\.m?js(\?v=\w+)?$/.test(id);
}

/**
 * Delays the watcher's events for created and changed files, before Vite invalidates their modules.
 *
 * @param gate Null to pass an event on at once; otherwise whether to pass it on later
 */
export function delayFileEvents(
  watcher: FSWatcher,
  gate: (file: string, event: "change" | "add") => Promise<boolean> | null,
): void {
  const emit = watcher.emit.bind(watcher) as (event: string, ...args: unknown[]) => boolean;
  watcher.emit = (event: string, ...args: unknown[]) => {
    const isWritten = event === "change" || event === "add";
    const passed = isWritten ? gate(normalizePath(String(args[0])), event) : null;
    if (passed === null) return emit(event, ...args);
    void passed.then((isPassed) => isPassed && emit(event, ...args));
    return true;
  };
}

/** Calls a function for each event of the system, also for those of which the watcher makes no event of its own. */
export function onSystemEvent(watcher: FSWatcher, listener: () => void): void {
  watcher.on("raw", listener);
}

/** The files of all modules that pages have loaded, and those that stylesheets import. */
export function loadedFiles({ environments: { client } }: ViteDevServer): string[] {
  return [...client.moduleGraph.fileToModulesMap.keys()];
}

/** Whether a page has loaded a module of a file, or a module that a page has loaded imports one. */
export function isLoadedFile({ environments: { client } }: ViteDevServer, file: string): boolean {
  // A file on which the result of a module merely depends, such as one that Tailwind reads, has a node without an id.
  return [...client.moduleGraph.getModulesByFile(file) ?? []].some(({ id }) => id !== null);
}

/** Whether the id of a module that is not a file, as a URL has it, is known, or that of one that the preview makes. */
export function isLoadedId({ environments: { client } }: ViteDevServer, encoded: string): boolean {
  const id = encoded.replace("__x00__", "\0");
  const { idToModuleMap, urlToModuleMap } = client.moduleGraph;
  return /^\0?virtual:tck\/(?:live-|shared\/)/.test(id) || idToModuleMap.has(id) ||
    idToModuleMap.has(`\0${id}`) ||
    urlToModuleMap.has(id);
}

/**
 * Fulfils when Vite has applied the update whose `hotUpdate` hooks are running: modules that import the file are
 * invalid.
 */
export function updateApplied(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * Lets a module of components accept its updates again, which Vite ends when it cannot resolve an import of the module.
 * Such a module imports itself to refresh its components. So Vite takes it for its own importer, and would neither send
 * the corrected module nor load the page again.
 */
export function acceptOwnUpdates(module: EnvironmentModuleNode): void {
  // A module of an image or a text is its own importer too, by its watched file.
  const isScript = /\.[cm]?[jt]sx?$/.test(module.file ?? "");
  if (isScript && module.importers.has(module)) module.isSelfAccepting = true;
}

/**
 * Lets a module of components get its own exports by its exact URL. The code that refreshes them has a static import of
 * the module's path, to which Vite adds the version of the newest edit. A module that is compiled while the next edit
 * comes would import that edit, be evaluated after it, and replace its components by the older ones.
 */
export function importOwnExports(code: string): string {
  return code
    .replace(/^import \* as __vite_react_currentExports from .*$/m, "")
    .replace(
      /const currentExports = __vite_react_currentExports;(\s*)queueMicrotask\(\(\) => \{/,
      "$1RefreshRuntime.__hmr_import(import.meta.url).then((currentExports) => {",
    );
}

/** Removes the statement by which a compiled stylesheet adds itself to the document. */
export function removeStyleInjection(code: string): string {
  return code.replace(/^__vite__updateStyle\(.*\)$/m, "");
}

/**
 * Code for the page that keeps the order of two updates in quick succession. A module that was updated accepts its next
 * update only when it has its own exports ({@link importOwnExports}); an update before that would be dropped. Importing
 * the same URL once more ends after that, and Vite's client begins no update before. The URL is absolute, because Vite
 * adds a query to relative ones, and each URL is a module of its own. Only modules that this page has are imported: those
 * of a card in a frame must not run here.
 */
export const AWAIT_UPDATES = `
const addressOf = ({ acceptedPath, timestamp, explicitImportRequired }) => {
  const [path, query] = acceptedPath.split("?");
  const flag = explicitImportRequired ? "import&" : "";
  const url = import.meta.env.BASE_URL + path.slice(1) + "?" + flag + "t=" + timestamp + (query ? "&" + query : "");
  return new URL(url, location.href).href;
};
import.meta.hot.on("vite:afterUpdate", async ({ updates }) => {
  const { hotModulesMap } = import.meta.hot.hmrClient;
  const modules = updates.filter(({ type, path }) => type === "js-update" && hotModulesMap.has(path));
  await Promise.allSettled(modules.map((update) => import(/* @vite-ignore */ addressOf(update))));
});`;

/**
 * Code for a module that every page has. It imports what refreshes components, so that something always does: Vite gives
 * a module another URL when nothing has imported it for a while, such as after the only widget was empty. The widget
 * would then register its components with a second copy, which renders nothing again.
 */
export const KEEP_REFRESH = `import "/@react-refresh";`;

/** Removes plugins of Vite's own, before any module is loaded. @throws {Error} when Vite has no plugin of a name */
export function removePlugins({ plugins }: ResolvedConfig, names: readonly string[]): void {
  const list = plugins as Plugin[];
  for (const name of names) {
    const index = list.findIndex((plugin) => plugin.name === name);
    if (index < 0) throw new Error(`Vite has no plugin ${name}`);
    list.splice(index, 1);
  }
}

/** Whether a `resolveId` hook is called by the search for dependencies to bundle. */
export function isDependencyScan(options: object): boolean {
  return "scan" in options && options.scan === true;
}

export function isBundledPackage({ depsOptimizer }: DevEnvironment, file: string): boolean {
  return depsOptimizer?.isOptimizedDepFile(file) ?? false;
}

/** Whether a module is one of Vite's own for pages; their code has the token of the session. */
export function isClientModule(id: string): boolean {
  return /\/vite\/dist\/client\/|^\/?@react-refresh$/.test(id);
}

/**
 * The part of a module's code that only changes with its source: without the versions in the addresses of packages and
 * edited modules, and without the declarations for imports of CommonJS packages, whose order is random.
 */
export function stableCode(code: string): string {
  return withoutVersions(code)
    .replaceAll(CONSTANT, (constant) => PACKAGE_CONSTANT.test(constant) ? "" : constant);
}

/** An address or id, or code with them, without the versions of packages and edited modules. */
export function withoutVersions(text: string): string {
  return text.replaceAll(/([?&])(?:v=[0-9a-f]{8}|t=\d+)/g, "$1");
}

/** A declaration on one line. */
const CONSTANT = /const [\w$]+ = [^;\n]*(?:;\s*)?/g;

/** What Vite declares for an import of a CommonJS package. */
const PACKAGE_CONSTANT = /^const [\w$]+ = (?:\(\(m, n\) => .*\)\()?__vite__cjsImport/;

/** Changes with the installed packages and the configuration. */
export function packagesHash({ depsOptimizer }: DevEnvironment): string {
  return depsOptimizer?.metadata.hash ?? "";
}

/** Fulfils when Vite has bundled all packages that it knows of. */
export async function packagesBundled({ depsOptimizer }: DevEnvironment): Promise<void> {
  if (depsOptimizer === undefined) return;
  await depsOptimizer.scanProcessing; // The list of packages is complete after the scan.
  await Promise.allSettled(depsOptimizer.metadata.depInfoList.map(({ processing }) => processing));
}

/**
 * Remembers the last error that was sent to the pages, until an update is sent after it. Vite keeps an error only while no
 * page is connected: one whose import fails before it is connected would not receive it beside another page.
 *
 * @returns reads it; null for none
 */
export function rememberFault(hot: DevEnvironment["hot"]): () => ErrorPayload | null {
  let fault: ErrorPayload | null = null;
  const send = hot.send.bind(hot) as (...message: unknown[]) => void;
  hot.send = (...message: unknown[]) => {
    const [payload] = message as [HotPayload | string];
    if (typeof payload !== "string") {
      if (payload.type === "error") fault = payload;
      if (payload.type === "update" || payload.type === "full-reload") fault = null;
    }
    send(...message);
  };
  return () => fault;
}

/**
 * Whether a websocket may connect: a page with the server's token, or a page that pings until a new server is there and
 * cannot know its token.
 */
export function acceptsSocket(
  { config }: ViteDevServer,
  protocol: string | undefined,
  token: string | null,
): boolean {
  return protocol === "vite-ping" || (protocol === "vite-hmr" && token === config.webSocketToken);
}
