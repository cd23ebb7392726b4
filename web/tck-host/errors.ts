/** Why a host could not do what it was asked. */
export type HostErrorCode =
  /** The same hash was registered before with something else. */
  | "bundle.conflict"
  /** No registered bundle has this manifest id (and hash). */
  | "manifest.unknown"
  /** Several registered bundles have this manifest id, and no hash says which is meant. */
  | "manifest.ambiguous"
  /** An instance of this id is mounted already. */
  | "instance.exists"
  /** The module could not be fetched, parsed or evaluated. */
  | "module.unavailable"
  /** The module has no component as its default export. */
  | "module.no_component"
  /** A stylesheet could not be fetched; that there is none is no error. */
  | "css.unavailable";

/** What a host throws, beside the `InvalidManifestError` of a manifest that it cannot accept. */
export class HostError extends Error {
  /** What is the case, for code; the message is for people. */
  readonly code: HostErrorCode;

  /** @param code what is the case @param message what was attempted, and what is the case @param options the cause */
  constructor(code: HostErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "HostError";
    this.code = code;
  }
}

/** @internal A value for a message, cut to a readable length. */
export function quote(value: string): string {
  return JSON.stringify(value.length > 80 ? `${value.slice(0, 79)}…` : value);
}
