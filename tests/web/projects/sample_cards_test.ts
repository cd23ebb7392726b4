// budget: 30 s: it builds all samples and runs axe on them
import assert from "node:assert/strict";
import { WIDGET_SIZES } from "../../../core/contract/mod.ts";
import { parseManifest, type WidgetManifest } from "../../../core/manifest/mod.ts";
import { buildSamples, checkSampleCards } from "./sample_cards.ts";
import { listOtherSizes } from "./widget_variants.ts";

Deno.test("the samples are of every size, of both card types, in many languages and states", async () => {
  const bundles = [...(await buildSamples()).values()].flatMap((samples) => [...samples.values()]);
  const manifests: WidgetManifest[] = bundles.map(({ manifest }) => parseManifest(manifest));
  assert.ok(manifests.length >= 25);
  assert.equal(new Set(manifests.map(({ id }) => id)).size, manifests.length);
  const all = <Item>(list: (manifest: WidgetManifest) => readonly Item[] | undefined) =>
    new Set(manifests.flatMap((manifest) => list(manifest) ?? []));
  assert.deepEqual(all(({ sizes }) => sizes), new Set(WIDGET_SIZES));
  assert.deepEqual(all(({ cardType }) => [cardType]), new Set(["feed", "grid"]));
  assert.ok(all(({ languages }) => languages).size >= 12);
  assert.ok(manifests.filter(({ states }) => states !== undefined).length >= 20);
});

// In the others, snapshot_test.ts asserts more of them.
Deno.test("every sample, in each size but one of each class, fits its card and has no serious accessibility fault in either theme", (t) =>
  checkSampleCards(t, listOtherSizes));
