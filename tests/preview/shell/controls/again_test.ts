/** What a reader presses, and presses again. */
import assert from "node:assert/strict";
import { createElement } from "react";
import { CopyButton } from "../../../../preview/shell/controls/copy_button.tsx";
import { RescanButton } from "../../../../preview/shell/controls/rescan_button.tsx";
import { Shortcuts } from "../../../../preview/shell/palette/shortcuts.tsx";
import { useSearchKey } from "../../../../preview/shell/picker/picker.tsx";
import { holdTimers } from "../held_timers.ts";
import { openStore, withRendering } from "../rendering.ts";

Deno.test("the outcome of each copy is shown for its own time", async () => {
  const timers = holdTimers(2_000);
  const copied: string[] = [];
  let isAllowed = true;
  const clipboard = {
    writeText: (text: string) =>
      isAllowed ? Promise.resolve(void copied.push(text)) : Promise.reject(new Error("no")),
  };
  await withRendering({}, async ({ document, show, fire, change }) => {
    await show(createElement(CopyButton, { text: () => `text ${copied.length}` }));
    const copy = () => fire(document.querySelector("button"), "onClick");
    const outcome = () => document.querySelector(".shell-hint")!.textContent;
    await copy();
    assert.deepEqual([outcome(), timers.count()], ["Copied", 1]);
    await copy();
    assert.deepEqual([outcome(), timers.count()], ["Copied", 1], "the first one's time does not end it");
    isAllowed = false;
    await copy();
    assert.equal(outcome(), "The browser did not allow it");
    await change(() => timers.pass());
    assert.equal(outcome(), "");
    await copy();
    await show(null);
    assert.deepEqual([timers.count(), copied], [0, ["text 0", "text 1"]]);
  }, { ...timers.globals, navigator: { clipboard } });
});

Deno.test("the disk is read again once at a time, and again after an error", async () => {
  const scans: PromiseWithResolvers<object>[] = [];
  let refreshed = 0;
  const dependencies = {
    store: openStore(),
    client: { rescan: () => (scans.push(Promise.withResolvers()), scans.at(-1)!.promise) },
    server: { refresh: () => Promise.resolve(void refreshed++) },
  };
  await withRendering(dependencies, async ({ document, show, fire, change }) => {
    await show(createElement(RescanButton));
    const press = () => fire(document.querySelector("button"), "onClick");
    const outcome = () => document.querySelector("p")!.textContent;
    await press();
    await press();
    assert.equal(scans.length, 1);
    await change(() => scans[0]!.reject(new Error("no server")));
    assert.equal(outcome(), "no server");
    await press();
    assert.deepEqual([scans.length, outcome()], [2, ""]);
    await change(() => scans[1]!.resolve({ before: 1, after: 2, removed: 0 }));
    assert.deepEqual([outcome(), refreshed], ["2 bundles on disk, 1 added", 1]);
    await press();
    assert.equal(scans.length, 3);
  });
});

/** A key that is pressed outside of fields. */
function press(key: string): void {
  const event = Object.assign(new Event("keydown", { cancelable: true }), { key });
  globalThis.dispatchEvent(event);
}

Deno.test("the outcome of each command is shown for its own time, and what runs is said meanwhile", async () => {
  const timers = holdTimers(3_000);
  const store = openStore();
  const scans: PromiseWithResolvers<object>[] = [];
  const client = { rescan: () => (scans.push(Promise.withResolvers()), scans.at(-1)!.promise) };
  await withRendering({ store, client }, async ({ document, show, change }) => {
    await show(createElement(Shortcuts));
    const notice = () => document.querySelector("p")!.textContent;
    const scan = async (after: number) => {
      await change(() => press("r"));
      await change(() => scans.at(-1)!.resolve({ before: 0, after }));
      return [notice(), timers.count()];
    };
    assert.deepEqual(await scan(1), ["1 bundles, 0 before", 1]);
    assert.deepEqual(await scan(2), ["2 bundles, 0 before", 1], "the first one's time does not end it");
    await change(() => timers.pass());
    assert.equal(notice(), "");
    await change(() => press("r"));
    await change(() => scans.at(-1)!.reject(new Error("no server")));
    assert.equal(notice(), "no server");
    await change(() => store.setState({ hasSingleKeys: false }));
    await change(() => press("r"));
    assert.equal(scans.length, 3);
    await change(() => store.setState({ hasSingleKeys: true }));
    assert.equal((await scan(4))[0], "4 bundles, 0 before");
    await show(null);
    press("r");
    assert.deepEqual([scans.length, timers.count()], [4, 0]);
  }, { ...timers.globals, HTMLElement: class {} });
});

Deno.test("the key of the search works while such keys are on, also after they were off", async () => {
  const store = openStore();
  await withRendering({ store }, async ({ use, change, show }) => {
    let focused = 0;
    const search = { current: { focus: () => void focused++, select() {} } as unknown as HTMLInputElement };
    await use(() => useSearchKey(search));
    for (const hasSingleKeys of [true, false, true, false]) {
      await change(() => store.setState({ hasSingleKeys }));
      focused = 0;
      press("/");
      press("x");
      assert.equal(focused, hasSingleKeys ? 1 : 0);
    }
    await change(() => store.setState({ hasSingleKeys: true }));
    await show(null);
    focused = 0;
    press("/");
    assert.equal(focused, 0);
  }, { HTMLElement: class {} });
});
