import assert from "node:assert/strict";
import { sha384, sha384Base64Url, sha384Base64UrlOfChunks, toIntegrity } from "../../../core/bytes/mod.ts";

const ABC = new TextEncoder().encode("abc");

Deno.test("returns the example of FIPS 180-4", async () => {
  const hex = Array.from(await sha384(ABC), (byte) => byte.toString(16).padStart(2, "0")).join("");
  assert.equal(
    hex,
    "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7",
  );
});

Deno.test("a hash is 64 characters of base64url", async () => {
  assert.equal(
    await sha384Base64Url(ABC),
    "ywB1P0WjXou1oD1pmsZQBycsMqsO3tFjGotgWkP_W-2AhgcroefMI1i67KE0yCWn",
  );
});

Deno.test("a hash is converted to an integrity value in standard base64", () => {
  assert.equal(toIntegrity(`-_${"A".repeat(62)}`), `sha384-+/${"A".repeat(62)}`);
});

Deno.test("the hash of chunks is the hash of the whole", async () => {
  const module = new TextEncoder().encode("export default function Widget() { return null; }");
  async function* chunks(): AsyncGenerator<Uint8Array> {
    const chunk = new Uint8Array(7);
    for (let at = 0; at < module.length; at += 7) {
      await Promise.resolve();
      const length = Math.min(7, module.length - at);
      chunk.set(module.subarray(at, at + length));
      yield chunk.subarray(0, length);
    }
  }
  assert.equal(await sha384Base64UrlOfChunks(chunks()), await sha384Base64Url(module));
});

Deno.test("an injected hasher receives every chunk, and its digest is the hash", async () => {
  let taken = "";
  const createHasher = () => ({
    update: (bytes: Uint8Array) => void (taken += new TextDecoder().decode(bytes)),
    digest: () => new Uint8Array(48).fill(255),
  });
  assert.equal(await sha384Base64UrlOfChunks(new Blob(["ab", "cd"]).stream(), createHasher), "_".repeat(64));
  assert.equal(taken, "abcd");
});
