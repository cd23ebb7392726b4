/**
 * The preview's own listener, in front of the dev server.
 *
 * @module
 */
export * from "./gateway.ts";
export * from "./listener.ts";
