/**
 * The HTTP routes of the dev protocol.
 *
 * @module
 */
export * from "./problem.ts";
export * from "./protocol_routes.ts";
