import { type ElementOwners, type ElementPath, SHADOW_ROOT } from "../../shots.ts";

/** How many owners of an element are searched for the widget's source. */
const MAX_OWNERS = 12;

/** What React knows of an element that a path leads to from its card's article; nothing when there is none. */
export function findOwners(
  articles: readonly (Element | null)[],
  [card, ...steps]: ElementPath,
): ElementOwners {
  let at: Element | ShadowRoot | null = articles[card] ?? null;
  for (const step of steps) {
    at = (step === SHADOW_ROOT ? (at as Element | null)?.shadowRoot : at?.children[step]) ?? null;
  }
  return at instanceof Element ? listOwnersOf(at) : { components: [], stacks: [] };
}

/** What React knows of an element, or of the nearest one around it that React has rendered. */
export function findOwnersOf(element: Element): ElementOwners {
  let at: Element | null = element;
  while (at !== null && fiberOf(at) === null) {
    const root: Node = at.getRootNode();
    at = at.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  }
  return listOwnersOf(at ?? element);
}

function listOwnersOf(element: Element): ElementOwners {
  const owners = listOwners(element);
  return {
    components: owners.flatMap(({ type }) => nameOf(type) ?? []),
    stacks: owners.flatMap(({ _debugStack }) => _debugStack?.stack ?? []),
  };
}

/** The parts of React's internal objects that its development build has for tools. */
interface Fiber {
  readonly type: unknown;
  readonly return: Fiber | null;
  readonly _debugOwner?: Fiber | null;
  readonly _debugStack?: { readonly stack?: string } | null;
}

/** The element's own fiber, and the components that rendered it, the innermost first. */
function listOwners(element: Element): Fiber[] {
  const owners: Fiber[] = [];
  let at: Fiber | null = fiberOf(element);
  while (at !== null && owners.length < MAX_OWNERS) {
    owners.push(at);
    at = at._debugOwner ?? null;
  }
  return owners;
}

function fiberOf(element: Element): Fiber | null {
  const key = Object.keys(element).find((name) => name.startsWith("__reactFiber$"));
  return key === undefined ? null : (element as unknown as Record<string, Fiber>)[key]!;
}

function nameOf(type: unknown): string | null {
  if (typeof type === "function") return type.name || null;
  const wrapped = type as { displayName?: string; render?: { name?: string }; type?: unknown } | null;
  if (typeof wrapped !== "object" || wrapped === null) return null;
  return wrapped.displayName ?? wrapped.render?.name ?? nameOf(wrapped.type);
}
