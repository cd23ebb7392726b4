/**
 * Pages of one file, made on a thread of their own (decision 086): modules of strangers are not parsed on the thread
 * that answers requests.
 */
export { createSealer, type SealerOptions } from "./sealer.ts";
