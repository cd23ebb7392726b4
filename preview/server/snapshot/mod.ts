/**
 * Pictures of widgets, and the issues that they show.
 *
 * @module
 */
export { Camera } from "./camera.ts";
export { SnapshotError } from "./errors.ts";
export { DEFAULT_STATE, MAX_SHOTS, planShots, type Selection, type Theme, THEMES } from "./plan_shots.ts";
export { formatRendering, listIssues, type Observation, type SnapshotReport } from "./report.ts";
export { findSubjects, type Subject } from "./subjects.ts";
export { takeSnapshot } from "./take_snapshot.ts";
