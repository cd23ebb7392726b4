import type { WidgetComponent } from "@tck/kit";
import { type CardFailure, isNewerVersion, KIT_VERSION, parseKitLine } from "../../core/contract/mod.ts";
import { errorMessage, quote } from "../../core/errors/mod.ts";
import { toIntegrity } from "../../core/bytes/mod.ts";
import type { WidgetManifest } from "../../core/manifest/mod.ts";
import { parseStylesheetLine, type StylesheetHashes } from "../../core/tckb/mod.ts";
import { HostError, KitVersionError, LoadError } from "./errors.ts";

/** A bundle that a host can mount instances of. */
export interface RegisteredBundle {
  /** SHA-384 of the module, 64 characters of base64url. */
  readonly hash: string;
  /** The validated manifest. */
  readonly manifest: WidgetManifest;
  /** The URL of the module. */
  readonly bundleUrl: string;
  /** The URL of the stylesheet; 404 means that there is none. */
  readonly cssUrl: string;
  /** The URL of the `@property` rules; 404 means that there are none. */
  readonly propertiesCssUrl?: string;
}

/** What was loaded for a bundle. All instances of the bundle share one object. */
export interface LoadedBundle {
  /** The default export of the module. */
  readonly component: WidgetComponent;
  /** The text of the stylesheet, or null when there is none. */
  readonly css: string | null;
  /** The text of the `@property` rules, or null when there are none. */
  readonly propertiesCss: string | null;
  /** The version of the kit that the bundle was built for; null when its banner does not name one. */
  readonly kitVersion?: string | null;
}

/** Evaluates the ES module at a URL: in a page, `(url) => import(url)`. */
export type ModuleLoader = (url: string) => Promise<unknown>;

/**
 * Fetches a file of a bundle: in a page, the browser's `fetch`, which rejects a file that does not have the integrity
 * value.
 */
export type FileFetcher = (
  url: string,
  options: { readonly signal: AbortSignal; readonly integrity?: string },
) => Promise<Response>;

/** How a host gets the files of its bundles. */
export interface BundleSource {
  /** Evaluates a module. */
  readonly loader: ModuleLoader;
  /** Fetches a file. */
  readonly fetch: FileFetcher;
}

/**
 * Loads a bundle's module and stylesheets.
 *
 * The module is fetched before it is imported, for two reasons. In most browsers an import that failed to fetch keeps
 * failing until the page is reloaded (the HTML standard changed this in July 2026), and an import error has no status
 * or reason. A fetch can be repeated, reports both, and fills the HTTP cache for the import: the module is immutable,
 * so it is downloaded once. The import uses the exact URL that has an integrity value in the page's import map; a
 * changed query would bypass it. A module that throws during evaluation or fails its integrity check keeps failing,
 * but repeating that with the same bytes could not help.
 *
 * An import of a name that only a newer kit has fails when the module is linked, with a message that differs between
 * browsers. The kit line of the module then says what is wrong.
 *
 * The first line of the module has the hashes of the stylesheets: those that the bundle does not have are not fetched,
 * and the others must have their hash. A module without this line, of an older bundler, may have any.
 *
 * @param timeoutMs how long the whole load may take, in milliseconds
 * @throws {HostError} `module.unavailable`, `module.no_component`, `kit.too_old`, `css.unavailable`
 */
export async function loadBundle(
  bundle: RegisteredBundle,
  source: BundleSource,
  timeoutMs: number,
): Promise<LoadedBundle> {
  const signal = AbortSignal.timeout(timeoutMs);
  const { cssUrl, propertiesCssUrl } = bundle;
  const { hashes, kitVersion } = await fetchModule(bundle, source.fetch, signal);
  const fetchSheet = (url: string | undefined, hash: string | null | undefined) =>
    url === undefined || hash === null ? null : fetchStylesheet(source.fetch, url, hash, signal);
  const [component, css, propertiesCss] = await Promise.all([
    loadComponent(bundle, source, signal, kitVersion),
    fetchSheet(cssUrl, hashes?.css),
    fetchSheet(propertiesCssUrl, hashes?.propertiesCss),
  ]);
  return { component, css, propertiesCss, kitVersion };
}

/**
 * What a bundle failed with; an error that names both versions when the bundle was built for a newer kit than this host's.
 *
 * @param kitVersion the version that the bundle was built for, or null
 */
export function explainKit(
  manifestId: string,
  kitVersion: string | null | undefined,
  error: unknown,
): unknown {
  const isNewer = kitVersion && isNewerVersion(kitVersion, KIT_VERSION);
  return isNewer ? new KitVersionError(manifestId, kitVersion, error) : error;
}

/** Fetches the module and reads its first lines: the hashes of its stylesheets and the version of its kit. */
async function fetchModule(
  { bundleUrl }: RegisteredBundle,
  fetch: FileFetcher,
  signal: AbortSignal,
): Promise<{ hashes: StylesheetHashes | null; kitVersion: string | null }> {
  const { text, problem } = await fetchText(fetch, bundleUrl, "module.unavailable", { signal });
  if (problem !== null) throw unavailable("module.unavailable", problem.failure, bundleUrl, problem.text);
  try {
    const hashes = parseStylesheetLine(new TextEncoder().encode(text));
    return { hashes, kitVersion: parseKitLine(text) };
  } catch (cause) {
    throw unavailable("module.unavailable", "import", bundleUrl, shortMessage(cause), cause);
  }
}

async function loadComponent(
  { bundleUrl, manifest }: RegisteredBundle,
  { loader }: BundleSource,
  signal: AbortSignal,
  kitVersion: string | null,
): Promise<WidgetComponent> {
  const module = await Promise.race([loader(bundleUrl), rejectOnAbort(signal)]).catch((cause) => {
    const error = unavailable(
      "module.unavailable",
      importFailure(cause, signal),
      bundleUrl,
      shortMessage(cause),
      cause,
    );
    throw signal.aborted ? error : explainKit(manifest.id, kitVersion, error);
  });
  const component = (module as { default?: unknown }).default;
  if (isComponent(component)) return component;
  throw new HostError(
    "module.no_component",
    `Cannot mount widget ${quote(manifest.id)}: the default export of ${quote(bundleUrl)} is not a component`,
  );
}

/**
 * The module was fetched a moment before. If the browser cannot load it now, it has rejected its bytes by their integrity
 * value; no browser says so in its message.
 */
function importFailure(cause: unknown, signal: AbortSignal): CardFailure {
  if (signal.aborted) return "timeout";
  const isRejected = cause instanceof TypeError &&
    /dynamically imported module|Importing a module/.test(cause.message);
  return isRejected ? "integrity" : "import";
}

async function fetchStylesheet(
  fetch: FileFetcher,
  url: string,
  hash: string | undefined,
  signal: AbortSignal,
): Promise<string | null> {
  const options = hash === undefined ? { signal } : { signal, integrity: toIntegrity(hash) };
  const { status, text, problem } = await fetchText(fetch, url, "css.unavailable", options);
  if (status === 404) return null;
  if (problem !== null) throw unavailable("css.unavailable", problem.failure, url, problem.text);
  return text;
}

async function fetchText(
  fetch: FileFetcher,
  url: string,
  code: "module.unavailable" | "css.unavailable",
  options: { readonly signal: AbortSignal; readonly integrity?: string },
): Promise<{ status: number; text: string; problem: ResponseProblem | null }> {
  try {
    const response = await fetch(url, options);
    const text = await response.text();
    return { status: response.status, text, problem: response.ok ? null : responseProblem(response, text) };
  } catch (cause) {
    throw unavailable(code, options.signal.aborted ? "timeout" : "fetch", url, shortMessage(cause), cause);
  }
}

interface ResponseProblem {
  readonly failure: CardFailure;
  readonly text: string;
}

/** Includes the code of a problem document (RFC 9457), such as `422 bundle.hash_mismatch`. */
function responseProblem(response: Response, body: string): ResponseProblem {
  const code = readProblemCode(response, body);
  const text = `the answer is ${response.status}${code === null ? "" : ` ${code}`}`;
  if (code === "bundle.hash_mismatch") return { failure: "integrity", text };
  return { failure: code === "widget.timeout" ? "timeout" : "fetch", text };
}

function readProblemCode(response: Response, body: string): string | null {
  if (!response.headers.get("content-type")?.startsWith("application/problem+json")) return null;
  try {
    return String(JSON.parse(body).code).slice(0, 80);
  } catch {
    return null;
  }
}

function unavailable(
  code: "module.unavailable" | "css.unavailable",
  failure: CardFailure,
  url: string,
  reason: string,
  cause?: unknown,
): HostError {
  return new LoadError(code, failure, `Cannot load ${quote(url)}: ${reason}`, { cause });
}

function shortMessage(cause: unknown): string {
  return errorMessage(cause).slice(0, 200);
}

/** A dynamic import cannot be aborted; at the deadline the host only stops waiting for it. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** Whether a value is a component: a function, or an object from React's `memo` or `lazy`. */
export function isComponent(value: unknown): value is WidgetComponent {
  return typeof value === "function" || (typeof value === "object" && value !== null && "$$typeof" in value);
}
