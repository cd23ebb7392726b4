import { takeGetter, takeMethod } from "./native_members.ts";

/** Without a prototype, to which a widget could add options. */
const CHILDREN: MutationObserverInit = Object.assign(Object.create(null), { childList: true, subtree: true });
const WHOLE: GetRootNodeOptions = Object.assign(Object.create(null), { composed: true });

/** An element that was taken from where no document is around it, and its place there. */
interface TakenElement {
  readonly node: Node;
  readonly parent: Node;
  readonly next: Node | null;
  /** The one that was taken before it. */
  readonly before: TakenElement | null;
}

/**
 * Lets elements leave the document only between tasks, so that each click of the browser itself passes the page's listeners. A
 * browser clicks what belongs to a label, a key or a form after the listeners of that event have run, in the tree that they
 * leave: in one that they take out of the document, no listener of the page would see which link is around it.
 *
 * An element that is removed is put back, hidden, before the next listener runs or the browser goes on, and is removed in the
 * next task. That holds for what the browser dispatches: a widget's own events are limited (`opened_windows.ts`).
 *
 * Called before any widget runs.
 *
 * @returns adds a shadow root to what is followed
 */
export function keepInDocument(): (root: ShadowRoot) => void {
  const getRoot = takeMethod(Node.prototype, "getRootNode");
  const readType = takeGetter(Node.prototype, "nodeType");
  const readParent = takeGetter(Node.prototype, "parentNode");
  const readNext = takeGetter(Node.prototype, "nextSibling");
  const readFirst = takeGetter(Node.prototype, "firstChild");
  const append = takeMethod(Node.prototype, "appendChild");
  const insert = takeMethod(Node.prototype, "insertBefore");
  const remove = takeMethod(Node.prototype, "removeChild");
  const readDocumentElement = takeGetter(Document.prototype, "documentElement");
  const readRemoved = takeGetter(MutationRecord.prototype, "removedNodes");
  const readCount = takeGetter(NodeList.prototype, "length");
  const readItem = takeMethod(NodeList.prototype, "item");
  const observe = takeMethod(MutationObserver.prototype, "observe");
  const takeRecords = takeMethod(MutationObserver.prototype, "takeRecords");
  const later = setTimeout.bind(globalThis);
  const place = document.createElement("div");
  place.hidden = true;
  // Open: the path of an event that the window sees has nothing of a closed one.
  const kept = place.attachShadow({ mode: "open" });
  let taken: TakenElement | null = null;
  let isKeeping = false;

  const keep = (node: Node) => {
    if (getRoot(place) !== document) append(readDocumentElement(document) ?? document, place);
    const top = getRoot(node, WHOLE);
    if (readType(top) === Node.ELEMENT_NODE) return append(kept, top);
    const parent = readParent(node);
    if (parent !== null) taken = { node, parent, next: readNext(node), before: taken };
    append(kept, node);
  };
  const release = () => {
    isKeeping = false;
    for (; taken !== null; taken = taken.before) {
      const { node, parent, next } = taken;
      if (readParent(node) !== kept) continue;
      insert(parent, node, next !== null && readParent(next) === parent ? next : null);
    }
    for (let node = readFirst(kept); node !== null; node = readFirst(kept)) remove(kept, node);
    const parent = readParent(place);
    if (parent !== null) remove(parent, place);
    takeRecords(observer);
  };
  const keepRemoved = (node: Node) => {
    if (node === place || readType(node) !== Node.ELEMENT_NODE || getRoot(node, WHOLE) === document) return;
    keep(node);
    if (!isKeeping) later(release);
    isKeeping = true;
  };
  const observer = new MutationObserver((records) => {
    for (let index = 0; index < records.length; index++) {
      const removed = readRemoved(records[index]!);
      for (let each = 0; each < readCount(removed); each++) keepRemoved(readItem(removed, each)!);
    }
  });
  const follow = (root: Node) => observe(observer, root, CHILDREN);
  follow(document);
  follow(kept);
  return follow;
}
