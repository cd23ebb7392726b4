import assert from "node:assert/strict";
import type { LiveWidget, PublicBundle } from "../../../../preview/protocol.ts";
import type { ServerState, ShellState } from "../../../../preview/shell/state/shell_state.ts";
import { useStageSubject } from "../../../../preview/shell/card/stage_card.ts";
import { findRebuiltBundle, findStageSubject } from "../../../../preview/shell/state/stage_subject.ts";
import { openStore, withRendering } from "../rendering.ts";

Deno.test("the stage shows the widget in the URL, or the first live widget, or the first bundle", () => {
  const live = [liveWidget("001_a"), liveWidget("002_b")];
  const state = serverState([bundle("x"), bundle("y")]);
  assert.deepEqual(findStageSubject("002_b", live, state), { kind: "live", widget: live[1] });
  assert.deepEqual(findStageSubject("y", live, state), { kind: "bundle", bundle: state.bundles![1] });
  assert.deepEqual(findStageSubject(null, live, state), { kind: "live", widget: live[0] });
  assert.deepEqual(findStageSubject(null, [], state), { kind: "bundle", bundle: state.bundles![0] });
  assert.deepEqual(findStageSubject("z", live, state), { kind: "missing", name: "z" });
  assert.deepEqual(findStageSubject(null, [], serverState([])), { kind: "none" });
});

Deno.test("the stage follows the sources, the bundles and the URL", async () => {
  const store = openStore("?widget=002_b", { server: serverState([bundle("x")]) });
  await withRendering({ store }, async ({ use, change }) => {
    const shown = async (changes: Partial<ShellState>) => {
      await change(() => store.setState(changes));
      return await use(useStageSubject);
    };
    const [a, b] = [liveWidget("001_a"), liveWidget("002_b")];
    assert.deepEqual(await shown({}), { kind: "missing", name: "002_b" });
    assert.deepEqual(await shown({ liveWidgets: [a, b] }), { kind: "live", widget: b });
    assert.deepEqual(await shown({ liveWidgets: [a] }), { kind: "missing", name: "002_b" });
    const url = { ...store.getState().url, widget: "y" };
    assert.deepEqual(await shown({ url }), { kind: "missing", name: "y" });
    const y = bundle("y");
    assert.deepEqual(await shown({ server: serverState([y]) }), { kind: "bundle", bundle: y });
  });
});

Deno.test("a bundle is pending until the server has answered or cannot be reached", () => {
  const unheard: ServerState = { ...serverState([]), bundles: null };
  assert.deepEqual(findStageSubject("x", [], unheard), { kind: "pending" });
  assert.deepEqual(findStageSubject("x", [], { ...unheard, error: "no answer" }), {
    kind: "missing",
    name: "x",
  });
});

Deno.test("a removed bundle is replaced by the bundle of the same file, preferably in the same source", () => {
  const removed = { ...bundle("old"), path: "/p/001_a.tckb" };
  const inFeed = { ...bundle("new-feed"), path: "/p/001_a.tckb", source: "canvas:feed" };
  const rebuilt = { ...bundle("new"), path: "/p/001_a.tckb" };
  assert.equal(findRebuiltBundle(removed, [bundle("other"), inFeed, rebuilt]), rebuilt);
  assert.equal(findRebuiltBundle(removed, [inFeed]), inFeed);
  assert.equal(findRebuiltBundle(removed, [bundle("other")]), null);
  assert.equal(findRebuiltBundle(bundle("uploaded"), [bundle("other")]), null);
});

function serverState(bundles: PublicBundle[]): ServerState {
  return { bundles, problems: [], compositionProblems: [], feeds: [], grids: [], error: null };
}

function liveWidget(name: string): LiveWidget {
  return {
    name,
    file: `widgets/${name}/widget.tck.tsx`,
    moduleUrl: `/${name}`,
    stylesUrl: `/${name}.css`,
    diagnostics: null,
    isOutdated: false,
    typesObstacle: null,
    summary: null,
  };
}

function bundle(id: string): PublicBundle {
  const manifest = { id: "hello", cardType: "feed", sizes: ["fill-auto" as const] };
  return {
    id,
    bundleHash: id,
    manifest,
    source: "Bundles",
    label: id,
    kitVersion: null,
    bundleUrl: `/${id}.mjs`,
    loadedAt: 0,
  };
}
