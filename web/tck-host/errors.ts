import { type CardFailure, KIT_VERSION } from "../../core/contract/mod.ts";
import { CodedError, quote } from "../../core/errors/mod.ts";
import { InvalidManifestError } from "../../core/manifest/mod.ts";

/** Why a host could not register or mount a widget. */
export type HostErrorCode =
  /** The hash is already registered with another manifest or other URLs. */
  | "bundle.conflict"
  /** No registered bundle has this manifest id (and hash). */
  | "manifest.unknown"
  /** Several registered bundles have this manifest id, and the request has no hash. */
  | "manifest.ambiguous"
  /** An instance with this id is already mounted. */
  | "instance.exists"
  /** The module could not be fetched, parsed or evaluated. */
  | "module.unavailable"
  /** The default export of the module is not a component. */
  | "module.no_component"
  /** The bundle was built for a newer kit than the host's, and does not work with this one. */
  | "kit.too_old"
  /** A stylesheet could not be fetched. A stylesheet that does not exist (404) is not an error. */
  | "css.unavailable"
  /** The widget waits too long for something while it is rendered. */
  | "render.timeout";

/** An error of a host. Invalid manifests throw `InvalidManifestError` instead. */
export class HostError extends CodedError<HostErrorCode> {
  override readonly name = "HostError";
}

/** A file of a bundle could not be loaded. */
export class LoadError extends HostError {
  /** @param failure why, in the terms of a card */
  constructor(code: HostErrorCode, readonly failure: CardFailure, message: string, options?: ErrorOptions) {
    super(code, message, options);
  }

  /** @param url what could not be loaded @param reason of which the message has the first 200 characters */
  static of(
    code: "module.unavailable" | "css.unavailable",
    failure: CardFailure,
    url: string,
    reason: string,
    options?: ErrorOptions,
  ): LoadError {
    return new LoadError(code, failure, `Cannot load ${quote(url)}: ${reason.slice(0, 200)}`, options);
  }
}

/** Classifies what a card failed with. What is not an error of the host was thrown by the widget. */
export function classifyFailure(error: unknown): CardFailure {
  if (error instanceof LoadError) return error.failure;
  if (error instanceof InvalidManifestError) return "manifest";
  if (!(error instanceof HostError)) return "render";
  if (error.code === "render.timeout") return "timeout";
  return error.code === "module.no_component" || error.code === "kit.too_old" ? "import" : "manifest";
}

/** A bundle that was built for a newer kit could not be evaluated or rendered (decision 040). */
export class KitVersionError extends HostError {
  /**
   * @param manifestId the widget's name
   * @param needed the version of the kit that the bundle was built for
   * @param cause what the bundle failed with
   */
  constructor(manifestId: string, readonly needed: string, cause: unknown) {
    super(
      "kit.too_old",
      `Cannot show widget ${
        quote(manifestId)
      }: it needs @tck/kit ${needed}, and this page has ${KIT_VERSION}`,
      { cause },
    );
  }
}
