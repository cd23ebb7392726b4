import { LIMITS } from "../contract/mod.ts";
import { CodedError } from "../errors/mod.ts";

/**
 * A batch whose manifests are larger together than a commit can hold.
 *
 * @example
 * ```ts
 * import { BatchLimitError } from "@tck/tckb/commit";
 * new BatchLimitError("limit.batch_manifests", "too large").code; // "limit.batch_manifests"
 * ```
 */
export class BatchLimitError extends CodedError<"limit.batch_manifests"> {
  /** The name of the class. */
  override readonly name = "BatchLimitError";
}

const [QUOTE, BACKSLASH, COMMA, OPEN_ARRAY, OPEN_OBJECT] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b];

/**
 * The limits of all manifests of a batch together, counted after inflation: the compressed size of a text says little
 * about its size.
 */
export class ManifestBudget {
  #bytes = 0;
  #values = 0;

  /** @throws {BatchLimitError} when the manifests so far have more than a batch may have */
  spend(manifest: Uint8Array): void {
    this.#bytes += manifest.length;
    this.#values += countJsonValues(manifest);
    if (this.#bytes > LIMITS.batchManifestBytes) throw tooLarge(`${LIMITS.batchManifestBytes} bytes`);
    if (this.#values > LIMITS.batchManifestValues) throw tooLarge(`${LIMITS.batchManifestValues} values`);
  }
}

function tooLarge(limit: string): BatchLimitError {
  const message = `Cannot take the batch: its manifests have more than ${limit} together`;
  return new BatchLimitError("limit.batch_manifests", message);
}

/** The objects, arrays, and what is between commas, of valid JSON. */
function countJsonValues(json: Uint8Array): number {
  let values = 1;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === QUOTE) at = findStringEnd(json, at);
    else if (byte === COMMA || byte === OPEN_ARRAY || byte === OPEN_OBJECT) values++;
  }
  return values;
}

function findStringEnd(json: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}
