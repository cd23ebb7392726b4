import assert from "node:assert/strict";
import type { FeedView } from "../../../../preview/protocol.ts";
import { useUploads } from "../../../../preview/shell/canvas/use_uploads.ts";
import type { UrlState } from "../../../../preview/shell/state/url_state.ts";
import { openStore, withRendering } from "../rendering.ts";

Deno.test("what was wrong with files is said until the next files or the next removal, which may be wrong too", async () => {
  const shown: Partial<UrlState>[] = [];
  const calls: string[] = [];
  const faults = new Set<string>();
  const client = {
    upload: ({ name }: File) =>
      faults.has(name)
        ? Promise.reject(new Error("not a bundle"))
        : Promise.resolve({ id: name, label: name, manifest: { cardType: "feed" } }),
    createFeedBatch: ({ id }: { id: string }) => Promise.resolve({ id, label: id, bundleIds: [] }),
    deleteFeedBatch: (id: string) =>
      faults.has(id) ? Promise.reject(new Error(`${id} stays`)) : Promise.resolve(void calls.push(id)),
  };
  const dependencies = {
    store: openStore(),
    client,
    server: { refresh: () => Promise.resolve(void calls.push("refresh")) },
    navigation: { navigate: (changes: Partial<UrlState>) => shown.push(changes) },
  };
  await withRendering(dependencies, async ({ use, change }) => {
    const view = { id: "open" } as FeedView;
    const read = () => use(() => useUploads(view));
    const upload = async (...names: string[]) => {
      const { upload } = await read();
      await change(() => upload(names.map((name) => new File([], name))));
      return (await read()).errors;
    };
    const remove = async (id: string) => {
      const { remove } = await read();
      await change(() => remove(id));
      return (await read()).errors;
    };
    faults.add("bad").add("kept");
    assert.deepEqual(await upload("bad", "good"), ["bad: not a bundle"]);
    assert.equal(shown.length, 1);
    assert.deepEqual(await upload(), ["bad: not a bundle"], "nothing was dropped");
    assert.deepEqual(await upload("good"), []);
    assert.deepEqual(await remove("kept"), ["kept stays"]);
    assert.deepEqual(await upload("bad"), ["bad: not a bundle"]);
    assert.equal(shown.length, 2);
    assert.deepEqual(await remove("other"), []);
    assert.equal(shown.length, 2, "the open feed stays open");
    assert.deepEqual(await remove("open"), []);
    assert.deepEqual(shown.at(-1), { canvasView: null, card: null });
    assert.deepEqual(calls.filter((call) => call !== "refresh"), ["other", "open"]);
  });
});
