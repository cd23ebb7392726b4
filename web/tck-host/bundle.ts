import type { WidgetComponent } from "@tck/kit";
import type { WidgetManifest } from "../../core/manifest/mod.ts";
import { HostError, quote } from "./errors.ts";

/** A bundle that a host can mount instances of. */
export interface RegisteredBundle {
  /** SHA-384 of the module, 64 characters of base64url. */
  readonly hash: string;
  /** The manifest, checked. */
  readonly manifest: WidgetManifest;
  /** Where the module is. */
  readonly bundleUrl: string;
  /** Where the stylesheet is, if there is one: 404 means that there is none. */
  readonly cssUrl: string;
  /** Where the `@property` registrations are, if there are any. */
  readonly propertiesCssUrl?: string;
}

/** What was fetched for a bundle. Its instances share it. */
export interface LoadedBundle {
  /** The default export of the module. */
  readonly component: WidgetComponent;
  /** The text of the stylesheet, or null when there is none. */
  readonly css: string | null;
  /** The text of the `@property` registrations, or null when there are none. */
  readonly propertiesCss: string | null;
}

/** Evaluates the ES module at a URL: in a page, `(url) => import(url)`. */
export type ModuleLoader = (url: string) => Promise<unknown>;

/** How long one bundle may take to load, in milliseconds. */
const LOAD_TIMEOUT = 20_000;

/**
 * Fetches a bundle's module and stylesheets.
 *
 * The module is fetched before it is imported. By the HTML standard of before July 2026, and so in most browsers in
 * use, an import that failed to fetch stays failed until the page is reloaded, and an import tells neither status nor
 * reason. A fetch can be repeated, tells both, and leaves in the HTTP cache what the import then takes: the module is
 * immutable, so it crosses the network once. The import keeps the very URL that the page's import map holds the
 * integrity of; a varied query would be a way around it. What stays failed is a module that throws while it is
 * evaluated, or that its integrity refuses: trying the same bytes again could not help.
 *
 * @throws {HostError} `module.unavailable`, `module.no_component`, `css.unavailable`
 */
export async function loadBundle(bundle: RegisteredBundle, loader: ModuleLoader): Promise<LoadedBundle> {
  const signal = AbortSignal.timeout(LOAD_TIMEOUT);
  const [component, css, propertiesCss] = await Promise.all([
    loadComponent(bundle, loader, signal),
    fetchStylesheet(bundle.cssUrl, signal),
    bundle.propertiesCssUrl === undefined ? null : fetchStylesheet(bundle.propertiesCssUrl, signal),
  ]);
  return { component, css, propertiesCss };
}

async function loadComponent(
  { bundleUrl, manifest }: RegisteredBundle,
  loader: ModuleLoader,
  signal: AbortSignal,
): Promise<WidgetComponent> {
  const fetched = await fetchText(bundleUrl, "module.unavailable", signal);
  if (fetched.problem !== null) throw unavailable("module.unavailable", bundleUrl, fetched.problem);
  const module = await Promise.race([loader(bundleUrl), abortion(signal)]).catch((cause) => {
    throw unavailable("module.unavailable", bundleUrl, describe(cause), cause);
  });
  const component = (module as { default?: unknown }).default;
  if (isComponent(component)) return component;
  throw new HostError(
    "module.no_component",
    `Cannot mount widget ${quote(manifest.id)}: the default export of ${quote(bundleUrl)} is not a component`,
  );
}

async function fetchStylesheet(url: string, signal: AbortSignal): Promise<string | null> {
  const { status, text, problem } = await fetchText(url, "css.unavailable", signal);
  if (status === 404) return null;
  if (problem !== null) throw unavailable("css.unavailable", url, problem);
  return text;
}

async function fetchText(
  url: string,
  code: "module.unavailable" | "css.unavailable",
  signal: AbortSignal,
): Promise<{ status: number; text: string; problem: string | null }> {
  try {
    const response = await fetch(url, { signal });
    const text = await response.text();
    return { status: response.status, text, problem: response.ok ? null : describeProblem(response, text) };
  } catch (cause) {
    throw unavailable(code, url, describe(cause), cause);
  }
}

/** `422 bundle.hash_mismatch`: the routes' problem documents (RFC 9457) say more than the status. */
function describeProblem(response: Response, body: string): string {
  if (!response.headers.get("content-type")?.startsWith("application/problem+json")) {
    return `the answer is ${response.status}`;
  }
  try {
    return `the answer is ${response.status} ${String(JSON.parse(body).code).slice(0, 80)}`;
  } catch {
    return `the answer is ${response.status}`;
  }
}

function unavailable(
  code: "module.unavailable" | "css.unavailable",
  url: string,
  reason: string,
  cause?: unknown,
): HostError {
  return new HostError(code, `Cannot load ${quote(url)}: ${reason}`, { cause });
}

function describe(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).slice(0, 200);
}

/** A dynamic import cannot be aborted, only no longer waited for. */
function abortion(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** A function, or what React's `memo` and `lazy` make of one. */
function isComponent(value: unknown): value is WidgetComponent {
  return typeof value === "function" || (typeof value === "object" && value !== null && "$$typeof" in value);
}
