import assert from "node:assert/strict";
import { sha384, sha384Base64Url, toIntegrity } from "../../../core/bytes/mod.ts";

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
