import { holdsAddress } from "./kept_addresses.ts";
import { takeGetter, takeMethod } from "../native_members.ts";
import { replaceMethod } from "../replaced_members.ts";
import type { ParsedAddresses } from "./written_addresses.ts";

const readType = takeGetter(MutationRecord.prototype, "type");
const readTarget = takeGetter(MutationRecord.prototype, "target");
const readName = takeGetter(MutationRecord.prototype, "attributeName");
const readAdded = takeGetter(MutationRecord.prototype, "addedNodes");
const takeRecords = takeMethod(MutationObserver.prototype, "takeRecords");
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
 * What gives the focus to an element while a script runs: Firefox then tells its window of the address of a link at once.
 * A fragment of the document's address does it too, but a script cannot replace `location`.
 */
const TELLING: { readonly [interfaceName: string]: readonly string[] } = {
  HTMLElement: ["focus", "click", "showPopover", "hidePopover", "togglePopover"],
  SVGElement: ["focus"],
  MathMLElement: ["focus"],
  HTMLDialogElement: ["show", "showModal", "close", "requestClose"],
  Selection: [
    "addRange",
    "collapse",
    "extend",
    "modify",
    "selectAllChildren",
    "setBaseAndExtent",
    "setPosition",
  ],
};

/**
 * Replaces the addresses that elements have all the same, before the browser paints them or tells anyone of them: by a
 * property, by a parser whose markup nobody has seen, or by a name that is not known here. It is the last net: what is in no
 * document is not followed. No shadow root is made that could be
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
  const lookAll = (records: readonly MutationRecord[]) => {
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
  };
  const observer = new MutationObserver((records) => {
    lookAll(records);
    settle();
  });
  for (const [interfaceName, names] of Object.entries(TELLING)) {
    const { prototype } =
      (globalThis as unknown as { [name: string]: { prototype: object } })[interfaceName]!;
    for (const name of names) {
      replaceMethod(prototype, name, (native) => (owner, first, second, third, fourth) => {
        lookAll(takeRecords(observer));
        return native(owner, first, second, third, fourth);
      });
    }
  }
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
