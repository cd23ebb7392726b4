import assert from "node:assert/strict";
import { OBJECT_STORE_CASES } from "../../conformance/object_store_cases.ts";
import { nameTestsOfRadosGateway, openRadosGateway } from "../../servers/radosgw.ts";
import { runCasesOn, S3_RUNTIMES } from "./s3_runtimes.ts";

const nameTest = await nameTestsOfRadosGateway();

for (const runtime of S3_RUNTIMES) {
  Deno.test(nameTest(`s3: the conformance cases pass on ${runtime.name} as well`), async () => {
    await using gateway = await openRadosGateway();
    const { endpoint, credentials, createBucket } = gateway;
    const titles = Object.keys(OBJECT_STORE_CASES);
    const bucketUrls: string[] = [];
    for (const _ of titles) bucketUrls.push(`${endpoint}/${await createBucket()}`);
    const failures = await runCasesOn(runtime, bucketUrls, credentials);
    assert.deepEqual(failures, Object.fromEntries(titles.map((title) => [title, null])));
  });
}
