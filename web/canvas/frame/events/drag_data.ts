import { hasLineLikeAddress } from "../addresses/address_texts.ts";
import { takeGetter, takeMethod } from "../native_members.ts";

/** The formats with which a browser fetches or opens an address when something is dropped outside the frame. */
const ADDRESS_FORMATS = /^\s*(?:downloadurl|application\/x-moz-file|text\/uri-list|text\/x-moz-url|url\s*$)/i;

/** The formats whose text browsers do not take for an address as a whole. */
const MARKUP_FORMATS = /^\s*text\/html\s*$/i;

/**
 * Keeps the formats out of what the reader drags, links and pictures included, and texts with a line like an address, which
 * a browser opens too: no policy restricts what happens to it, and nobody would ask about the address. Called before any
 * widget runs.
 */
export function limitDragData(): void {
  const match = takeMethod(RegExp.prototype, "exec");
  const isAddress = (format: string) => match(ADDRESS_FORMATS, format) !== null;
  /** What the reader drags, or has dragged last. What is copied has the same interface. */
  let dragged: DataTransfer | null = null;
  const isDenied = (transfer: DataTransfer | null, format: string, text: string) =>
    isAddress(format) ||
    transfer !== null && transfer === dragged && match(MARKUP_FORMATS, format) === null &&
      hasLineLikeAddress(text);
  const setData = takeMethod(DataTransfer.prototype, "setData");
  DataTransfer.prototype.setData = function (format, data) {
    // Converted once, since an object can give another text each time.
    const [name, text] = [`${format}`, `${data}`];
    if (!isDenied(this, name, text)) setData(this, name, text);
  };
  const add = takeMethod(DataTransferItemList.prototype, "add") as (
    list: DataTransferItemList,
    ...item: readonly [data: File] | readonly [data: string, type: string]
  ) => DataTransferItem | null;
  DataTransferItemList.prototype.add = function (data: File | string, format?: string) {
    if (format === undefined) return add(this, data as File);
    const [name, text] = [`${format}`, `${data}`];
    const isOfDrag = dragged !== null && readItems(dragged) === this;
    return isDenied(isOfDrag ? dragged : null, name, text) ? null : add(this, text, name);
  };
  const readItems = takeGetter(DataTransfer.prototype, "items");
  const getData = takeMethod(DataTransfer.prototype, "getData");
  const readTransfer = takeGetter(DragEvent.prototype, "dataTransfer");
  const readTypes = takeGetter(DataTransfer.prototype, "types");
  const clearData = takeMethod(DataTransfer.prototype, "clearData");
  // The browser has filled in what it drags of a link or picture. No card's listener runs before this one.
  globalThis.addEventListener("dragstart", (event) => {
    const transfer = readTransfer(event);
    if (transfer === null || !event.isTrusted) return;
    dragged = transfer;
    const types = readTypes(transfer);
    for (let index = types.length - 1; index >= 0; index--) {
      const format = types[index]!;
      if (isDenied(transfer, format, getData(transfer, format))) clearData(transfer, format);
    }
  }, { capture: true });
}
