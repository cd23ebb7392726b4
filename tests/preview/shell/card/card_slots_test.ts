import assert from "node:assert/strict";
import { formatUpdateTime, resolvePreviewSlots } from "../../../../preview/shell/card/card_slots.ts";

const NOON = Date.parse("2026-03-04T12:00:00Z");
const reader = { locale: "en", timeZone: "UTC", now: NOON };
const manifest = { id: "hello", cardType: "feed", sizes: ["fill-auto" as const] };

Deno.test("a time within the last day is relative, any other has date and time", () => {
  const describe = (timestamp: string, locale = "en") =>
    formatUpdateTime(Date.parse(timestamp), { ...reader, locale });
  assert.equal(describe("2026-03-04T11:59:30Z"), "now");
  assert.equal(describe("2026-03-04T11:48:30Z"), "11 min. ago");
  assert.equal(describe("2026-03-04T07:00:00Z"), "5 hr. ago");
  assert.match(describe("2026-03-04T07:00:00Z", "de"), /vor 5 Std\./);
  assert.match(describe("2026-03-02T06:05:00Z"), /Mar 2, 2026, 6:05\sAM/);
  assert.match(describe("2026-03-04T12:00:01Z"), /Mar 4, 2026, 12:00\sPM/);
});

Deno.test("an update time without a label gets one in the reader's language", () => {
  const timestamp = "2026-03-04T11:00:00Z";
  const label = (host: { timestamp: string; label?: string }) =>
    resolvePreviewSlots(manifest, { updatedAt: host }, {}, reader).updatedAt?.label;
  assert.equal(label({ timestamp }), "1 hr. ago");
  assert.equal(label({ timestamp, label: "this morning" }), "this morning");
});

Deno.test("an invalid update time is not injected", () => {
  assert.equal(
    resolvePreviewSlots(manifest, { updatedAt: { timestamp: "soon" } }, {}, reader).updatedAt,
    null,
  );
});

Deno.test("default actions follow the widget's own, and the default update time fills a declared one", () => {
  const slots = { actions: [{ id: "own", label: "Own" }], updatedAt: null };
  const defaults = {
    actions: [{ id: "open", label: "Open" }],
    updatedAt: { timestamp: "2026-03-04T11:00:00Z" },
  };
  const resolved = resolvePreviewSlots({ ...manifest, slots }, undefined, defaults, reader);
  assert.deepEqual(resolved.actions.map(({ id }) => id), ["own", "open"]);
  assert.equal(resolved.updatedAt?.label, "1 hr. ago");
  assert.equal(resolvePreviewSlots(manifest, undefined, defaults, reader).updatedAt, null);
});
