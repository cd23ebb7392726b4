import assert from "node:assert/strict";
import {
  createPageGreeting,
  FRAME_GREETING,
  isFrameGreeting,
  readFrameMessage,
  readPageGreeting,
  readPageMessage,
} from "../../../web/canvas/messages.ts";
import { collectDeclaredLinks } from "../../../web/canvas/page/declared_links.ts";
import type { Batch } from "../../../core/feed/mod.ts";

const HASH = "A".repeat(64);

/** Asserts which of some values a function reads, and that it returns those as they are. */
function assertReads(
  read: (data: unknown) => unknown,
  valid: readonly unknown[],
  invalid: readonly unknown[],
): void {
  for (const value of valid) assert.equal(read(value), value, JSON.stringify(value));
  for (const value of invalid) assert.equal(read(value), null, JSON.stringify(value));
}

const OTHERS = [null, undefined, 7, "pong", [], {}, { type: "toString" }, { type: "constructor" }, {
  type: 7,
}];

Deno.test("a frame's message is read only if every field of its type is valid", () => {
  const card = { type: "card", widgetId: "w", state: "failed", failure: "import" };
  assertReads(readFrameMessage, [
    { type: "load-batches" },
    { type: "pong" },
    { type: "load-bundle", hash: HASH },
    { type: "run", hash: HASH },
    { type: "resize", height: 0 },
    { type: "resize", height: 1e9 },
    { type: "open", href: "x".repeat(8192), inNewTab: true },
    card,
    { ...card, state: "mounted", failure: null, widgetId: "w".repeat(200) },
  ], [
    ...OTHERS,
    { type: "load-bundle", hash: "A".repeat(63) },
    { type: "load-bundle", hash: `${"A".repeat(63)}!` },
    { type: "run" },
    { type: "resize", height: -1 },
    { type: "resize", height: Infinity },
    { type: "resize", height: NaN },
    { type: "resize", height: "1" },
    { type: "open", href: "x".repeat(8193), inNewTab: true },
    { type: "open", href: 7, inNewTab: true },
    { type: "open", href: "/a" },
    { ...card, failure: "none" },
    { ...card, failure: undefined },
    { ...card, state: "loading" },
    { ...card, widgetId: "w".repeat(201) },
    { type: "batches", batches: [] },
    { type: "ping" },
  ]);
});

Deno.test("a page's message is read only if every field of its type is valid", () => {
  const envelope = new ArrayBuffer(1);
  assertReads(readPageMessage, [
    { type: "batches", batches: [] },
    { type: "batches-failed", code: "offline" },
    { type: "bundle", hash: HASH, envelope },
    { type: "bundle-failed", hash: HASH, code: "c".repeat(200) },
    { type: "theme", theme: "dark" },
    { type: "ping" },
  ], [
    ...OTHERS,
    { type: "batches", batches: {} },
    { type: "batches-failed", code: "other" },
    { type: "bundle", hash: HASH, envelope: new Uint8Array(1) },
    { type: "bundle", hash: "", envelope },
    { type: "bundle-failed", hash: HASH, code: "c".repeat(201) },
    { type: "bundle-failed", hash: 7, code: "c" },
    { type: "theme", theme: "blue" },
    { type: "pong" },
  ]);
});

Deno.test("a greeting is read only if it is one of this version", () => {
  const content = {
    theme: "light",
    language: "l".repeat(64),
    assets: { "a.mjs": new ArrayBuffer(1) },
  } as const;
  const greeting = createPageGreeting(content);
  assertReads(readPageGreeting, [greeting, { ...greeting, assets: {} }], [
    ...OTHERS,
    FRAME_GREETING,
    { ...greeting, version: greeting.version + 1 },
    { ...greeting, version: String(greeting.version) },
    { ...greeting, theme: "blue" },
    { ...greeting, language: "l".repeat(65) },
    { ...greeting, assets: { a: new ArrayBuffer(1), b: "text" } },
    { ...greeting, assets: null },
  ]);
  assert.equal(isFrameGreeting({ ...FRAME_GREETING }), true);
  for (const other of [...OTHERS, greeting, { ...FRAME_GREETING, version: FRAME_GREETING.version - 1 }]) {
    assert.equal(isFrameGreeting(other), false);
  }
});

Deno.test("the links of all manifests are declared as they are written, whatever else the manifests are", () => {
  const action = (href: unknown) => ({ slots: { actions: [{ href }, null, 7, { href: 7 }] } });
  const manifests = [
    action("https://a.example"),
    action("/b"),
    null,
    {},
    { slots: null },
    { slots: { actions: { href: "/c" } } },
    { slots: { actions: [{ href: "mailto:d" }, { href: "/b" }] } },
  ];
  const batches = manifests.map((manifest) => ({ widgets: [{ manifest }] })) as unknown as Batch[];
  assert.deepEqual([...collectDeclaredLinks(batches)], ["https://a.example", "/b", "mailto:d"]);
});
