import assert from "node:assert/strict";
import fc from "fast-check";
import {
  formatWidgetId,
  InvalidNameError,
  isWidgetId,
  type WidgetIdentity,
} from "../../../core/naming/mod.ts";

const IDENTITY: WidgetIdentity = {
  userId: "demo",
  localDate: "2026-03-01",
  kind: "morning_brief",
  name: "001_weather",
  bundleHash: "A".repeat(64),
  manifestBytes: new TextEncoder().encode("{}"),
};

Deno.test("a widget id is the same on every machine and in every year", async () => {
  assert.equal(await formatWidgetId(IDENTITY), "w_f5pwutrozfpg6st6tv7qbkbvre");
});

Deno.test("a widget id is the first 130 bits of the digest of the length-prefixed identity, in RFC 4648 base32", async () => {
  const parts = [
    "tckb widget id 1",
    "demo",
    "2026-03-01",
    "morning_brief",
    "001_weather",
    "A".repeat(64),
    "{}",
  ];
  const encoded = parts.map((part) => `\u0000\u0000\u0000${String.fromCharCode(part.length)}${part}`).join(
    "",
  );
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(encoded));
  const bits = [...new Uint8Array(digest)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const characters = bits.slice(0, 130).match(/.{5}/g)!.map((five) =>
    "abcdefghijklmnopqrstuvwxyz234567"[parseInt(five, 2)]
  );
  assert.equal(await formatWidgetId(IDENTITY), `w_${characters.join("")}`);
});

Deno.test("every part of a widget's identity changes its id", async () => {
  const others: WidgetIdentity[] = [
    IDENTITY,
    { ...IDENTITY, userId: "demo2" },
    { ...IDENTITY, localDate: "2026-03-02" },
    { ...IDENTITY, kind: "evening_brief" },
    { ...IDENTITY, name: "002_weather" },
    { ...IDENTITY, bundleHash: "B".repeat(64) },
    { ...IDENTITY, manifestBytes: new TextEncoder().encode("[]") },
    { ...IDENTITY, manifestBytes: new Uint8Array() },
  ];
  const ids = new Set(await Promise.all(others.map((identity) => formatWidgetId(identity))));
  assert.equal(ids.size, others.length);
});

Deno.test("every identity has a valid widget id, and always the same one", async () => {
  await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (manifestBytes) => {
    const id = await formatWidgetId({ ...IDENTITY, manifestBytes });
    assert.equal(isWidgetId(id), true);
    assert.equal(await formatWidgetId({ ...IDENTITY, manifestBytes: manifestBytes.slice() }), id);
  }));
});

for (
  const [code, change] of [
    ["name.user_id", { userId: "" }],
    ["name.local_date", { localDate: "20260301" }],
    ["name.batch_kind", { kind: "morning-brief" }],
    ["name.bundle_file", { name: "001_weather.tckb" }],
    ["name.bundle_hash", { bundleHash: "A" }],
  ] as const
) {
  Deno.test(`an identity with ${JSON.stringify(change)} has no id`, async () => {
    await assert.rejects(
      formatWidgetId({ ...IDENTITY, ...change }),
      (error) => error instanceof InvalidNameError && error.code === code,
    );
  });
}
