import { toIntegrity } from "../../core/bytes/mod.ts";
import { type CardFailure, parseKitLine } from "../../core/contract/mod.ts";
import { errorMessage } from "../../core/errors/mod.ts";
import { parseStylesheetLine, type StylesheetHashes } from "../../core/tckb/mod.ts";
import {
  type BundleSource,
  importComponent,
  type LoadedBundle,
  type RegisteredBundle,
} from "./bundle_source.ts";
import { LoadError } from "./errors.ts";

/** Evaluates the ES module at a URL: in a page, `(url) => import(url)`. */
export type ModuleLoader = (url: string) => Promise<unknown>;

/**
 * Loads bundles by the URLs that they were registered with.
 *
 * The module is fetched before it is imported, for two reasons. In most browsers an import that failed to fetch keeps
 * failing until the page is reloaded (the HTML standard changed this in July 2026), and an import error has no status
 * or reason. A fetch can be repeated, reports both, and fills the HTTP cache for the import: the module is immutable,
 * so it is downloaded once. The import uses the exact URL that has an integrity value in the page's import map; a
 * changed query would bypass it. A module that throws during evaluation or fails its integrity check keeps failing,
 * but repeating that with the same bytes could not help.
 *
 * The first line of the module has the hashes of the stylesheets: those that the bundle does not have are not fetched,
 * and the others must have their hash. A module without this line, of an older bundler, may have any.
 */
export class UrlSource implements BundleSource {
  readonly #loader: ModuleLoader;

  /** @param loader evaluates a module */
  constructor(loader: ModuleLoader) {
    this.#loader = loader;
  }

  /** Loads a bundle, with the credentials of the page. */
  async load(bundle: RegisteredBundle, signal: AbortSignal): Promise<LoadedBundle> {
    const { bundleUrl, cssUrl, propertiesCssUrl } = bundle;
    const { hashes, kitVersion } = await fetchModule(bundleUrl, signal);
    const [component, css, propertiesCss] = await Promise.all([
      importComponent(bundle, kitVersion, () => this.#loader(bundleUrl)),
      fetchStylesheet(cssUrl, hashes?.css, signal),
      fetchStylesheet(propertiesCssUrl, hashes?.propertiesCss, signal),
    ]);
    return { component, css, propertiesCss, kitVersion };
  }
}

/** Fetches the module and reads its first lines: the hashes of its stylesheets and the version of its kit. */
async function fetchModule(
  url: string,
  signal: AbortSignal,
): Promise<{ hashes: StylesheetHashes | null; kitVersion: string | null }> {
  const { text, problem } = await fetchText("module.unavailable", url, { signal });
  if (problem !== null) throw LoadError.of("module.unavailable", problem.failure, url, problem.reason);
  try {
    const hashes = parseStylesheetLine(new TextEncoder().encode(text));
    return { hashes, kitVersion: parseKitLine(text) };
  } catch (cause) {
    throw LoadError.of("module.unavailable", "import", url, errorMessage(cause), { cause });
  }
}

/** @param hash null when the module says that there is no such stylesheet; undefined when it says nothing */
async function fetchStylesheet(
  url: string | undefined,
  hash: string | null | undefined,
  signal: AbortSignal,
): Promise<string | null> {
  if (url === undefined || hash === null) return null;
  const options = hash === undefined ? { signal } : { signal, integrity: toIntegrity(hash) };
  const { status, text, problem } = await fetchText("css.unavailable", url, options);
  if (status === 404) return null;
  if (problem !== null) throw LoadError.of("css.unavailable", problem.failure, url, problem.reason);
  return text;
}

/** The browser rejects a file that does not have the integrity value. */
async function fetchText(
  code: "module.unavailable" | "css.unavailable",
  url: string,
  options: { readonly signal: AbortSignal; readonly integrity?: string },
): Promise<{ status: number; text: string; problem: ResponseProblem | null }> {
  try {
    const response = await fetch(url, options);
    const text = await response.text();
    return { status: response.status, text, problem: response.ok ? null : responseProblem(response, text) };
  } catch (cause) {
    throw LoadError.of(code, "fetch", url, errorMessage(cause), { cause });
  }
}

interface ResponseProblem {
  readonly failure: CardFailure;
  readonly reason: string;
}

/** Includes the code of a problem document (RFC 9457), such as `422 bundle.hash_mismatch`. */
function responseProblem(response: Response, body: string): ResponseProblem {
  const code = readProblemCode(response, body);
  const reason = `the answer is ${response.status}${code === null ? "" : ` ${code}`}`;
  return { failure: code === "bundle.hash_mismatch" ? "integrity" : "fetch", reason };
}

function readProblemCode(response: Response, body: string): string | null {
  if (!response.headers.get("content-type")?.startsWith("application/problem+json")) return null;
  try {
    return String(JSON.parse(body).code).slice(0, 80);
  } catch {
    return null;
  }
}
