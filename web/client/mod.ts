/**
 * A typed client of the public API of daily pages, for browsers, Node, Deno and native shells.
 *
 * @module
 */
export { type Client, type ClientOptions, createClient, type ListQuery, type ReadOptions } from "./client.ts";
export { type BatchList, readBatchList, type ReadRequest } from "./read_answer.ts";
export { ClientError, type ClientErrorCode } from "./errors.ts";
export type { Batch, Widget } from "../../core/feed/mod.ts";
