import { DailyHost, type LoadedBundle, type WidgetInstance } from "@tck/kit/host";
import type { PublicBundle } from "../../protocol.ts";
import type { CardContent } from "../state/card_state.ts";
import type { ModuleImport } from "./live_modules.ts";

/**
 * The cards of bundles, mounted by production's host. In this host a bundle is identified by its id and load time instead
 * of its hash: two files may contain the same bundle, and a rewritten file may contain another bundle with the same
 * module.
 */
export class BundleCards {
  readonly #host: DailyHost;
  readonly #failed = new Set<string>();
  readonly #stripped = new WeakMap<LoadedBundle, LoadedBundle>();

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
      fetch: fetchFile,
    });
  }

  /**
   * Creates an instance of a bundle.
   *
   * @throws {HostError} when the module or its stylesheet cannot be loaded
   * @throws {InvalidManifestError} when the manifest is invalid
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
      instance: { ...instance, bundle: this.#withoutPropertiesCss(instance.bundle) },
      propertiesCss: instance.bundle.propertiesCss,
    };
  }

  /** Removes an instance. */
  unmount({ instanceId }: WidgetInstance): void {
    this.#host.unmount(instanceId);
  }

  /** Returns one object for all instances of a bundle: the mount shares a stylesheet per object. */
  #withoutPropertiesCss(bundle: LoadedBundle): LoadedBundle {
    const stripped = this.#stripped.get(bundle) ?? { ...bundle, propertiesCss: null };
    this.#stripped.set(bundle, stripped);
    return stripped;
  }
}

/** What the dev server adds to a module comes before the module's own first line, which the host reads. */
async function fetchFile(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (!response.ok || !new URL(url, location.href).pathname.endsWith("/widget.mjs")) return response;
  const text = await response.text();
  return new Response(text.slice(Math.max(0, text.indexOf("/*! tckb "))), response);
}

/** Changes whenever the content of a bundle changes. */
export function bundleRevision({ id, loadedAt }: PublicBundle): string {
  return `${id}@${loadedAt}`;
}

/** The host always fetches a stylesheet. */
const NO_STYLESHEET = "data:text/css,";
