import assert from "node:assert/strict";
import { readBody } from "../../../preview/server/routes/request_body.ts";

/** A request whose body arrives in these parts. */
function requestOf(...parts: readonly string[]): Request {
  const body = ReadableStream.from(parts.map((part) => new TextEncoder().encode(part)));
  return new Request("http://localhost/", { method: "POST", body });
}

Deno.test("a body is read whole in however many parts it arrives, up to its limit", async () => {
  const limits = { bytes: 6, seconds: 60 };
  for (const parts of [[], ["a"], ["abc", "def"], ["a", "", "b", "c"]]) {
    const bytes = await readBody(requestOf(...parts), limits);
    assert.equal(new TextDecoder().decode(bytes), parts.join(""));
  }
  await assert.rejects(readBody(requestOf("abc", "def", "g"), limits), { code: "request.too_large" });
  const send = (body: ReadableStream) => new Request("http://localhost/", { method: "POST", body });
  const broken = new ReadableStream({ pull: (controller) => controller.error(new Error("reset")) });
  await assert.rejects(readBody(send(broken), limits), { code: "request.malformed" });
  const slow = new ReadableStream({ pull: () => new Promise<void>(() => {}) });
  await assert.rejects(readBody(send(slow), { ...limits, seconds: 0.01 }), { code: "request.timeout" });
});
