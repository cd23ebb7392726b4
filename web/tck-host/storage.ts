import type { WidgetDocument } from "@tck/kit";
import type { JsonValue, WidgetManifest } from "../../core/manifest/mod.ts";

/**
 * The documents of mounted widgets, for as long as they are mounted. This version has no other storage, because widgets
 * are stateless (lifecycle specification, §1 rule 1).
 */
export class EphemeralStorage {
  readonly #documents = new Map<string, WidgetDocument>();

  /**
   * The document of an instance: the manifest's `defaultState` at version 0. It is deeply frozen, so that a widget that
   * writes into it throws at that line and does not change what other instances read.
   */
  open(instanceId: string, manifest: WidgetManifest): WidgetDocument {
    const document = this.#documents.get(instanceId) ??
      Object.freeze({ state: freeze(structuredClone(manifest.defaultState ?? {})), version: 0 });
    this.#documents.set(instanceId, document);
    return document;
  }

  /** Deletes the document of an instance. */
  close(instanceId: string): void {
    this.#documents.delete(instanceId);
  }
}

function freeze<Value extends JsonValue>(value: Value): Value {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(freeze);
  return value;
}
