import { takeMethod } from "./native_members.ts";
import { withhold } from "./withheld_globals.ts";

/** The part of Trusted Types that is used here, which the type library lacks. */
interface TrustedTypes {
  createPolicy(
    name: "default",
    rules: {
      createHTML: (markup: string, type: string, sink: string) => string | null;
      createScript?: (text: string) => string | null;
    },
  ): unknown;
}

/** A document for a frame, and what could put one together while XML is parsed. */
const DOCUMENT = /srcdoc\s*=|<!(?:entity|attlist)/i;

const exec = takeMethod(RegExp.prototype, "exec");

interface MarkupLimits {
  /** What markup must not contain either. @default nothing */
  readonly denied?: RegExp;
  /** Whether a text is a script of the page's own. @default no text is */
  readonly isOwnScript?: (text: string) => boolean;
}

/**
 * Lets cards write markup, but no document for a frame within the frame (`srcdoc`): it would have no listener that asks about
 * its links. The frame's policy requires Trusted Types, so that the browser shows this each text that becomes markup.
 * Scripts of others, and addresses of scripts, are not made from texts at all.
 *
 * Called before any widget runs.
 */
export function limitMarkup({ denied = DOCUMENT, isOwnScript = () => false }: MarkupLimits = {}): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (trustedTypes === undefined) return;
  const isAllowed = (markup: string) => exec(DOCUMENT, markup) === null && exec(denied, markup) === null;
  trustedTypes.createPolicy("default", {
    createHTML: (markup, _type, sink) => isAllowed(markup) && isAllowed(`${sink}=`) ? markup : null,
    createScript: (text) => isOwnScript(text) ? text : null,
  });
  const factory = Object.getPrototypeOf(trustedTypes);
  for (const name of ["createPolicy", "defaultPolicy"]) withhold(factory, name);
  // A stylesheet of XML makes attributes from texts that the browser shows to nobody.
  withhold(globalThis, "XSLTProcessor");
}
