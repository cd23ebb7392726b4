import type { WidgetComponent, WidgetDocument } from "@tck/kit";
import { quote } from "../../core/errors/mod.ts";
import { parseManifest, type WidgetManifest } from "../../core/manifest/mod.ts";
import type { BundleSource, LoadedBundle, RegisteredBundle } from "./bundle_source.ts";
import { HostError, LoadError } from "./errors.ts";
import { EphemeralStorage } from "./storage.ts";
import { type ModuleLoader, UrlSource } from "./url_source.ts";

/** The position of a card: column and row, from 0. In a feed every card is in column 0. */
interface WidgetPosition {
  readonly col: number;
  readonly row: number;
}

/** A bundle whose manifest has not been validated. */
interface BundleRegistration extends Omit<RegisteredBundle, "manifest"> {
  /** The manifest as it was received. */
  readonly manifest: unknown;
}

/** A widget to mount. */
export interface MountRequest {
  /** The id in the manifest of a registered bundle. */
  readonly manifestId: string;
  /** The hash of the bundle, required if several registered bundles have this manifest id. */
  readonly hash?: string;
  /**
   * The widget's own manifest, for widgets that share a bundle but not its manifest. Requires `hash`.
   *
   * @default the manifest that the bundle was registered with
   */
  readonly manifest?: unknown;
  /** The id of the widget and of its instance. Without it, the host generates one. */
  readonly widgetId?: string;
  /** The position of the card. */
  readonly position: WidgetPosition;
}

/** One widget on the page. */
export interface WidgetInstance {
  /** Unique in its host. */
  readonly instanceId: string;
  /** The hash of its bundle; null for a widget that runs from its source, as in the preview. */
  readonly hash: string | null;
  /** Its manifest. */
  readonly manifest: WidgetManifest;
  /** The component to render. */
  readonly component: WidgetComponent;
  /** What was loaded for its bundle: one object for all instances of one hash. */
  readonly bundle: LoadedBundle;
  /** The position of the card. */
  readonly position: WidgetPosition;
  /** The document that the widget reads. */
  getDoc(): WidgetDocument;
}

/** Where the bundles come from. `loader` is short for the source by URL with this loader. */
type HostSource =
  /** Evaluates a module: in a page, `(url) => import(url)`. */
  | { readonly loader: ModuleLoader; readonly source?: undefined }
  | { readonly source: BundleSource; readonly loader?: undefined };

type HostOptions = HostSource & {
  /**
   * Stores the widgets' documents.
   *
   * @default a new storage
   */
  readonly storage?: EphemeralStorage;
  /**
   * How long one bundle may take to load, in milliseconds.
   *
   * @default 20000
   */
  readonly loadTimeoutMs?: number;
};

/**
 * The registry of bundles and of the widget instances created from them (lifecycle specification, D.4 steps 3 to 5,
 * which call it TodayHost). Bundles are identified by hash and loaded once, however many instances they have.
 *
 * @example
 * ```ts
 * import { DailyHost } from "@tck/kit/host";
 * const host = new DailyHost({ loader: (url) => import(url) });
 * ```
 */
export class DailyHost {
  readonly #source: BundleSource;
  readonly #storage: EphemeralStorage;
  readonly #loadTimeoutMs: number;
  readonly #bundles = new Map<string, RegisteredBundle>();
  readonly #loads = new Map<string, Promise<LoadedBundle>>();
  readonly #instances = new Map<string, WidgetInstance>();

  /** @param options the source of bundles, the storage and the load timeout */
  constructor(options: HostOptions) {
    const { source, loader, storage = new EphemeralStorage(), loadTimeoutMs = 20_000 } = options;
    this.#source = source ?? new UrlSource(loader);
    this.#storage = storage;
    this.#loadTimeoutMs = loadTimeoutMs;
  }

  /** The mounted instances, by id. */
  get instances(): ReadonlyMap<string, WidgetInstance> {
    return this.#instances;
  }

  /**
   * Registers a bundle without loading it. Registering the same bundle again has no effect.
   *
   * @throws {InvalidManifestError} when the manifest is invalid
   * @throws {HostError} `bundle.conflict` when the hash is already registered with another manifest or other URLs
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
   * Loads the bundle of a widget, unless it is already loaded, and creates an instance. After a failed load, the next
   * call loads again.
   *
   * @throws {InvalidManifestError} when the request has an invalid manifest
   * @throws {HostError} any code except `bundle.conflict`
   */
  async mountWidget(request: MountRequest): Promise<WidgetInstance> {
    const ownManifest = request.manifest === undefined ? null : parseManifest(request.manifest);
    const registered = this.#resolve(request);
    const bundle = await this.#load(registered);
    const instanceId = request.widgetId ?? this.#nextInstanceId(request.manifestId);
    if (this.#instances.has(instanceId)) {
      throw new HostError(
        "instance.exists",
        `Cannot mount widget ${quote(instanceId)}: it is already mounted`,
      );
    }
    const { hash } = registered;
    const manifest = ownManifest ?? registered.manifest;
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

  /** Removes an instance and its document. The loaded bundle is kept for further instances. */
  unmount(instanceId: string): void {
    this.#instances.delete(instanceId);
    this.#storage.close(instanceId);
  }

  #resolve({ manifestId, hash, manifest }: MountRequest): RegisteredBundle {
    const candidates = [...this.#bundles.values()].filter((bundle) =>
      (hash === undefined || bundle.hash === hash) &&
      (bundle.manifest.id === manifestId || (hash !== undefined && manifest !== undefined))
    );
    if (candidates.length === 1) return candidates[0]!;
    const which = `${quote(manifestId)}${hash === undefined ? "" : ` of bundle ${quote(hash)}`}`;
    throw candidates.length === 0
      ? new HostError("manifest.unknown", `Cannot mount widget ${which}: no such manifest is registered`)
      : new HostError(
        "manifest.ambiguous",
        `Cannot mount widget ${which}: ${candidates.length} bundles have this manifest id, pass the hash of one`,
      );
  }

  #load(bundle: RegisteredBundle): Promise<LoadedBundle> {
    const known = this.#loads.get(bundle.hash);
    if (known !== undefined) return known;
    const load = this.#loadInTime(bundle).catch((error) => {
      this.#loads.delete(bundle.hash);
      throw error;
    });
    this.#loads.set(bundle.hash, load);
    return load;
  }

  /** An import cannot be ended; at the deadline the host only stops waiting for it. */
  async #loadInTime(bundle: RegisteredBundle): Promise<LoadedBundle> {
    const deadline = Promise.withResolvers<never>();
    const ended = new AbortController();
    const timer = setTimeout(() => {
      const reason = `it took more than its time of ${this.#loadTimeoutMs} ms`;
      deadline.reject(LoadError.of("module.unavailable", "timeout", bundle.bundleUrl, reason));
      ended.abort();
    }, this.#loadTimeoutMs);
    try {
      return await Promise.race([this.#source.load(bundle, ended.signal), deadline.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  #nextInstanceId(manifestId: string): string {
    let number = this.#instances.size + 1;
    while (this.#instances.has(`${manifestId}#${number}`)) number++;
    return `${manifestId}#${number}`;
  }
}

/** JSON with sorted keys: a database may return a manifest's keys in another order. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(
    value,
    (_key, inner) =>
      inner !== null && typeof inner === "object" && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => a < b ? -1 : 1))
        : inner,
  );
}
