import assert from "node:assert/strict";
import { findManifestWarnings, parseManifest } from "../../../core/manifest/mod.ts";

const BASE = { id: "weather", cardType: "feed", sizes: ["fill-auto"] };

/** The warnings of a valid manifest as `kind path: message`. */
function warningsOf(fields: object): string[] {
  const manifest = parseManifest({ ...BASE, ...fields });
  return findManifestWarnings(manifest).map(({ kind, path, message }) => `${kind} ${path}: ${message}`);
}

Deno.test("a manifest with every field has no warnings", () => {
  assert.deepEqual(
    warningsOf({
      title: { en: "Weather", "de-AT": "Wetter" },
      description: "The weather",
      languages: ["en-GB", "de"],
      slots: {
        actions: [{
          id: "open",
          label: { en: "Open", de: "Öffnen" },
          href: "/",
          variant: "primary",
          color: "teal",
          when: "!days",
        }],
        updatedAt: { timestamp: "2026-03-01T06:00:00Z", label: "Dawn" },
      },
      defaultState: { degrees: 12 },
      states: { week: { degrees: 3, days: ["Monday"] } },
      schemaVersion: 1,
    }),
    [],
  );
});

Deno.test("an unknown field is reported wherever it is, with the name that was probably meant", () => {
  assert.deepEqual(
    warningsOf({
      stats: {},
      colour: "red",
      slots: {
        action: [],
        actions: [{ id: "open", label: "Open", herf: "/" }],
        updatedAt: { timestamp: "2026-03-01T06:00:00Z", labl: "Dawn" },
      },
    }),
    [
      'unknown_field manifest.stats: is not a field; did you mean "states"?',
      "unknown_field manifest.colour: is not a field",
      "unknown_field manifest.slots.action: is not a field",
      'unknown_field manifest.slots.actions[0].herf: is not a field; did you mean "href"?',
      'unknown_field manifest.slots.updatedAt.labl: is not a field; did you mean "label"?',
    ],
  );
});

Deno.test("a card type that counts as grid is reported", () => {
  assert.deepEqual(warningsOf({ cardType: "feeed" }), [
    'unknown_card_type manifest.cardType: "feeed" is neither "feed" nor "grid", and counts as "grid"; did you mean "feed"?',
  ]);
  assert.deepEqual(warningsOf({ cardType: "grid" }), []);
});

Deno.test("a text that lacks a declared language, or has another one, is reported", () => {
  assert.deepEqual(warningsOf({ title: { fr: "Météo" }, languages: ["en", "de"] }), [
    'missing_language manifest.title: has no text for "en", "de", and has "fr", which languages does not list',
  ]);
  const actions = [{ id: "open", label: { en: "Open" } }];
  assert.deepEqual(warningsOf({ slots: { actions }, languages: ["en", "de"] }), [
    'missing_language manifest.slots.actions[0].label: has no text for "de"',
  ]);
  assert.deepEqual(warningsOf({ title: { en: "Weather", de: "Wetter" } }), [
    'missing_language manifest.title: has "de", which languages does not list',
  ]);
});

Deno.test("a misspelt key of a named state is reported, and a key of its own is not", () => {
  const defaultState = { degrees: 12, city: "Berlin" };
  assert.deepEqual(warningsOf({ defaultState, states: { cold: { degres: -8, city: "Oslo" } } }), [
    'unknown_state_key manifest.states.cold.degres: is not a key of defaultState; did you mean "degrees"?',
  ]);
  assert.deepEqual(warningsOf({ defaultState, states: { failed: { ...defaultState, error: "late" } } }), []);
});

Deno.test("an action that depends on a key of no state is reported", () => {
  const slots = { actions: [{ id: "open", label: "Open", when: "!run" }] };
  assert.deepEqual(warningsOf({ slots, defaultState: { runs: [] } }), [
    'unknown_state_key manifest.slots.actions[0].when: "run" is a key of no state; did you mean "runs"?',
  ]);
});
