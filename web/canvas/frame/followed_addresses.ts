import { holdsAddress } from "./kept_addresses.ts";
import { takeGetter, takeMethod } from "./native_members.ts";
import type { ParsedAddresses } from "./written_addresses.ts";

const readType = takeGetter(MutationRecord.prototype, "type");
const readTarget = takeGetter(MutationRecord.prototype, "target");
const readName = takeGetter(MutationRecord.prototype, "attributeName");
const readAdded = takeGetter(MutationRecord.prototype, "addedNodes");
const readRoot = takeMethod(Node.prototype, "getRootNode") as (node: Node) => Node;
const later = queueMicrotask.bind(globalThis);
const readLength = takeGetter(NodeList.prototype, "length");

/** A widget could give the prototype of objects what is left out of these. */
interface Bare {
  readonly __proto__: null;
}

/** A filter of names would leave out those of a namespace, such as `xlink:href`. */
const WHOLE: MutationObserverInit & Bare = {
  __proto__: null,
  subtree: true,
  childList: true,
  attributes: true,
};

/**
 * Replaces the addresses that elements have all the same, before the browser paints them or tells anyone of them: by a parser
 * whose markup nobody has seen, or by a name that is not known here. No shadow root is made that could be
 * copied: nobody would follow the copy. Called before any widget runs.
 */
export function followAddresses({ write, settle }: Pick<ParsedAddresses, "write" | "settle">): void {
  const look = (record: MutationRecord) => {
    if (readType(record) === "attributes") {
      if (holdsAddress(readName(record)!)) write(readTarget(record));
      return;
    }
    const added = readAdded(record);
    for (let place = 0; place < readLength(added); place++) write(added[place]!);
  };
  const observer = new MutationObserver((records) => {
    // No list is taken apart by an iterator, which a widget may have replaced.
    for (let index = 0; index < records.length; index++) {
      const record = records[index]!;
      try {
        look(record);
      } catch {
        // The others are looked at all the same. What fails again is reported.
        later(() => write(readRoot(readTarget(record))));
      }
    }
    settle();
  });
  const observe = takeMethod(MutationObserver.prototype, "observe");
  const attach = takeMethod(Element.prototype, "attachShadow");
  const follow = (root: Node) => observe(observer, root, WHOLE);
  follow(document);
  Element.prototype.attachShadow = function ({ mode, delegatesFocus = false, slotAssignment = "named" }) {
    const options: ShadowRootInit & Bare = { __proto__: null, mode, delegatesFocus, slotAssignment };
    const root = attach(this, options);
    follow(root);
    return root;
  };
}
