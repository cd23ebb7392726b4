import { findOwnersOf } from "./element_owners.ts";
import type { PolicyViolation } from "../../shots.ts";

/** How many violations are kept: a card may repeat one in each frame of an animation. */
const MAX_VIOLATIONS = 100;

/** Calls a function for each violation of the page's content policy, now and until the page ends. */
export function watchViolations(report: (violation: PolicyViolation) => void): void {
  document.addEventListener("securitypolicyviolation", (event) => {
    const [target] = event.composedPath();
    const element = target instanceof Element ? target : null;
    const { components, stacks } = element === null ? NO_OWNERS : findOwnersOf(element);
    const { sourceFile, lineNumber, columnNumber } = event;
    const script = sourceFile ? [`    at ${sourceFile}:${lineNumber}:${Math.max(1, columnNumber)}`] : [];
    report({
      message: explainViolation(event),
      selector: element?.localName ?? "",
      text: "",
      components,
      stacks: [...script, ...stacks],
    });
  });
}

const NO_OWNERS = { components: [], stacks: [] };

const kept: PolicyViolation[] = [];

/** Keeps the violations of a page with `chrome=shots`, which shows the cards of one widget. */
export function keepViolation(violation: PolicyViolation): void {
  const isKnown = kept.some(({ message, stacks }) =>
    message === violation.message && stacks[0] === violation.stacks[0]
  );
  if (!isKnown && kept.length < MAX_VIOLATIONS) kept.push(violation);
}

export function keptViolations(): readonly PolicyViolation[] {
  return kept;
}

/** What is read of the browser's event. */
type Violation = Pick<SecurityPolicyViolationEvent, "effectiveDirective" | "blockedURI">;

/** What a reader's card would lack, and what to write instead. */
function explainViolation({ effectiveDirective, blockedURI }: Violation): string {
  const kind = effectiveDirective.replace(/-(?:elem|attr)$/, "");
  return `${
    whatIsBlocked(effectiveDirective, kind, blockedURI)
  } (content policy of a feed: ${effectiveDirective})`;
}

function whatIsBlocked(directive: string, kind: string, uri: string): string {
  if (directive === "style-src-attr") {
    return 'A feed ignores style="…" in markup and setAttribute("style"): give React a style object, or set element.style';
  }
  if (kind === "style-src" && uri === "inline") {
    return "A feed ignores a <style> element: write its rules into the widget's stylesheet";
  }
  if (uri === "wasm-eval") {
    return "A feed runs no WebAssembly: compute in JavaScript, or before the widget is built";
  }
  if (uri === "eval") return "A feed runs no code that is made from a text";
  const what = SUBJECTS[kind];
  const address = uri.length > MAX_ADDRESS ? `${uri.slice(0, MAX_ADDRESS)}…` : uri;
  return what === undefined
    ? `A feed blocks ${JSON.stringify(address)}`
    : `A feed ${what.verb} ${JSON.stringify(address)}: ${what.instead}`;
}

const MAX_ADDRESS = 100;

const SUBJECTS: { readonly [directive: string]: { readonly verb: string; readonly instead: string } } = {
  "style-src": { verb: "loads no stylesheet", instead: "import it, so that the build embeds it" },
  "script-src": { verb: "loads no script", instead: "import its package, so that the build embeds it" },
  "img-src": { verb: "shows no image", instead: "import its file, so that the build embeds it" },
  "font-src": { verb: "loads no font", instead: "import its .woff2 file, so that the build embeds it" },
  "media-src": { verb: "plays no audio and no video", instead: "link to it by an action" },
  "connect-src": { verb: "opens no connection to", instead: "take the data from the state" },
  "frame-src": { verb: "shows no frame of", instead: "link to it by an action" },
  "object-src": { verb: "shows no object of", instead: "link to it by an action" },
  "worker-src": { verb: "starts no worker of", instead: "compute in the widget" },
};
