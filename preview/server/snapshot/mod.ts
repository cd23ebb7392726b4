/** Pictures of widgets, and the issues that they show. */
export { launchBrowser } from "./camera/browser.ts";
export { Camera } from "./camera/camera.ts";
export { type CameraSettings, DEFAULT_CAMERA } from "./camera/camera_settings.ts";
export { drawContactSheets } from "./report/contact_sheet.ts";
export { SnapshotError } from "./errors.ts";
export { SnapshotFonts } from "./fonts/mod.ts";
export { rateLosses } from "./report/rate_losses.ts";
export { countSeverities, groupProblems, type ProblemGroup } from "./report/group_problems.ts";
export { observe } from "./observe.ts";
export {
  DEFAULT_STATE,
  FILL_WIDTHS,
  listSizes,
  MAX_SHOTS,
  planShots,
  type Selection,
  type Shot,
  SIZE_NAMES,
  sizeName,
  stateName,
  type Theme,
  THEMES,
} from "./plan_shots.ts";
export {
  type BaselineFinding,
  type CardProblem,
  type ElementPlace,
  formatProblem,
  formatRendering,
  listProblems,
  type Observation,
  type Rendering,
  type SnapshotReport,
  toRendering,
} from "./report/report.ts";
export { baselineFolderOf, snapshotFolderOf } from "./baseline/snapshot_folder.ts";
export { findSubjects, type Subject } from "./subjects.ts";
export { takeSnapshot } from "./take_snapshot.ts";
export { listCounted } from "./report/thrown_errors.ts";
