/**
 * A typed client of the public API of daily pages, for browsers, Node, Deno and native shells, and a writer of batches for
 * servers.
 *
 * @module
 */
export { type Client, type ClientOptions, createClient, type ListQuery, type ReadOptions } from "./client.ts";
export { type BatchList, readBatchList, type ReadRequest, readUncheckedList } from "./read_answer.ts";
export type { ConnectionOptions } from "./connect.ts";
export {
  type BatchBundle,
  type BatchToPut,
  createWriter,
  type PutBatch,
  type Writer,
  type WriterOptions,
} from "./writer.ts";
export { ClientError, type ClientErrorCode } from "./errors.ts";
export type { Batch, Widget } from "../../core/feed/mod.ts";
