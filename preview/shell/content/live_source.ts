import {
  type BundleSource,
  importComponent,
  type LoadedBundle,
  LoadError,
  type RegisteredBundle,
} from "@tck/kit/host";
import { errorMessage } from "../../../core/errors/mod.ts";
import type { ModuleImport } from "./live_modules.ts";

export type BundleStyles = Pick<LoadedBundle, "css" | "propertiesCss">;

/** Reads the stylesheets of a bundle. */
export type StylesReader = (bundle: RegisteredBundle, signal: AbortSignal) => Promise<BundleStyles>;

/** Fetches the stylesheets of a bundle from the dev server. */
export async function fetchStyles(
  { cssUrl, propertiesCssUrl }: RegisteredBundle,
  signal: AbortSignal,
): Promise<BundleStyles> {
  const urls = [cssUrl, propertiesCssUrl];
  const [css, propertiesCss] = await Promise.all(urls.map((url) => fetchStylesheet(url, signal)));
  return { css: css!, propertiesCss: propertiesCss! };
}

/** Reads the stylesheets of a bundle of a site, whose policy allows no connections: one module has both. */
export function importStyles(importModule: ModuleImport): StylesReader {
  return async ({ cssUrl }) => (await importModule(cssUrl!) as { default: BundleStyles }).default;
}

/** Loads bundles from the dev server, which has verified them and serves their modules with its own React and kit. */
export class LiveSource implements BundleSource {
  readonly #import: ModuleImport;
  readonly #readStyles: StylesReader;
  /** The modules that could not be imported: a browser does not import the same URL again. */
  readonly #failed = new Set<string>();

  /** @param importModule imports a module of the page's own server */
  constructor(importModule: ModuleImport, readStyles: StylesReader) {
    this.#import = importModule;
    this.#readStyles = readStyles;
  }

  async load(bundle: RegisteredBundle, signal: AbortSignal): Promise<LoadedBundle> {
    const { bundleUrl, kitVersion = null } = bundle;
    const [component, styles] = await Promise.all([
      importComponent(bundle, kitVersion, () => this.#importAgain(bundleUrl)),
      this.#readStyles(bundle, signal),
    ]);
    return { component, ...styles, kitVersion };
  }

  async #importAgain(url: string): Promise<unknown> {
    try {
      return await this.#import(url, this.#failed.has(url) ? Date.now() : undefined);
    } catch (error) {
      this.#failed.add(url);
      throw error;
    }
  }
}

async function fetchStylesheet(url: string | undefined, signal: AbortSignal): Promise<string | null> {
  if (url === undefined) return null;
  try {
    const response = await fetch(url, { signal });
    if (response.ok) return await response.text();
    throw new Error(`the answer is ${response.status}`);
  } catch (cause) {
    throw LoadError.of("css.unavailable", "fetch", url, errorMessage(cause), { cause });
  }
}
