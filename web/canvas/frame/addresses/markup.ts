import { takeMethod } from "../native_members.ts";
import { withhold } from "../withheld_globals.ts";

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

/** A document for a frame, what could put one together while XML is parsed, and a shadow root that nobody could follow. */
const DOCUMENT = /srcdoc\s*=|<!(?:entity|attlist)|shadowrootmode/i;

const exec = takeMethod(RegExp.prototype, "exec");

interface MarkupLimits {
  /** Whether a text is a script of the page's own. @default no text is */
  readonly isOwnScript?: (text: string) => boolean;
  /** Whether markup is only checked, because it becomes no element of a card. @default no markup is */
  readonly isPicture?: (markup: string) => boolean;
  /** Rewrites markup before it is checked (`picture_sinks.ts`). @default as it is */
  readonly rewrite?: (markup: string) => string;
  /** Marks the addresses of links in markup that has been checked (`written_addresses.ts`). @default as it is */
  readonly mark?: (markup: string) => string;
}

/**
 * Lets cards write markup, but no document for a frame within the frame (`srcdoc`): it would have no listener that asks about
 * its links. The frame's policy requires Trusted Types, so that the browser shows this each text that becomes markup.
 * Scripts of others, and addresses of scripts, are not made from texts at all.
 *
 * Called before any widget runs.
 */
export function limitMarkup(
  {
    isOwnScript = () => false,
    isPicture = () => false,
    rewrite = (markup) => markup,
    mark = (markup) => markup,
  }: MarkupLimits = {},
): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (trustedTypes === undefined) return;
  const isAllowed = (markup: string) => exec(DOCUMENT, markup) === null;
  const limit = (markup: string) => {
    // Converted once: a widget may have replaced what rewrites it, by what gives an object.
    const text = `${rewrite(`${markup}`)}`;
    return isAllowed(text) ? text : null;
  };
  limitSafeMarkup(limit);
  trustedTypes.createPolicy("default", {
    createHTML: (markup, _type, sink) => {
      if (isPicture(markup)) return isAllowed(markup) ? markup : null;
      const text = isAllowed(`${sink}=`) ? limit(markup) : null;
      return text === null ? null : mark(text);
    },
    createScript: (text) => isOwnScript(text) ? text : null,
  });
  const factory = Object.getPrototypeOf(trustedTypes);
  for (const name of ["createPolicy", "defaultPolicy"]) withhold(factory, name);
  // A stylesheet of XML makes attributes from texts that the browser shows to nobody.
  withhold(globalThis, "XSLTProcessor");
}

/** Where markup becomes elements without Trusted Types, since the browser itself leaves out what it takes for unsafe. */
const SAFE = [["Element", "setHTML"], ["ShadowRoot", "setHTML"]] as const;

interface Methods {
  [name: string]: (...args: readonly unknown[]) => unknown;
}

type Native = (owner: unknown, ...args: readonly unknown[]) => unknown;

/** Limits the markup that the browser makes safe, too. */
function limitSafeMarkup(limit: (markup: string) => string | null): void {
  const limited = (native: Native) =>
    function (this: unknown, markup: string, ...rest: readonly unknown[]) {
      const text = limit(markup);
      if (text === null) throw new TypeError("Cannot use this markup: a card has no frames");
      return native(this, text, ...rest);
    };
  const limitMember = (owner: { [name: string]: unknown }, name: string) => {
    if (typeof owner[name] === "function") {
      owner[name] = limited(takeMethod(owner as Methods, name) as Native);
    }
  };
  for (const [name, method] of SAFE) {
    limitMember((globalThis as unknown as { [name: string]: { prototype: never } })[name]!.prototype, method);
  }
  limitMember(Document as never, "parseHTML");
}
