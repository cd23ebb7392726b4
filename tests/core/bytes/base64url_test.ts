import assert from "node:assert/strict";
import fc from "fast-check";
import { BytesError, decodeBase64Url, encodeBase64Url } from "../../../core/bytes/mod.ts";

Deno.test("encodes the vectors of RFC 4648 without padding", () => {
  const utf8 = new TextEncoder();
  const encoded = ["", "f", "fo", "foo", "foob", "fooba", "foobar"].map((text) =>
    encodeBase64Url(utf8.encode(text))
  );
  assert.deepEqual(encoded, ["", "Zg", "Zm8", "Zm9v", "Zm9vYg", "Zm9vYmE", "Zm9vYmFy"]);
});

Deno.test("uses the URL-safe alphabet", () => {
  assert.equal(encodeBase64Url(Uint8Array.of(0xfb, 0xef, 0xff)), "--__");
});

Deno.test("decoding returns the bytes that were encoded", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
    assert.deepEqual(decodeBase64Url(encodeBase64Url(bytes)), bytes);
  }));
});

Deno.test("accepts only one encoding of any bytes", () => {
  fc.assert(fc.property(fc.stringMatching(/^[A-Za-z0-9_=+/-]{0,12}$/), (text) => {
    try {
      assert.equal(encodeBase64Url(decodeBase64Url(text)), text);
    } catch (error) {
      assert(error instanceof BytesError && error.code === "base64url.invalid");
    }
  }));
});

for (const text of ["Zg==", "Zm9v\n", " Zg", "Zh", "Zm9", "A", "Zm9vA", "+/+/", "Zm9vYmF\u{1F600}"]) {
  Deno.test(`rejects ${JSON.stringify(text)}`, () => {
    assert.throws(() => decodeBase64Url(text), { name: "BytesError", code: "base64url.invalid" });
  });
}
