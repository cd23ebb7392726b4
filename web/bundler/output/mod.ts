/** Packs evaluated widgets, and keeps the output folder and its record. */
export {
  type BuildRecord,
  type BuiltWidget,
  createRecordKey,
  isUnchanged,
  readBuildRecord,
  recordBundle,
  writeBuildRecord,
} from "./build_record.ts";
export { type Bundle, createBundle } from "./create_bundle.ts";
export { openOutputFolder, type OutputFolder } from "./output_folder.ts";
