import assert from "node:assert/strict";
import type { WidgetManifest } from "../../../../core/manifest/mod.ts";
import { useChoices, useChosen } from "../../../../preview/shell/compare/use_choices.ts";
import type { UrlState } from "../../../../preview/shell/state/url_state.ts";
import { openNavigation, openStore, withRendering } from "../rendering.ts";

const MANIFEST = { id: "a", cardType: "feed", sizes: ["1x1", "2x1", "2x2"] } as unknown as WidgetManifest;

Deno.test("what is compared follows the address and the manifest, and what the widget does not have leaves with a notice", async () => {
  const store = openStore("?widget=001_a");
  const navigation = openNavigation(store);
  const { navigate, notices } = navigation;
  await withRendering({ store, navigation }, async ({ use, change }) => {
    let manifest = MANIFEST;
    const read = async () => {
      const use_ = () => useChosen(useChoices({ widget: "001_a", name: "001_a", manifest }), "001_a");
      await use(use_);
      return (await use(use_)).map(({ id }) => id).join();
    };
    const choose = async (changes: Partial<UrlState>) => {
      await change(() => navigate(changes));
      return await read();
    };
    assert.equal(await read(), "light,dark");
    assert.equal(await choose({ compare: "sizes" }), "1x1,2x1,2x2");
    assert.equal(await choose({ compared: '["2x2","1x1"]' }), "1x1,2x2");
    assert.equal(await choose({ compared: '["2x2","2x1"]' }), "2x1,2x2");
    assert.deepEqual(notices, []);
    manifest = { ...MANIFEST, sizes: ["1x1", "2x1"] };
    assert.equal(await read(), "1x1,2x1", "the edited widget has no such size any more");
    assert.equal(notices.length, 1);
    assert.equal(store.getState().url.compared, null);
    assert.equal(await choose({ compare: "versions", compared: '["x","y"]' }), "");
    assert.equal(notices.length, 1, "the bundles are not known yet");
    assert.equal(await choose({ widget: null, compare: "themes", compared: null }), "light,dark");
    assert.equal(store.getState().url.widget, "001_a");
  });
});
