import { CodedError } from "../../core/errors/mod.ts";

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
  /** A stylesheet could not be fetched. A stylesheet that does not exist (404) is not an error. */
  | "css.unavailable";

/** An error of a host. Invalid manifests throw `InvalidManifestError` instead. */
export class HostError extends CodedError<HostErrorCode> {
  override readonly name = "HostError";
}
