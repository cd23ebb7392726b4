import assert from "node:assert/strict";
import fc from "fast-check";
import {
  bytesResponse,
  matchesEtag,
  readByteRange,
} from "../../../hosts/routes/http/conditional_requests.ts";
import { assertProblem } from "./answers.ts";

const BODY = Uint8Array.from({ length: 10 }, (_, index) => index);

function ask(headers: Record<string, string>, method = "GET"): Response {
  const request = new Request("http://localhost/", { method, headers });
  return bytesResponse(BODY, request, `"tag"`, { "Cache-Control": "private, no-cache" });
}

async function bytesOf(response: Response): Promise<number[]> {
  return [...new Uint8Array(await response.arrayBuffer())];
}

Deno.test("one range returns that part", async () => {
  const parts: [range: string, part: number[], contentRange: string][] = [
    ["bytes=0-0", [0], "bytes 0-0/10"],
    ["bytes=0-3", [0, 1, 2, 3], "bytes 0-3/10"],
    // The name of a unit is of any case (RFC 9110, §14.1).
    ["BYTES=0-3", [0, 1, 2, 3], "bytes 0-3/10"],
    ["bytes=7-", [7, 8, 9], "bytes 7-9/10"],
    ["bytes=8-99", [8, 9], "bytes 8-9/10"],
    ["bytes=-2", [8, 9], "bytes 8-9/10"],
    ["bytes=-99", [...BODY], "bytes 0-9/10"],
    ["bytes=0-", [...BODY], "bytes 0-9/10"],
  ];
  for (const [range, part, contentRange] of parts) {
    const response = ask({ Range: range });
    assert.equal(response.status, 206, range);
    assert.equal(response.headers.get("Content-Range"), contentRange);
    assert.equal(response.headers.get("Content-Length"), String(part.length));
    assert.deepEqual(await bytesOf(response), part);
  }
});

Deno.test("a range beyond the body is a 416 with the size, which is not cached", async () => {
  for (const range of ["bytes=10-", "bytes=10-11", "bytes=999999999999999-", "bytes=-0"]) {
    const response = ask({ Range: range });
    assert.equal(response.headers.get("Content-Range"), "bytes */10", range);
    await assertProblem(response, 416, "request.unsatisfiable_range");
  }
});

Deno.test("a header that is not a single range of bytes is ignored", async () => {
  const ignored = [
    "bytes=0-1,4-5",
    "bytes=5-2",
    "bytes=-",
    "bytes=a-b",
    "lines=0-1",
    "bytes=1e1-",
    "bytes=0-1;",
    "",
  ];
  ignored.push(`bytes=0-${"9".repeat(100)}`, "bytes=٠-١", "bytes=--1", "bytes=0x1-2");
  for (const range of ignored) {
    assert.deepEqual(readByteRange(range, 10), { kind: "whole" }, range);
  }
  const response = ask({ Range: "bytes=0-1,4-5" });
  assert.equal(response.status, 200);
  assert.deepEqual(await bytesOf(response), [...BODY]);
});

Deno.test("a range applies only to GET: HEAD responds as for the whole body", () => {
  const response = ask({ Range: "bytes=0-3" }, "HEAD");
  assert.equal(response.status, 200);
  assert.equal(response.body, null);
  assert.equal(response.headers.get("Content-Length"), "10");
  assert.equal(response.headers.has("Content-Range"), false);
});

Deno.test("a range applies only if If-Range is the tag of the body", () => {
  assert.equal(ask({ Range: "bytes=0-3", "If-Range": `"tag"` }).status, 206);
  for (const other of [`"other"`, `W/"tag"`, "Sun, 01 Mar 2026 00:00:00 GMT", "tag"]) {
    assert.equal(ask({ Range: "bytes=0-3", "If-Range": other }).status, 200, other);
  }
});

Deno.test("a body with another tag than those of If-Match is a 412, before anything else is decided", async () => {
  for (const tags of [`"tag"`, "*", `"other", "tag"`]) {
    assert.equal(ask({ "If-Match": tags }).status, 200, tags);
  }
  for (const tags of [`"other"`, `W/"tag"`, "tag", ""]) {
    for (const more of [{}, { Range: "bytes=0-3" }, { "If-None-Match": `"tag"` }]) {
      const response = ask({ "If-Match": tags, ...more });
      assert.equal(response.headers.get("ETag"), `"tag"`);
      await assertProblem(response, 412, "request.precondition_failed");
    }
  }
});

Deno.test("a body that the client already has is a 304 without bytes", () => {
  for (const tag of [`"tag"`, `W/"tag"`, `"other", "tag"`, "*"]) {
    const response = ask({ "If-None-Match": tag, Range: "bytes=0-3" });
    assert.equal(response.status, 304, tag);
    assert.equal(response.body, null);
    assert.equal(response.headers.get("ETag"), `"tag"`);
  }
  for (const tag of [`"other"`, "tag", `"tag`, ""]) assert.equal(matchesEtag(tag, `"tag"`), false, tag);
});

Deno.test("an empty body has no parts", () => {
  assert.deepEqual(readByteRange("bytes=0-", 0), { kind: "unsatisfiable" });
  assert.deepEqual(readByteRange("bytes=-1", 0), { kind: "unsatisfiable" });
});

// claim: inputs-parsed
Deno.test("any header gives the whole body, unsatisfiable, or a part within the body", () => {
  const number = fc.oneof(fc.nat(20), fc.maxSafeNat(), fc.constant(""));
  const header = fc.oneof(
    fc.string(),
    fc.tuple(number, number).map(([first, last]) => `bytes=${first}-${last}`),
  );
  fc.assert(fc.property(header, fc.nat(20), (text, size) => {
    const range = readByteRange(text, size);
    if (range.kind !== "part") return;
    assert.ok(Number.isInteger(range.start) && Number.isInteger(range.end));
    assert.ok(0 <= range.start && range.start < range.end && range.end <= size);
  }));
});
