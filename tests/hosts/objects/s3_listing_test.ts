import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import type { ObjectStore } from "../../../core/commit/mod.ts";
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

Deno.test("a hundred empty pages in a row are read, and again after a page with an object", async () => {
  const empty = (name: string) => Array.from({ length: 100 }, (_, index) => truncated(`${name}${index}`));
  const pages = [
    ...empty("a"),
    object("w/a") + truncated("b"),
    ...empty("b"),
    object("w/b") + "<IsTruncated>false</IsTruncated>",
  ];
  const { keys, error } = await list(...pages);
  assert.deepEqual([keys, error], [["w/a", "w/b"], null]);
});

// claim: bucket-bomb
Deno.test("a listing that goes back, repeats itself, has keys of others or only empty pages ends with an error", async () => {
  const endless: readonly (readonly string[])[] = [
    [object("w/b") + truncated("one"), object("w/a") + truncated("two")],
    [object("w/a") + truncated("one"), object("w/a") + truncated("two")],
    [object("w/a") + truncated("one"), object("w/b") + truncated("one"), object("w/a") + truncated("one")],
    [object("x/a") + truncated("one")],
    [object("w") + truncated("one")],
    Array.from({ length: 200 }, (_, index) => truncated(String(index))),
  ];
  for (const pages of endless) {
    const { keys, error, tokens } = await list(...pages);
    assert.match(String(error), /the answer is not one of S3's$/, pages[0]);
    assert.ok(tokens.length <= 101 && !keys.includes("x/a"), pages[0]);
  }
});

// claim: bucket-bomb
Deno.test("keys that are no names of this store are in the order of their bytes", async () => {
  const { keys, error } = await list(
    object("w/a") + object("w/ａ") + truncated("one"),
    `${object("w/😀")}${object("w/😀a")}<IsTruncated>false</IsTruncated>`,
  );
  assert.deepEqual([keys, error], [["w/a"], null]);
});

Deno.test("a page that is truncated and has no token is an error, and not the end of the listing", async () => {
  for (const pages of [[object("w/a")], [object("w/a") + truncated("one"), object("w/b")]]) {
    pages.push(`${pages.pop()}<IsTruncated>true</IsTruncated>`);
    const { error } = await list(...pages);
    assert.match(String(error), /it is truncated and has no continuation token$/);
  }
});

Deno.test("a page that says neither that it is truncated nor that it is the last is an error", async () => {
  for (const text of ["True", "1", ""]) {
    const { error } = await list(`${object("w/a")}<IsTruncated>${text}</IsTruncated>`);
    assert.match(String(error), new RegExp(`Cannot read the listing of a bucket: IsTruncated is "${text}"$`));
  }
});

Deno.test("an answer other than 200 is no object", async () => {
  for (const status of [204, 206]) {
    await using server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      () => new Response(status === 204 ? null : "part", { status }),
    );
    const bucketUrl = `http://127.0.0.1:${server.addr.port}/bucket`;
    const credentials = { accessKeyId: "a", secretAccessKey: "b" };
    const options = { bucket: "bucket", bucketUrl, region: "us-east-1", credentials };
    const store = createS3ObjectStore(options, { clock: systemClock, fetchOnce });
    await assert.rejects(store.get("w/a"), /Cannot GET object "w\/a": the answer is not one of S3's$/);
  }
});

Deno.test("an object counts as stored only when the answer is that of a PUT", async () => {
  const answers: [body: string | null, headers: Record<string, string>][] = [
    ["<Error><Code>InternalError</Code></Error>", { etag: '"a"' }],
    ["<html>Sign in</html>", { "content-type": "text/html" }],
    [null, {}],
    [null, { etag: '"a"' }],
  ];
  for (const [body, headers] of answers) {
    await using server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      async (request) => {
        await request.arrayBuffer();
        return new Response(body, { headers });
      },
    );
    const bucketUrl = `http://127.0.0.1:${server.addr.port}/bucket`;
    const credentials = { accessKeyId: "a", secretAccessKey: "b" };
    const options = { bucket: "bucket", bucketUrl, region: "us-east-1", credentials };
    const put = createS3ObjectStore(options, { clock: systemClock, fetchOnce }).put("w/a", new Uint8Array(3));
    if (body === null && "etag" in headers) await put;
    else await assert.rejects(put, /Cannot PUT object "w\/a": the answer is not one of S3's$/);
  }
});

// claim: bucket-bomb
Deno.test("an object counts as deleted only when the answer is that of a DELETE", async () => {
  const missing = "<Error><Code>NoSuchKey</Code></Error>";
  const answers: [status: number, body: string | null, isDeleted: boolean][] = [
    [200, "<Error><Code>InternalError</Code></Error>", false],
    [200, "<html>Sign in</html>", false],
    [202, null, false],
    [204, null, true],
    [404, missing, true],
  ];
  for (const [status, body, isDeleted] of answers) {
    await using server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      () => new Response(body, { status }),
    );
    const deletion = openBucket(server.addr.port).delete("w/a");
    if (isDeleted) await deletion;
    else await assert.rejects(deletion, /Cannot DELETE object "w\/a": the answer is not one of S3's$/);
  }
});

// claim: bucket-bomb
Deno.test("an answer to a PUT or a DELETE is read no further than 64 KiB", async () => {
  const bomb = gzipSync(new Uint8Array(1 << 24));
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    () => new Response(bomb, { headers: { etag: '"a"', "content-encoding": "gzip" } }),
  );
  const store = openBucket(server.addr.port);
  for (const call of [() => store.put("w/a", new Uint8Array(3)), () => store.delete("w/a")]) {
    await assert.rejects(call, {
      code: "object_store.refused",
      message: /the store's answer is more than 65536 bytes$/,
    });
  }
});

function openBucket(port: number): ObjectStore {
  const bucketUrl = `http://127.0.0.1:${port}/bucket`;
  const credentials = { accessKeyId: "a", secretAccessKey: "b" };
  const options = { bucket: "bucket", bucketUrl, region: "us-east-1", credentials };
  return createS3ObjectStore(options, { clock: systemClock, fetchOnce });
}
