import { hasPartLikeAddress, isLikeAddress } from "../addresses/address_texts.ts";
import { isReadBy, takeGetter, takeMethod } from "../native_members.ts";
import type { ShadowRoots } from "../shadow_roots.ts";
import { selectsTrees } from "./selected_trees.ts";

// Taken before the frame limits the events of widgets.
const dispatch = takeMethod(EventTarget.prototype, "dispatchEvent");
const preventDefault = takeMethod(Event.prototype, "preventDefault");
const stop = takeMethod(Event.prototype, "stopImmediatePropagation");
const composedPath = takeMethod(Event.prototype, "composedPath");
const getSelection = takeMethod(Document.prototype, "getSelection");
const readSelection = takeMethod(Selection.prototype, "toString");
const Copy = PointerEvent;
const FIELDS = [HTMLInputElement.prototype, HTMLTextAreaElement.prototype].map((prototype) => ({
  readText: takeGetter(prototype as HTMLInputElement, "value"),
  readStart: takeGetter(prototype as HTMLInputElement, "selectionStart"),
  readEnd: takeGetter(prototype as HTMLInputElement, "selectionEnd"),
}));
const slice = takeMethod(String.prototype, "slice");

/**
 * Opens no menu while a text like an address is selected, which the menu offers to open: a card may have selected it, where
 * the reader does not see it. A card's listeners are given a copy of the event before, so that none selects a text later.
 *
 * Called before any widget runs.
 */
export function limitContextMenu(roots: Pick<ShadowRoots, "findFocused" | "find">): void {
  const listen = (listener: (event: PointerEvent) => void) =>
    globalThis.addEventListener(
      "contextmenu",
      (event) => event.isTrusted && listener(event as PointerEvent),
      {
        capture: true,
      },
    );
  listen((event) => {
    if (!dispatch(composedPath(event)[0]!, new Copy("contextmenu", event))) preventDefault(event);
  });
  // What a card's listeners have left for later has run when this one is called.
  listen((event) => {
    stop(event);
    const selection = getSelection(document);
    const isAddress = selection !== null &&
      (isLikeAddress(readSelection(selection)) || selectsTrees(selection, roots));
    if (isAddress || hasSelectedAddress(roots.findFocused())) preventDefault(event);
  });
}

/** What is selected in the field that has the focus is not part of the document's selection. */
function hasSelectedAddress(element: Element | null): boolean {
  for (let index = 0; index < FIELDS.length; index++) {
    const { readText, readStart, readEnd } = FIELDS[index]!;
    if (!isReadBy(readText, element)) continue;
    const [text, start, end] = [readText(element), readStart(element), readEnd(element)];
    // A field of an address or a number does not tell which part is selected.
    return start === null || end === null ? hasPartLikeAddress(text) : isLikeAddress(slice(text, start, end));
  }
  return false;
}
