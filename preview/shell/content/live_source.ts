import {
  type BundleSource,
  importComponent,
  type LoadedBundle,
  LoadError,
  type RegisteredBundle,
} from "@tck/kit/host";
import { errorMessage } from "../../../core/errors/mod.ts";
import type { ModuleImport } from "./live_modules.ts";

/** Loads bundles from the dev server, which has verified them and serves their modules with its own React and kit. */
export class LiveSource implements BundleSource {
  readonly #import: ModuleImport;
  /** The modules that could not be imported: a browser does not import the same URL again. */
  readonly #failed = new Set<string>();

  /** @param importModule imports a module of the dev server */
  constructor(importModule: ModuleImport) {
    this.#import = importModule;
  }

  /** Loads a bundle. */
  async load(bundle: RegisteredBundle, signal: AbortSignal): Promise<LoadedBundle> {
    const { bundleUrl, cssUrl, propertiesCssUrl, kitVersion = null } = bundle;
    const [component, css, propertiesCss] = await Promise.all([
      importComponent(bundle, kitVersion, () => this.#importAgain(bundleUrl)),
      fetchStylesheet(cssUrl, signal),
      fetchStylesheet(propertiesCssUrl, signal),
    ]);
    return { component, css, propertiesCss, kitVersion };
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
