import { takeMethod } from "./native_members.ts";
import { withhold } from "./withheld_globals.ts";

/** The part of Trusted Types that is used here, which the type library lacks. */
interface TrustedTypes {
  createPolicy(
    name: "default",
    rules: { createHTML: (markup: string, type: string, sink: string) => string | null },
  ): unknown;
}

/** A document for a frame, and what could put one together while XML is parsed. */
const DOCUMENT = /srcdoc\s*=|<!(?:entity|attlist)/i;

const exec = takeMethod(RegExp.prototype, "exec");

/**
 * Lets cards write markup, but no document for a frame within the frame (`srcdoc`): it would have no listener that asks about
 * its links. The frame's policy requires Trusted Types, so that the browser shows this each text that becomes markup.
 * Scripts and their addresses are not made from texts at all.
 *
 * Called before any widget runs.
 */
export function limitMarkup(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (trustedTypes === undefined) return;
  trustedTypes.createPolicy("default", {
    createHTML: (markup, _type, sink) =>
      exec(DOCUMENT, markup) === null && exec(DOCUMENT, `${sink}=`) === null ? markup : null,
  });
  const factory = Object.getPrototypeOf(trustedTypes);
  for (const name of ["createPolicy", "defaultPolicy"]) withhold(factory, name);
  // A stylesheet of XML makes attributes from texts that the browser shows to nobody.
  withhold(globalThis, "XSLTProcessor");
}
