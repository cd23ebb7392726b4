import type { WidgetComponent, WidgetDocument } from "@tck/kit";
import { parseManifest, type WidgetManifest } from "../../core/manifest/mod.ts";
import { loadBundle, type LoadedBundle, type ModuleLoader, type RegisteredBundle } from "./bundle.ts";
import { HostError, quote } from "./errors.ts";
import { EphemeralStorage } from "./storage.ts";

/** Where a card stands: column and row, from 0. In a feed every card is in column 0. */
export interface WidgetPosition {
  readonly col: number;
  readonly row: number;
}

/** What `register` takes: a bundle whose manifest has not been checked. */
export interface BundleRegistration extends Omit<RegisteredBundle, "manifest"> {
  /** The manifest as it came with the widget. */
  readonly manifest: unknown;
}

/** What `mountWidget` takes. */
export interface MountRequest {
  /** The id in the manifest of a registered bundle. */
  readonly manifestId: string;
  /** The bundle that is meant, where several have this manifest id. */
  readonly hash?: string;
  /** The id of the widget, which becomes the instance's; by default the host gives one. */
  readonly widgetId?: string;
  /** Where the card stands. */
  readonly position: WidgetPosition;
}

/** One widget on the page. */
export interface WidgetInstance {
  /** Identifies it in its host. */
  readonly instanceId: string;
  /** The hash of its bundle. */
  readonly hash: string;
  /** The manifest of its bundle. */
  readonly manifest: WidgetManifest;
  /** What to render. */
  readonly component: WidgetComponent;
  /** What was fetched for its bundle: one object for all instances of one hash. */
  readonly bundle: LoadedBundle;
  /** Where the card stands. */
  readonly position: WidgetPosition;
  /** The document that the widget reads. */
  getDoc(): WidgetDocument;
}

/** What a host is made of. */
export interface HostOptions {
  /** Evaluates a module: in a page, `(url) => import(url)`. */
  readonly loader: ModuleLoader;
  /** Holds the widgets' documents; by default a storage of the host's own. */
  readonly storage?: EphemeralStorage;
}

/**
 * The registry of bundles and of the widget instances made from them (lifecycle specification, D.4 steps 3 to 5, where
 * it is called TodayHost). Bundles are identified by hash; what is loaded for one is loaded once, however many
 * instances it has.
 *
 * @example
 * ```ts
 * import { DailyHost } from "@tck/kit/host";
 * const host = new DailyHost({ loader: (url) => import(url) });
 * ```
 */
export class DailyHost {
  readonly #loader: ModuleLoader;
  readonly #storage: EphemeralStorage;
  readonly #bundles = new Map<string, RegisteredBundle>();
  readonly #loads = new Map<string, Promise<LoadedBundle>>();
  readonly #instances = new Map<string, WidgetInstance>();

  /** @param options the module loader and the storage */
  constructor({ loader, storage = new EphemeralStorage() }: HostOptions) {
    this.#loader = loader;
    this.#storage = storage;
  }

  /** The mounted instances, by id. */
  get instances(): ReadonlyMap<string, WidgetInstance> {
    return this.#instances;
  }

  /**
   * Makes a bundle known. Nothing is fetched yet. Registering the same again does nothing.
   *
   * @throws {InvalidManifestError} when the manifest is not one
   * @throws {HostError} `bundle.conflict` when this hash was registered with something else
   */
  register(registration: BundleRegistration): void {
    const bundle = { ...registration, manifest: parseManifest(registration.manifest) };
    const known = this.#bundles.get(bundle.hash);
    if (known !== undefined && canonicalJson(known) !== canonicalJson(bundle)) {
      throw new HostError(
        "bundle.conflict",
        `Cannot register bundle ${quote(bundle.hash)}: it is registered with another manifest or other URLs`,
      );
    }
    this.#bundles.set(bundle.hash, known ?? bundle);
  }

  /**
   * Loads the bundle of a widget, unless it is loaded, and makes an instance. A load that failed is forgotten, so that
   * the next call tries again.
   *
   * @throws {HostError} any code but `bundle.conflict`
   */
  async mountWidget(request: MountRequest): Promise<WidgetInstance> {
    const registered = this.#resolve(request);
    const bundle = await this.#load(registered);
    const instanceId = request.widgetId ?? this.#nextInstanceId(request.manifestId);
    if (this.#instances.has(instanceId)) {
      throw new HostError(
        "instance.exists",
        `Cannot mount widget ${quote(instanceId)}: it is mounted already`,
      );
    }
    const { hash, manifest } = registered;
    const document = this.#storage.open(instanceId, manifest);
    const instance: WidgetInstance = {
      instanceId,
      hash,
      manifest,
      component: bundle.component,
      bundle,
      position: request.position,
      getDoc: () => document,
    };
    this.#instances.set(instanceId, instance);
    return instance;
  }

  /** Forgets an instance and its document. What was loaded for its bundle stays for the next one. */
  unmount(instanceId: string): void {
    this.#instances.delete(instanceId);
    this.#storage.close(instanceId);
  }

  #resolve({ manifestId, hash }: MountRequest): RegisteredBundle {
    const candidates = [...this.#bundles.values()].filter((bundle) =>
      bundle.manifest.id === manifestId && (hash === undefined || bundle.hash === hash)
    );
    if (candidates.length === 1) return candidates[0]!;
    const which = `${quote(manifestId)}${hash === undefined ? "" : ` of bundle ${quote(hash)}`}`;
    throw candidates.length === 0
      ? new HostError("manifest.unknown", `Cannot mount widget ${which}: no such manifest is registered`)
      : new HostError(
        "manifest.ambiguous",
        `Cannot mount widget ${which}: ${candidates.length} bundles have this manifest id, name one by its hash`,
      );
  }

  #load(bundle: RegisteredBundle): Promise<LoadedBundle> {
    const known = this.#loads.get(bundle.hash);
    if (known !== undefined) return known;
    const load = loadBundle(bundle, this.#loader).catch((error) => {
      this.#loads.delete(bundle.hash);
      throw error;
    });
    this.#loads.set(bundle.hash, load);
    return load;
  }

  #nextInstanceId(manifestId: string): string {
    let number = this.#instances.size + 1;
    while (this.#instances.has(`${manifestId}#${number}`)) number++;
    return `${manifestId}#${number}`;
  }
}

/** JSON with sorted keys: a manifest that went through a database comes back in another order. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(
    value,
    (_key, inner) =>
      inner !== null && typeof inner === "object" && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => a < b ? -1 : 1))
        : inner,
  );
}
