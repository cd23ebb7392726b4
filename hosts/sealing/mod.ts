/** Pages of one file, made on a thread of their own (decision 086): what a stranger wrote is not parsed where requests are answered. */
export { createSealer, type SealerOptions } from "./sealer.ts";
