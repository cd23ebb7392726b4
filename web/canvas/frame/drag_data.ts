import { takeMethod } from "./native_members.ts";

/** The formats with which a browser fetches an address when something is dropped outside the page. */
const FETCHED_FORMATS = /^\s*(?:downloadurl|application\/x-moz-file)/i;

/** Keeps the formats out of what a card lets the reader drag, although no policy restricts them. Called before any widget runs. */
export function limitDragData(): void {
  const match = takeMethod(RegExp.prototype, "exec");
  const isFetched = (format: string) => match(FETCHED_FORMATS, format) !== null;
  const setData = takeMethod(DataTransfer.prototype, "setData");
  DataTransfer.prototype.setData = function (format, data) {
    // Converted once, since an object can give another text each time.
    const name = `${format}`;
    if (!isFetched(name)) setData(this, name, data);
  };
  const add = takeMethod(DataTransferItemList.prototype, "add") as (
    list: DataTransferItemList,
    ...item: readonly [data: File] | readonly [data: string, type: string]
  ) => DataTransferItem | null;
  DataTransferItemList.prototype.add = function (data: File | string, format?: string) {
    if (format === undefined) return add(this, data as File);
    const name = `${format}`;
    return isFetched(name) ? null : add(this, data as string, name);
  };
}
