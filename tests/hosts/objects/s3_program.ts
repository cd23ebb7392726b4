/**
 * For Node: runs what every object store has to do on the S3 store, each case on a bucket of its own. It reads the
 * buckets from standard input, and prints what failed by the case's sentence, null for what did not.
 *
 * @module
 */
import { stdin, stdout } from "node:process";
import { text } from "node:stream/consumers";
import { createS3ObjectStore } from "../../../hosts/objects/s3.ts";
import { OBJECT_STORE_CASES } from "../../conformance/object_store_cases.ts";

const { bucketUrls, credentials } = JSON.parse(await text(stdin));
const failures: { [sentence: string]: string | null } = {};
for (const [index, [sentence, run]] of Object.entries(OBJECT_STORE_CASES).entries()) {
  const bucketUrl = bucketUrls[index];
  const store = createS3ObjectStore({ bucket: "node", bucketUrl, region: "us-east-1", credentials });
  failures[sentence] = await run(store).then(() => null, (error) => String(error?.stack ?? error));
}
stdout.write(JSON.stringify(failures));
