/**
 * Pictures of widgets and what is wrong with them, without a person.
 *
 * @module
 */
export * from "./camera.ts";
export * from "./check_project.ts";
export * from "./errors.ts";
export * from "./plan_shots.ts";
export * from "./report.ts";
export * from "./subjects.ts";
export * from "./take_snapshot.ts";
