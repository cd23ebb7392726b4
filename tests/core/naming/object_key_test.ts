import assert from "node:assert/strict";
import fc from "fast-check";
import {
  bundleKey,
  InvalidNameError,
  isBundleHash,
  isUserId,
  isWidgetId,
  manifestKey,
  parseObjectKey,
  sourceKey,
} from "../../../core/naming/mod.ts";

const HASH = "Az09-_".padEnd(64, "x");
const WIDGET = `w_${"a2z7".padEnd(26, "b")}`;
const anyUserId = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }).filter(isUserId);

Deno.test("the three keys of a widget begin with its user", () => {
  assert.equal(bundleKey("demo", HASH), `widgets/demo/bundles/${HASH}.tckb`);
  assert.equal(manifestKey("demo", WIDGET), `widgets/demo/manifests/${WIDGET}.json`);
  assert.equal(sourceKey("demo", WIDGET), `widgets/demo/sources/${WIDGET}.tar.gz`);
});

Deno.test("every key is parsed to its user, type and id", () => {
  fc.assert(fc.property(anyUserId, (userId) => {
    assert.deepEqual(parseObjectKey(bundleKey(userId, HASH)), { userId, type: "bundle", id: HASH });
    assert.deepEqual(parseObjectKey(manifestKey(userId, WIDGET)), { userId, type: "manifest", id: WIDGET });
    assert.deepEqual(parseObjectKey(sourceKey(userId, WIDGET)), { userId, type: "source", id: WIDGET });
  }));
});

Deno.test("a key consists of plain characters and percent-encoded bytes for any user id", () => {
  fc.assert(fc.property(anyUserId, (userId) => {
    const segments = bundleKey(userId, HASH).split("/");
    assert.equal(segments.length, 4);
    assert.match(segments[1]!, /^(?!\.)(?:[A-Za-z0-9._-]|%[0-9A-F]{2}){1,255}$/);
  }));
});

Deno.test("only a leading dot of a user's id is encoded", () => {
  assert.equal(bundleKey("..a.b", HASH), `widgets/%2E.a.b/bundles/${HASH}.tckb`);
  assert.equal(parseObjectKey(`widgets/%2E.a.b/bundles/${HASH}.tckb`)?.userId, "..a.b");
  assert.equal(parseObjectKey(`widgets/..a.b/bundles/${HASH}.tckb`), null);
  assert.equal(parseObjectKey(`widgets/%2E%2Ea.b/bundles/${HASH}.tckb`), null);
});

Deno.test("different users never share a key", () => {
  fc.assert(fc.property(anyUserId, anyUserId, (one, other) => {
    assert.equal(bundleKey(one, HASH) === bundleKey(other, HASH), one === other);
  }));
});

for (
  const key of [
    "",
    "widgets",
    `/widgets/demo/bundles/${HASH}.tckb`,
    `widgets/demo/bundles/${HASH}.tckb/`,
    `widgets//bundles/${HASH}.tckb`,
    `widgets/./bundles/${HASH}.tckb`,
    `widgets/../bundles/${HASH}.tckb`,
    `widgets/%2E%2E/bundles/${HASH}.tckb`,
    `widgets/a/b/bundles/${HASH}.tckb`,
    `widgets/a%2fb/bundles/${HASH}.tckb`,
    `widgets/%61/bundles/${HASH}.tckb`,
    `widgets/a b/bundles/${HASH}.tckb`,
    `widgets/é/bundles/${HASH}.tckb`,
    `widgets/%/bundles/${HASH}.tckb`,
    `widgets/%FF/bundles/${HASH}.tckb`,
    `widgets/%ED%A0%80/bundles/${HASH}.tckb`,
    `widgets/%00/bundles/${HASH}.tckb`,
    `widgets/demo/bundles/${HASH.slice(1)}.tckb`,
    `widgets/demo/bundles/${HASH}x.tckb`,
    `widgets/demo/bundles/${HASH}.TCKB`,
    `widgets/demo/bundles/${HASH}.json`,
    `widgets/demo/bundles/${WIDGET}.tckb`,
    `widgets/demo/manifests/${HASH}.json`,
    `widgets/demo/manifests/${WIDGET}.json\n`,
    `widgets/demo/sources/${WIDGET}.tar`,
    `widgets/demo/others/${WIDGET}.json`,
    `widgets/${"a".repeat(129)}/bundles/${HASH}.tckb`,
    `widgets/${"a".repeat(1_000_000)}/bundles/${HASH}.tckb`,
  ]
) {
  Deno.test(`the text ${JSON.stringify(key.slice(0, 120))} (${key.length} characters) is not an object key`, () => {
    assert.equal(parseObjectKey(key), null);
  });
}

Deno.test("a user's id is 1 to 128 plain characters that fit one path segment", () => {
  for (
    const userId of ["demo", "...", "a b", "a/b", "ü@例え.jp", "auth0|1", "%", "__proto__", "a".repeat(128)]
  ) {
    assert.equal(isUserId(userId), true, userId);
  }
  for (
    const userId of [
      "",
      ".",
      "..",
      "a\nb",
      "a\u0000",
      "\u007f",
      "\u0085",
      "\ud800",
      "a".repeat(129),
      "例".repeat(29),
    ]
  ) {
    assert.equal(isUserId(userId), false, JSON.stringify(userId));
  }
});

Deno.test("a key is not formatted from an invalid part", () => {
  const code = (expected: string) => (error: unknown) =>
    error instanceof InvalidNameError && error.code === expected;
  assert.throws(() => bundleKey("..", HASH), code("name.user_id"));
  assert.throws(() => bundleKey("demo", `../${HASH.slice(3)}`), code("name.bundle_hash"));
  assert.throws(() => manifestKey("demo", "../x"), code("name.widget_id"));
  assert.throws(() => sourceKey("demo", HASH), code("name.widget_id"));
});

Deno.test("a bundle hash is exactly 64 characters of base64url", () => {
  assert.equal(isBundleHash(HASH), true);
  for (
    const text of [
      "",
      HASH.slice(1),
      `${HASH}A`,
      `${HASH}\n`,
      `${HASH.slice(1)}=`,
      `${HASH.slice(1)}+`,
      `${HASH.slice(1)}/`,
    ]
  ) {
    assert.equal(isBundleHash(text), false, JSON.stringify(text));
  }
});

Deno.test("a widget id is w_ and exactly 26 characters of lower-case base32", () => {
  assert.equal(isWidgetId(WIDGET), true);
  for (
    const text of [
      "",
      WIDGET.slice(1),
      `${WIDGET}a`,
      `${WIDGET}\n`,
      WIDGET.toUpperCase(),
      `w_${"0".repeat(26)}`,
      `w_${"1".repeat(26)}`,
    ]
  ) {
    assert.equal(isWidgetId(text), false, JSON.stringify(text));
  }
});
