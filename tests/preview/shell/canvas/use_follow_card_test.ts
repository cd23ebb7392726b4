import assert from "node:assert/strict";
import type { FeedView, PublicBundle } from "../../../../preview/protocol.ts";
import { useFollowCard } from "../../../../preview/shell/canvas/use_follow_card.ts";
import { openNavigation, openStore, withRendering } from "../rendering.ts";

const bundle = (id: string) => ({ id, path: `/${id[0]}`, source: "dist" }) as PublicBundle;

Deno.test("the inspected card follows each rebuild, and one that the view does not have leaves the address with a notice", async () => {
  const store = openStore();
  const navigation = openNavigation(store);
  const { navigate, notices } = navigation;
  await withRendering({ store, navigation }, async ({ use, change }) => {
    const show = async (card: string | undefined, bundles: string[] | null, shown = bundles) => {
      await change(() => {
        if (card !== undefined) navigate({ card });
        store.setState({ server: { ...store.getState().server, bundles: bundles && bundles.map(bundle) } });
      });
      const view = shown && { id: "feed", label: "Monday", bundleIds: shown } as FeedView;
      await use(() => useFollowCard(view));
      return store.getState().url.card;
    };
    assert.equal(await show("a1", null), "a1", "the bundles are not known yet");
    assert.equal(await show(undefined, ["a1", "b1"]), "a1");
    assert.equal(await show(undefined, ["a2", "b1"]), "a2");
    assert.equal(await show(undefined, ["a3", "b1"]), "a3");
    assert.equal(await show("b1", ["a3", "b1"]), "b1");
    assert.equal(
      await show(undefined, ["a3", "b2"], ["a3", "b1"]),
      "b1",
      "the bundles are newer than the feeds",
    );
    assert.equal(await show(undefined, ["a3", "b2"]), "b2");
    assert.deepEqual(notices, []);
    assert.equal(await show("c1", ["a3", "b2"]), null);
    assert.deepEqual(notices, ["Monday does not have the card “c1”."]);
    await show("b2", ["a3", "b2"]);
    assert.equal(
      await show(undefined, ["a3"]),
      "b2",
      "a bundle that is gone may be back with the next build",
    );
    assert.equal(await show(undefined, ["a3", "b3"]), "b3");
  });
});
