import { takeGetter, takeMethod } from "../native_members.ts";
import type { ShadowRoots } from "../shadow_roots.ts";

type Query = (root: Node, selectors: string) => NodeListOf<Element>;

const queryDocument = takeMethod(Document.prototype, "querySelectorAll") as Query;
const queryRoot = takeMethod(DocumentFragment.prototype, "querySelectorAll") as Query;
const readLength = takeGetter(NodeList.prototype, "length");
const getRoot = takeMethod(Node.prototype, "getRootNode");
const readStart = takeInherited("startContainer");
const readEnd = takeInherited("endContainer");
const readStartOffset = takeInherited("startOffset");
const readEndOffset = takeInherited("endOffset");
const createRange = takeMethod(Document.prototype, "createRange");
const setStart = takeMethod(Range.prototype, "setStart");
const setEnd = takeMethod(Range.prototype, "setEnd");
const meets = takeMethod(Range.prototype, "intersectsNode");
const getRanges = "getComposedRanges" in Selection.prototype
  ? takeMethod(Selection.prototype, "getComposedRanges")
  : null;

const define = Object.defineProperty;
const { iterator } = Symbol;

/**
 * Whether what is selected is in several trees: a shadow tree within it, or slots. The text of a selection is that of one tree,
 * where a browser's menu has what is shown. Browsers without composed ranges do not say it. Firefox has several ranges.
 */
export function selectsTrees(selection: Selection, { find }: Pick<ShadowRoots, "find">): boolean {
  if (getRanges === null) return false;
  const shadowRoots: ShadowRoot[] = [];
  const hosts: Element[] = [];
  for (let root: Node | undefined = document, at = 0; root !== undefined; root = shadowRoots[at++]) {
    const elements = root === document ? queryDocument(root, "*") : queryRoot(root, "*");
    for (let index = 0; index < readLength(elements); index++) {
      const inner = find(elements[index]!);
      if (inner === undefined) continue;
      define(hosts, hosts.length, { value: elements[index] });
      define(shadowRoots, shadowRoots.length, { value: inner });
    }
  }
  const selected = getRanges(selection, { shadowRoots: listed(shadowRoots) });
  for (let index = 0; index < selected.length; index++) {
    if (spansTrees(selected[index]!, hosts)) return true;
  }
  return false;
}

function spansTrees(selected: StaticRange, hosts: readonly Element[]): boolean {
  const [start, end] = [readStart(selected), readEnd(selected)];
  const [startsAt, endsAt] = [readStartOffset(selected), readEndOffset(selected)];
  if (start === end && startsAt === endsAt) return false;
  const root = getRoot(start);
  if (root !== getRoot(end)) return true;
  const range = createRange(document);
  setStart(range, start, startsAt);
  setEnd(range, end, endsAt);
  for (let index = 0; index < hosts.length; index++) {
    if (getRoot(hosts[index]!) === root && meets(range, hosts[index]!)) return true;
  }
  return false;
}

/** Browsers have the members of ranges in different interfaces. */
function takeInherited<Name extends keyof StaticRange>(
  name: Name,
): (range: StaticRange) => StaticRange[Name] {
  let owner = StaticRange.prototype;
  while (!Object.hasOwn(owner, name)) owner = Object.getPrototypeOf(owner);
  return takeGetter(owner, name);
}

/** A list whose roots are read by no member of an array, which a widget could have replaced: it would get closed roots. */
function listed(roots: readonly ShadowRoot[]): ShadowRoot[] {
  let at = 0;
  const next = () =>
    at < roots.length ? { value: roots[at++], done: false } : { value: undefined, done: true };
  return { [iterator]: () => ({ next }) } as unknown as ShadowRoot[];
}
