/** Opens what is below a folder that another process may change, watches folders, and writes whole files, on Deno and on Node. */
export { FolderError, nullIfMissing } from "./errors.ts";
export { Folder, type FolderEntry, type OpenFile, openRegularFile } from "./folder.ts";
export { FolderWatches, WATCH_START_MS } from "./folder_watches.ts";
export { syncFolder } from "./folder_sync.ts";
export { type BuildPlace, keepBuild, type KeptBuild, readKeptBuild } from "./kept_build.ts";
export { openFolder } from "./open_folder.ts";
export { MAX_SYNC_BYTES, readDescriptor } from "./read_descriptor.ts";
export { findUserCache } from "./user_cache.ts";
export { withSocketPath } from "./socket_path.ts";
export { readUserSecret } from "./user_secret.ts";
export {
  replaceFile,
  type ReplaceOptions,
  TEMPORARY_NAME,
  writeAtomically,
  type WriteOptions,
} from "./write_atomically.ts";
