/**
 * Inflation, checksums and hashes by `node:zlib` and `node:crypto`, for Deno and Node.
 *
 * @module
 */
export * from "./codec.ts";
