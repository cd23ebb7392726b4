/**
 * The codec's heavy parts on `node:zlib` and `node:crypto`, for Deno and Node.
 *
 * @module
 */
export * from "./codec.ts";
