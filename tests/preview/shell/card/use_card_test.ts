import assert from "node:assert/strict";
import type { WidgetInstance } from "@tck/kit/host";
import type { LiveWidget, PublicBundle } from "../../../../preview/protocol.ts";
import { useBundleCard, useLiveCard } from "../../../../preview/shell/card/use_card.ts";
import { openStore, withRendering } from "../rendering.ts";

Deno.test("a card of a bundle has an instance of its own, which ends with the card, also while it is mounted", async () => {
  const mounting: PromiseWithResolvers<WidgetInstance>[] = [];
  const unmounted: string[] = [];
  const bundleCards = {
    mount() {
      mounting.push(Promise.withResolvers());
      return mounting.at(-1)!.promise;
    },
    unmount: ({ instanceId }: WidgetInstance) => unmounted.push(instanceId),
  };
  const instance = (instanceId: string) => ({ instanceId }) as WidgetInstance;
  const [first, second] = ["a", "b"].map((id) => ({ id }) as PublicBundle);
  await withRendering({ bundleCards }, async ({ use, change, show }) => {
    const card = (bundle = first!, isInPage = true) => use(() => useBundleCard(bundle, isInPage));
    const status = async (...shown: Parameters<typeof card>) => (await card(...shown)).state.status;
    assert.equal(await status(first, false), "loading");
    assert.equal(mounting.length, 0, "the card is in a frame");
    assert.equal(await status(), "loading");
    for (const attempt of [1, 2]) {
      await change(() => mounting.at(-1)!.reject(new Error(`attempt ${attempt}`)));
      const { state, retry } = await card();
      assert.equal(state.status === "failed" && (state.error as Error).message, `attempt ${attempt}`);
      await change(retry);
      assert.deepEqual([await status(), mounting.length], ["loading", attempt + 1]);
    }
    await change(() => mounting[2]!.resolve(instance("third")));
    assert.equal(await status(), "loaded");

    await status(second);
    assert.deepEqual(unmounted, ["third"]);
    await status(first);
    await change(() => mounting[3]!.resolve(instance("overtaken")));
    assert.deepEqual([await status(), unmounted], ["loading", ["third", "overtaken"]]);
    await change(() => mounting[4]!.resolve(instance("fifth")));
    const { state } = await card();
    assert.equal(state.status === "loaded" && state.instance.instanceId, "fifth");
    await show(null);
    await change(() => {});
    assert.deepEqual(unmounted, ["third", "overtaken", "fifth"]);
  });
});

Deno.test("a live widget is loaded when it is in the page, and again when it is back after it was deleted", async () => {
  const store = openStore("", { liveWidgets: [{ name: "001_a" } as LiveWidget] });
  const loaded: string[] = [];
  const live = {
    load: (name: string) => loaded.push(name),
    retry: (name: string) => loaded.push(`again ${name}`),
  };
  await withRendering({ store, live }, async ({ use, change }) => {
    const card = (isInPage = true) => use(() => useLiveCard("001_a", isInPage));
    await card(false);
    assert.deepEqual(loaded, []);
    await card();
    assert.deepEqual(loaded, ["001_a"]);
    const { liveWidgets } = store.getState();
    await change(() => store.setState({ liveWidgets: [] }));
    assert.equal((await card()).state.status, "failed");
    loaded.length = 0;
    await change(() => store.setState({ liveWidgets }));
    assert.deepEqual(loaded, ["001_a"]);
    await change((await card()).retry);
    assert.deepEqual(loaded, ["001_a", "again 001_a"]);
  });
});
