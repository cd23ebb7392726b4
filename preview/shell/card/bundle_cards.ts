import { DailyHost, type LoadedBundle, type WidgetInstance } from "@tck/kit/host";
import type { PublicBundle } from "../../protocol.ts";
import type { CardContent } from "./card_state.ts";
import type { ModuleImport } from "./live_modules.ts";

/**
 * The cards of bundles, made by the host of production. Two files may hold the same bundle, and one file another bundle
 * of the same module, so that in this host a bundle is identified by its id and the time that it was loaded.
 */
export class BundleCards {
  readonly #host: DailyHost;
  readonly #failed = new Set<string>();
  readonly #withoutProperties = new WeakMap<LoadedBundle, LoadedBundle>();

  /** @param importModule imports a module of the dev server */
  constructor(importModule: ModuleImport) {
    this.#host = new DailyHost({
      loader: async (url) => {
        try {
          return await importModule(url, this.#failed.has(url) ? Date.now() : undefined);
        } catch (error) {
          this.#failed.add(url);
          throw error;
        }
      },
    });
  }

  /**
   * Makes an instance of a bundle.
   *
   * @throws {HostError} when the module or its stylesheet cannot be had
   * @throws {InvalidManifestError} when the manifest is not one
   */
  async mount(bundle: PublicBundle): Promise<CardContent> {
    const hash = bundleRevision(bundle);
    this.#host.register({
      hash,
      manifest: bundle.manifest,
      bundleUrl: bundle.bundleUrl,
      cssUrl: bundle.cssUrl ?? NO_STYLESHEET,
      ...(bundle.propertiesCssUrl && { propertiesCssUrl: bundle.propertiesCssUrl }),
    });
    const position = { col: 0, row: 0 };
    const instance = await this.#host.mountWidget({ manifestId: bundle.manifest.id, hash, position });
    return {
      instance: { ...instance, bundle: this.#leaveProperties(instance.bundle) },
      propertiesCss: instance.bundle.propertiesCss,
    };
  }

  /** Forgets an instance. */
  unmount({ instanceId }: WidgetInstance): void {
    this.#host.unmount(instanceId);
  }

  /** One object for all instances of a bundle, as the host has it: they share a stylesheet by it. */
  #leaveProperties(bundle: LoadedBundle): LoadedBundle {
    const rest = this.#withoutProperties.get(bundle) ?? { ...bundle, propertiesCss: null };
    this.#withoutProperties.set(bundle, rest);
    return rest;
  }
}

/** Differs when anything of a bundle does. */
export function bundleRevision({ id, loadedAt }: PublicBundle): string {
  return `${id}@${loadedAt}`;
}

/** The host asks for a stylesheet in any case. */
const NO_STYLESHEET = "data:text/css,";
