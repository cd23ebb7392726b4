/** Opens what is below a folder that another process may change, on Deno and on Node. */
export { FolderError, nullIfMissing } from "./errors.ts";
export { Folder, type FolderEntry, type OpenFile, openRegularFile } from "./folder.ts";
export { openFolder } from "./open_folder.ts";
export { readDescriptor } from "./read_descriptor.ts";
