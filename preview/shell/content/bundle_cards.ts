import { DailyHost, type WidgetInstance } from "@tck/kit/host";
import type { PublicBundle } from "../../protocol.ts";
import { LiveSource, type StylesReader } from "./live_source.ts";
import type { ModuleImport } from "./live_modules.ts";

/**
 * The cards of bundles, mounted by production's host. In this host a bundle is identified by its id and load time instead
 * of its hash: two files may contain the same bundle, and a rewritten file may contain another bundle with the same
 * module.
 */
export class BundleCards {
  readonly #host: DailyHost;

  /** @param importModule imports a module of the page's own server @param readStyles reads what a bundle has beside it */
  constructor(importModule: ModuleImport, readStyles: StylesReader) {
    this.#host = new DailyHost({ source: new LiveSource(importModule, readStyles) });
  }

  /**
   * Creates an instance of a bundle.
   *
   * @throws {HostError} when the module or its stylesheet cannot be loaded
   * @throws {InvalidManifestError} when the manifest is invalid
   */
  async mount(bundle: PublicBundle): Promise<WidgetInstance> {
    const { manifest, kitVersion, bundleUrl, cssUrl, propertiesCssUrl } = bundle;
    const hash = bundleRevision(bundle);
    this.#host.register({ hash, manifest, kitVersion, bundleUrl, cssUrl, propertiesCssUrl });
    return await this.#host.mountWidget({ manifestId: manifest.id, hash, position: { col: 0, row: 0 } });
  }

  unmount({ instanceId }: WidgetInstance): void {
    this.#host.unmount(instanceId);
  }
}

/** Changes whenever the content of a bundle changes. */
export function bundleRevision({ id, loadedAt }: PublicBundle): string {
  return `${id}@${loadedAt}`;
}
