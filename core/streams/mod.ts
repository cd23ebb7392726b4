/** Envelopes one after another in a stream, each after a line of JSON. They need no package. */
export * from "./batch_stream.ts";
export * from "./record_reader.ts";
