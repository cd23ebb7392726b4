import assert from "node:assert/strict";
import { type StageProgress, useReadySignal } from "../../../../preview/shell/stage/ready_signal.ts";
import { withRendering } from "../rendering.ts";

Deno.test("the attributes for tools are those of what was painted last, and none while the next is not", async () => {
  const frames = new Map<number, () => void>();
  let requests = 0;
  const globals = {
    requestAnimationFrame: (act: () => void) => {
      frames.set(++requests, act);
      return requests;
    },
    cancelAnimationFrame: (frame: number) => frames.delete(frame),
  };
  const paint = () => {
    for (const [frame, act] of [...frames]) {
      frames.delete(frame);
      act();
    }
  };
  await withRendering({}, async ({ use, document, show }) => {
    const read = () => {
      const { tckReady, tckError, tckMountMs } = document.documentElement.dataset;
      return [tckReady, tckError, tckMountMs !== undefined];
    };
    const progress = async (progress: StageProgress, painted = 3) => {
      await use(() => useReadySignal(progress));
      for (let count = 0; count < painted; count++) paint();
      return read();
    };
    const nothing = [undefined, undefined, false];
    assert.deepEqual(await progress({ status: "loading" }), nothing);
    assert.deepEqual(await progress({ status: "mounted" }, 2), nothing);
    paint();
    assert.deepEqual(read(), ["true", undefined, true]);
    assert.deepEqual(await progress({ status: "failed", error: "first" }), [undefined, "first", true]);
    assert.deepEqual(await progress({ status: "failed", error: "second" }), [undefined, "second", true]);
    assert.deepEqual(await progress({ status: "mounted" }), ["true", undefined, true]);
    assert.deepEqual(await progress({ status: "loading" }), nothing);
    assert.deepEqual(await progress({ status: "failed", error: "third" }, 2), nothing);
    await show(null);
    paint();
    assert.deepEqual([read(), frames.size], [nothing, 0], "a widget that is left before it was painted");
  }, globals);
});
