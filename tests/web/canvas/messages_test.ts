import assert from "node:assert/strict";
import {
  createPageGreeting,
  FRAME_GREETING,
  type FrameMessage,
  isFrameGreeting,
  isSmall,
  readFrameMessage,
  readPageGreeting,
  readPageMessage,
} from "../../../web/canvas/messages.ts";
import { isDeclaredLink } from "../../../web/canvas/page/declared_links.ts";
import type { Batch, Widget } from "../../../core/feed/mod.ts";
import type { JsonObject, JsonValue } from "../../../core/manifest/mod.ts";

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

// claim: sealed-greeted-once
Deno.test("a frame's message is read only if every field of its type is valid", () => {
  const card = { type: "card", widgetId: "w", state: "failed", failure: "import" };
  assertReads(readFrameMessage, [
    { type: "load-batches" },
    { type: "pong" },
    { type: "load-bundle", hash: HASH },
    { type: "run", hash: HASH, at: 1.5e12 },
    { type: "resize", height: 0 },
    { type: "resize", height: 1e9 },
    { type: "open", href: "x".repeat(8192), widgetId: "a", inNewTab: true, isChosen: true },
    { type: "open", href: "/a", widgetId: null, inNewTab: false, isChosen: false },
    card,
    { ...card, state: "mounted", failure: null, widgetId: "w".repeat(200) },
  ], [
    ...OTHERS,
    { type: "load-bundle", hash: "A".repeat(63) },
    { type: "load-bundle", hash: `${"A".repeat(63)}!` },
    { type: "run", at: 1.5e12 },
    { type: "run", hash: HASH },
    { type: "run", hash: HASH, at: NaN },
    { type: "resize", height: -1 },
    { type: "resize", height: Infinity },
    { type: "resize", height: NaN },
    { type: "resize", height: "1" },
    { type: "open", href: "x".repeat(8193), widgetId: "a", inNewTab: true, isChosen: true },
    { type: "open", href: 7, widgetId: "a", inNewTab: true, isChosen: true },
    { type: "open", href: "/a", widgetId: "a", isChosen: true },
    { type: "open", href: "/a", widgetId: "a", inNewTab: true },
    { type: "open", href: "/a", widgetId: "a", inNewTab: true, isChosen: "true" },
    { type: "open", href: "/a", inNewTab: true, isChosen: true },
    { type: "open", href: "/a", widgetId: "x".repeat(201), inNewTab: true, isChosen: true },
    { ...card, failure: "none" },
    { ...card, failure: undefined },
    { ...card, state: "loading" },
    { ...card, widgetId: "w".repeat(201) },
    { type: "batches", batches: [] },
    { type: "ping" },
  ]);
});

Deno.test("a frame sends messages of primitive, short values only", () => {
  const link = { type: "open", href: "x".repeat(8192), inNewTab: true };
  for (const message of [{ type: "pong" }, link, { type: "card", failure: null }]) {
    assert.ok(isSmall(message as FrameMessage));
  }
  for (const href of [{}, [], new String("a"), "x".repeat(8193), () => {}, Symbol("a")]) {
    assert.ok(!isSmall({ ...link, href } as FrameMessage));
  }
});

Deno.test("a page's message is read only if every field of its type is valid", () => {
  const envelope = new ArrayBuffer(1);
  assertReads(readPageMessage, [
    { type: "batches", batches: [] },
    { type: "batches-failed", code: "offline" },
    { type: "bundle", hash: HASH, envelope },
    { type: "bundle-failed", hash: HASH, failure: "fetch", reason: "c".repeat(200) },
    { type: "theme", theme: "dark" },
    { type: "ping" },
  ], [
    ...OTHERS,
    { type: "batches", batches: {} },
    { type: "batches-failed", code: "other" },
    { type: "bundle", hash: HASH, envelope: new Uint8Array(1) },
    { type: "bundle", hash: "", envelope },
    { type: "bundle-failed", hash: HASH, failure: "fetch", reason: "c".repeat(201) },
    { type: "bundle-failed", hash: HASH, failure: "fetch" },
    { type: "bundle-failed", hash: HASH, failure: "other", reason: "c" },
    { type: "bundle-failed", hash: HASH, failure: null, reason: "c" },
    { type: "bundle-failed", hash: 7, failure: "fetch", reason: "c" },
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

Deno.test("a link is declared by the valid manifest of its own card only", async () => {
  const action = (href: string, id = "a") => ({ id, label: "Go", href });
  const manifest = (actions: JsonValue) => ({
    id: "w",
    cardType: "feed",
    sizes: ["fill-auto"],
    slots: { actions },
  });
  const widget = (id: string, manifest: JsonObject): Widget => ({
    id,
    manifest,
    bundle: { hash: HASH, size: 1 },
  });
  const batch = (...widgets: Widget[]): Batch => ({
    batchId: "20260304-morning-brief",
    localDate: "2026-03-04",
    kind: "morning_brief",
    committedAt: "2026-03-04T05:00:00Z",
    widgets,
  });
  const sixteen = Array.from({ length: 16 }, (_, index) => action(`/${index}`, `a${index}`));
  const batches = [
    batch(widget("own", manifest([action("https://a.example/")])), widget("none", manifest([]))),
    batch(
      widget("most", manifest(sixteen)),
      widget("more", manifest([...sixteen, action("/16", "a16")])),
      widget("user", manifest([action("/b"), action("http://u:p@host/d?1", "c")])),
      widget("text", { slots: { actions: "/b" } }),
    ),
  ];
  const cases: [href: string, widgetId: string | null, isDeclared: boolean][] = [
    ["https://a.example/", "own", true],
    ["https://a.example", "own", false],
    ["https://a.example/", "none", false],
    ["https://a.example/", "unknown", false],
    ["https://a.example/", null, false],
    ["/15", "most", true],
    ["/15", "more", false],
    ["/b", "user", false],
    ["/b", "text", false],
  ];
  for (const [href, widgetId, expected] of cases) {
    assert.equal(await isDeclaredLink(href, widgetId, batches), expected, `${href} of ${widgetId}`);
  }
});
