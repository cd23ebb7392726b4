import type { Clock } from "../../../core/commit/mod.ts";
import { createS3ObjectStore } from "../../../hosts/objects/s3.ts";
import { OBJECT_STORE_CASES } from "../../conformance/object_store_cases.ts";

/** A clock of web standards, for runtimes without Node's modules. */
const clock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, milliseconds);
      signal?.addEventListener("abort", () => (clearTimeout(timer), reject(signal.reason)));
    }),
};

/**
 * Runs the conformance cases of object stores on the S3 store, in the runtime of the caller.
 *
 * @param input JSON of `{ bucketUrls, credentials }`, with an empty bucket for each case
 * @returns JSON of the failure of each case, by its title; null for a case that passed
 */
export async function runS3Cases(input: string): Promise<string> {
  const { bucketUrls, credentials } = JSON.parse(input);
  const failures: { [title: string]: string | null } = {};
  for (const [index, [title, run]] of Object.entries(OBJECT_STORE_CASES).entries()) {
    const store = createS3ObjectStore(
      { bucket: "bucket", bucketUrl: bucketUrls[index], region: "us-east-1", credentials },
      { clock, fetchOnce: (request) => fetch(request) },
    );
    failures[title] = await run(store).then(() => null, (error) => String(error?.stack ?? error));
  }
  return JSON.stringify(failures);
}
