import process from "node:process";
import { fileURLToPath } from "node:url";

/** Where the runner keeps what it knows of earlier runs: `.tck` of this clone. Tests of the runner have another one. */
export const STATE_FOLDER: string = process.env["TCK_TEST_STATE"] ??
  fileURLToPath(new URL("../../.tck", import.meta.url));
