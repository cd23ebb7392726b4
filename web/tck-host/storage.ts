import type { WidgetDocument } from "@tck/kit";
import type { JsonValue, WidgetManifest } from "../../core/manifest/mod.ts";

/**
 * Holds the documents of mounted widgets for as long as they are mounted: the only storage of this version, since
 * widgets keep nothing (lifecycle specification, §1 rule 1).
 */
export class EphemeralStorage {
  readonly #documents = new Map<string, WidgetDocument>();

  /**
   * The document of an instance: at first the manifest's baked `defaultState`, at version 0. It is frozen throughout,
   * so that a widget which writes into it fails at that line, and does not change what its siblings read.
   */
  open(instanceId: string, manifest: WidgetManifest): WidgetDocument {
    const document = this.#documents.get(instanceId) ??
      Object.freeze({ state: freeze(structuredClone(manifest.defaultState ?? {})), version: 0 });
    this.#documents.set(instanceId, document);
    return document;
  }

  /** Forgets the document of an instance. */
  close(instanceId: string): void {
    this.#documents.delete(instanceId);
  }
}

function freeze<Value extends JsonValue>(value: Value): Value {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(freeze);
  return value;
}
