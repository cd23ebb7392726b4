import assert from "node:assert/strict";
import type { PublicBundle } from "../../../../preview/protocol.ts";
import { useStageSubject } from "../../../../preview/shell/card/stage_card.ts";
import { useFollowRebuilds } from "../../../../preview/shell/stage/use_follow_rebuilds.ts";
import type { UrlState } from "../../../../preview/shell/state/url_state.ts";
import { openStore, withRendering } from "../rendering.ts";

const bundle = (id: string, path: string) => ({ id, path, source: "dist" }) as PublicBundle;

Deno.test("the Stage follows each rebuild of the shown bundle, also of one that is shown later", async () => {
  const store = openStore();
  const navigate = (changes: Partial<UrlState>) =>
    store.setState({ url: { ...store.getState().url, ...changes } });
  await withRendering({ store, navigation: { navigate } }, async ({ use, change }) => {
    const show = async (widget: string | null, ...bundles: PublicBundle[]) => {
      const { server, url } = store.getState();
      await change(() =>
        store.setState({ server: { ...server, bundles }, url: { ...url, widget: widget ?? url.widget } })
      );
      await use(() => useFollowRebuilds(useStageSubject()));
      return store.getState().url.widget;
    };
    const [a, b] = [bundle("a1", "/a"), bundle("b1", "/b")];
    assert.equal(await show("gone", a, b), "gone", "nothing was shown before");
    assert.equal(await show("a1", a, b), "a1");
    assert.equal(await show(null, bundle("a2", "/a"), b), "a2");
    assert.equal(await show(null, bundle("a2", "/a"), b), "a2");
    assert.equal(await show(null, bundle("a3", "/a"), b), "a3");
    assert.equal(await show("b1", bundle("a3", "/a"), b), "b1");
    assert.equal(await show(null, bundle("a3", "/a"), bundle("b2", "/b")), "b2");
    assert.equal(await show("gone", a, bundle("b3", "/b")), "gone", "another widget is asked for");
  });
});
