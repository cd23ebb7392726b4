import assert from "node:assert/strict";
import { createS3ObjectStore } from "../../../hosts/objects/mod.ts";
import { fetchOnce } from "../../../hosts/deno/deno_host.ts";
import { systemClock } from "../../../hosts/time/mod.ts";

/** Lists a bucket whose server answers with these pages, one after the other. */
async function list(
  ...pages: string[]
): Promise<{ keys: string[]; error: unknown; tokens: (string | null)[] }> {
  const tokens: (string | null)[] = [];
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, ({ url }) => {
    tokens.push(new URL(url).searchParams.get("continuation-token"));
    const page = `<ListBucketResult>${pages.shift()}</ListBucketResult>`;
    return new Response(page, { headers: { "content-type": "application/xml" } });
  });
  const credentials = { accessKeyId: "a", secretAccessKey: "b" };
  const bucketUrl = `http://127.0.0.1:${server.addr.port}/bucket`;
  const options = { bucket: "bucket", bucketUrl, region: "us-east-1", credentials };
  const store = createS3ObjectStore(options, { clock: systemClock, fetchOnce });
  const keys: string[] = [];
  try {
    for await (const { key } of store.list("w/")) keys.push(key);
    return { keys, error: null, tokens };
  } catch (error) {
    return { keys, error, tokens };
  }
}

const object = (key: string): string =>
  `<Contents><Key>${key}</Key><Size>1</Size><LastModified>2026-03-04T05:06:07Z</LastModified></Contents>`;
const truncated = (token: string): string =>
  `<IsTruncated>true</IsTruncated><NextContinuationToken>${token}</NextContinuationToken>`;

Deno.test("each page of a listing is requested with the token of the one before", async () => {
  const { keys, error, tokens } = await list(
    object("w/a") + truncated("one&amp;1"),
    truncated("two"),
    `${object("w/b")}<IsTruncated>false</IsTruncated>`,
  );
  assert.deepEqual([keys, error, tokens], [["w/a", "w/b"], null, [null, "one&1", "two"]]);
});

Deno.test("a page that is truncated and has no token is an error, and not the end of the listing", async () => {
  for (const pages of [[object("w/a")], [object("w/a") + truncated("one"), object("w/b")]]) {
    pages.push(`${pages.pop()}<IsTruncated>true</IsTruncated>`);
    const { error } = await list(...pages);
    assert.match(String(error), /it is truncated and has no continuation token$/);
  }
});
