import { createS3ObjectStore } from "../../../hosts/objects/s3.ts";
import { OBJECT_STORE_CASES } from "../../conformance/object_store_cases.ts";

/**
 * Runs what every object store has to do on the S3 store, in whatever runtime this is called in.
 *
 * @param input JSON of `{ bucketUrls, credentials }`, with an empty bucket for each case
 * @returns JSON of what failed by the case's sentence, null for what did not
 */
export async function runS3Cases(input: string): Promise<string> {
  const { bucketUrls, credentials } = JSON.parse(input);
  const failures: { [sentence: string]: string | null } = {};
  for (const [index, [sentence, run]] of Object.entries(OBJECT_STORE_CASES).entries()) {
    const bucketUrl = bucketUrls[index];
    const store = createS3ObjectStore({ bucket: "bucket", bucketUrl, region: "us-east-1", credentials });
    failures[sentence] = await run(store).then(() => null, (error) => String(error?.stack ?? error));
  }
  return JSON.stringify(failures);
}
