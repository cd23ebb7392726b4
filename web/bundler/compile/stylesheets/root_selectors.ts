import type { Selector, SelectorComponent } from "lightningcss";

/** Why a selector cannot be kept. */
export class RootSelectorError extends Error {
  override readonly name = "RootSelectorError";
}

/**
 * Replaces `:root`, `html` and `body` by `:host`: inside a shadow root they match nothing, and the host has their place.
 * `html body p` becomes `:host p`.
 *
 * @returns the same object when the selector has none of them
 * @throws {RootSelectorError} for a selector that would never match
 */
export function rewriteRootSelector(selector: Selector): Selector {
  if (!selector.some(mentionsRoot)) return selector;
  const compounds = splitCompounds(selector);
  while (compounds.length > 1 && isRoot(compounds[0]!) && isRoot(compounds[1]!)) compounds.shift();
  compounds[0]!.combinator = null;
  return compounds.flatMap((compound, index) => {
    if (index > 0 && compound.parts.some(isRootPart)) {
      throw new RootSelectorError(":root, html and body are allowed only at the beginning of a selector");
    }
    const parts = compound.parts.some(isRootPart) ? [rewriteCompound(compound.parts)] : compound.parts;
    return [...(compound.combinator ? [compound.combinator] : []), ...parts.map(rewriteInside)];
  });
}

interface Compound {
  /** The combinator before it. */
  combinator: SelectorComponent | null;
  parts: SelectorComponent[];
}

function splitCompounds(selector: Selector): Compound[] {
  const compounds: Compound[] = [{ combinator: null, parts: [] }];
  for (const part of selector) {
    if (part.type === "combinator") compounds.push({ combinator: part, parts: [] });
    else compounds.at(-1)!.parts.push(part);
  }
  return compounds;
}

function isRoot({ parts }: Compound): boolean {
  return parts.length === 1 && isRootPart(parts[0]!);
}

function isRootPart(part: SelectorComponent): boolean {
  if (part.type === "pseudo-class") return part.kind === "root";
  return part.type === "type" && /^(html|body)$/i.test(part.name);
}

function mentionsRoot(part: SelectorComponent): boolean {
  return isRootPart(part) || selectorsIn(part).some((selector) => selector.some(mentionsRoot));
}

function rewriteCompound(parts: readonly SelectorComponent[]): SelectorComponent {
  if (parts.length > 1) {
    const message = "a widget cannot see the attributes, classes and states of the page around it";
    throw new RootSelectorError(message);
  }
  return { type: "pseudo-class", kind: "host" };
}

function rewriteInside(part: SelectorComponent): SelectorComponent {
  if (!selectorsIn(part).some((selector) => selector.some(mentionsRoot))) return part;
  return { ...part, selectors: selectorsIn(part).map(rewriteRootSelector) } as SelectorComponent;
}

function selectorsIn(part: SelectorComponent): Selector[] {
  return "selectors" in part && Array.isArray(part.selectors) ? part.selectors as Selector[] : [];
}
