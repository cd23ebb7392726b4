import { takeGetter, takeMethod } from "./native_members.ts";

/** The formats with which a browser fetches or opens an address when something is dropped outside the frame. */
const ADDRESS_FORMATS = /^\s*(?:downloadurl|application\/x-moz-file|text\/uri-list|text\/x-moz-url|url\s*$)/i;

/**
 * Keeps the formats out of what the reader drags, links and pictures included: no policy restricts what happens to it, and
 * nobody would ask about the address. Called before any widget runs.
 */
export function limitDragData(): void {
  const match = takeMethod(RegExp.prototype, "exec");
  const isAddress = (format: string) => match(ADDRESS_FORMATS, format) !== null;
  const setData = takeMethod(DataTransfer.prototype, "setData");
  DataTransfer.prototype.setData = function (format, data) {
    // Converted once, since an object can give another text each time.
    const name = `${format}`;
    if (!isAddress(name)) setData(this, name, data);
  };
  const add = takeMethod(DataTransferItemList.prototype, "add") as (
    list: DataTransferItemList,
    ...item: readonly [data: File] | readonly [data: string, type: string]
  ) => DataTransferItem | null;
  DataTransferItemList.prototype.add = function (data: File | string, format?: string) {
    if (format === undefined) return add(this, data as File);
    const name = `${format}`;
    return isAddress(name) ? null : add(this, data as string, name);
  };
  const readTransfer = takeGetter(DragEvent.prototype, "dataTransfer");
  const readTypes = takeGetter(DataTransfer.prototype, "types");
  const clearData = takeMethod(DataTransfer.prototype, "clearData");
  // The browser has filled in what it drags of a link or picture. No card's listener runs before this one.
  globalThis.addEventListener("dragstart", (event) => {
    const transfer = readTransfer(event);
    if (transfer === null) return;
    const types = readTypes(transfer);
    for (let index = types.length - 1; index >= 0; index--) {
      if (isAddress(types[index]!)) clearData(transfer, types[index]!);
    }
  }, { capture: true });
}
