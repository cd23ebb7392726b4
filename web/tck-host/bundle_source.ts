import type { WidgetComponent } from "@tck/kit";
import { isNewerVersion, KIT_VERSION } from "../../core/contract/mod.ts";
import { errorMessage, quote } from "../../core/errors/mod.ts";
import type { WidgetManifest } from "../../core/manifest/mod.ts";
import { HostError, KitVersionError, LoadError } from "./errors.ts";

/** A bundle that a host can mount instances of. */
export interface RegisteredBundle {
  /** SHA-384 of the module, 64 characters of base64url. */
  readonly hash: string;
  /** The validated manifest. */
  readonly manifest: WidgetManifest;
  /** The URL of the module. */
  readonly bundleUrl: string;
  /** The URL of the stylesheet. Absent, or answered by 404: there is none. */
  readonly cssUrl?: string | undefined;
  /** The URL of the `@property` rules. Absent, or answered by 404: there are none. */
  readonly propertiesCssUrl?: string | undefined;
  /** The version of the kit that the bundle was built for, for a source that does not read the module's text. */
  readonly kitVersion?: string | null | undefined;
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

/** Where a host gets its bundles from: URLs in an open canvas, envelopes in a sealed one, a dev server in the preview. */
export interface BundleSource {
  /**
   * Loads the module and the stylesheets of a bundle.
   *
   * @param signal aborts at the host's deadline, when nobody waits for the bundle any more
   * @throws {HostError} `module.unavailable`, `module.no_component`, `kit.too_old`, `css.unavailable`
   */
  load(bundle: RegisteredBundle, signal: AbortSignal): Promise<LoadedBundle>;
}

/**
 * Evaluates the module of a bundle and returns its component.
 *
 * An import of a name that only a newer kit has fails when the module is linked, with a message that differs between
 * browsers. The version of its kit then says what is wrong.
 *
 * @param importModule evaluates the module
 * @param kitVersion the version of the kit that the bundle was built for, or null
 * @throws {HostError} `module.unavailable`, `module.no_component`, `kit.too_old`
 */
export async function importComponent(
  { bundleUrl, manifest }: RegisteredBundle,
  kitVersion: string | null,
  importModule: () => Promise<unknown>,
): Promise<WidgetComponent> {
  let module: unknown;
  try {
    module = await importModule();
  } catch (cause) {
    const failure = isRejectedByBrowser(cause) ? "integrity" : "import";
    throw explainKit(
      manifest.id,
      kitVersion,
      LoadError.of("module.unavailable", failure, bundleUrl, errorMessage(cause), { cause }),
    );
  }
  const component = (module as { default?: unknown }).default;
  if (isComponent(component)) return component;
  throw new HostError(
    "module.no_component",
    `Cannot mount widget ${quote(manifest.id)}: the default export of ${quote(bundleUrl)} is not a component`,
  );
}

/**
 * The module's bytes were there before. If the browser cannot load it, it has rejected them by their integrity value; no
 * browser says so in its message.
 */
function isRejectedByBrowser(cause: unknown): boolean {
  return cause instanceof TypeError && /dynamically imported module|Importing a module/.test(cause.message);
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

/** Whether a value is a component: a function, or an object from React's `memo` or `lazy`. */
export function isComponent(value: unknown): value is WidgetComponent {
  return typeof value === "function" || (typeof value === "object" && value !== null && "$$typeof" in value);
}
