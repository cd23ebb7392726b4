import assert from "node:assert/strict";
import type { LiveWidget, PublicBundle } from "../../../preview/protocol.ts";
import type { BundleState } from "../../../preview/shell/bundle_store.ts";
import { findRebuiltBundle, findStageSubject, ShellStore } from "../../../preview/shell/shell_store.ts";
import type { Preferences } from "../../../preview/shell/url_state.ts";

const PREFERENCES: Preferences = { theme: "light", background: "grid", feedWidth: "medium", mount: "inline" };

/** An address with a history, as in a browser. */
class HistoryAddress {
  readonly steps: string[];

  constructor(search: string) {
    this.steps = [search];
  }

  read(): string {
    return this.steps.at(-1)!;
  }

  write(search: string, step: "push" | "replace"): void {
    if (step === "replace") this.steps.pop();
    this.steps.push(search);
  }
}

function openStore(search = ""): { store: ShellStore; address: HistoryAddress; kept: Partial<Preferences> } {
  const address = new HistoryAddress(search);
  const kept = {};
  const storePreferences = (changes: Partial<Preferences>) => void Object.assign(kept, changes);
  return { store: new ShellStore({ address, preferences: PREFERENCES, storePreferences }), address, kept };
}

Deno.test("a control changes the state, the URL and the preference", () => {
  const { store, address, kept } = openStore("?widget=a");
  let heard = 0;
  store.subscribe(() => heard++);
  store.navigate({ theme: "dark" });
  assert.equal(store.getState().url.theme, "dark");
  assert.deepEqual(address.steps, ["?widget=a&theme=dark"]);
  assert.equal(kept.theme, "dark");
  assert.equal(heard, 1);
});

Deno.test("a change of widget or surface adds a history entry, other controls do not", () => {
  const { store, address } = openStore("?widget=a");
  store.navigate({ background: "sky" });
  store.navigate({ widget: "b" });
  store.navigate({ size: "2x2" });
  store.navigate({ view: "feed" });
  assert.deepEqual(address.steps, [
    "?widget=a&background=sky",
    "?widget=b&background=sky&size=2x2",
    "?widget=b&background=sky&size=2x2&view=feed",
  ]);
});

Deno.test("navigating to the current URL adds no history entry", () => {
  const { store, address } = openStore("?widget=a");
  store.navigate({ widget: "a" });
  assert.deepEqual(address.steps, ["?widget=a"]);
});

Deno.test("a change of widget resets its size and state, a change of tab resets the view", () => {
  const { store } = openStore("?widget=a&size=2x2&state=empty&canvasView=monday&theme=dark");
  store.navigate({ widget: "b" });
  const { widget, size, state, theme } = store.getState().url;
  assert.deepEqual({ widget, size, state, theme }, { widget: "b", size: null, state: null, theme: "dark" });
  store.navigate({ canvasTab: "grid" });
  assert.equal(store.getState().url.canvasView, null);
});

Deno.test("going back restores the former state, but keeps the current preferences", () => {
  const { store, address } = openStore("?widget=a");
  store.navigate({ widget: "b" });
  store.navigate({ theme: "dark" });
  address.steps.pop();
  store.readAddress();
  assert.equal(store.getState().url.widget, "a");
  assert.equal(store.getState().url.theme, "dark");
});

Deno.test("the href of a link is the URL after following it", () => {
  const { store, address } = openStore("?theme=dark&size=2x2");
  const link = store.hrefFor({ view: "stage", widget: "a b" });
  store.navigate({ view: "stage", widget: "a b" });
  assert.equal(address.read(), link);
  assert.equal(openStore("?widget=a").store.hrefFor({ widget: null }), "?");
});

Deno.test("the URL's languages apply until others are applied, and those are never written to the URL", () => {
  const { store, address } = openStore("?locale=de,fr");
  assert.deepEqual(store.getState().languages, ["de", "fr"]);
  store.setLanguages(["ja"]);
  assert.deepEqual(store.getState().languages, ["ja"]);
  assert.equal(address.read(), "");
  store.setLanguages(null);
  assert.equal(store.getState().languages, null);
});

Deno.test("a URL without a valid language list starts without languages", () => {
  assert.equal(openStore("?locale=en_US").store.getState().languages, null);
});

Deno.test("the stage shows the widget in the URL, or the first live widget, or the first bundle", () => {
  const live = [liveWidget("001_a"), liveWidget("002_b")];
  const state = bundleState([bundle("x"), bundle("y")]);
  assert.deepEqual(findStageSubject("002_b", live, state), { kind: "live", widget: live[1] });
  assert.deepEqual(findStageSubject("y", live, state), { kind: "bundle", bundle: state.bundles![1] });
  assert.deepEqual(findStageSubject(null, live, state), { kind: "live", widget: live[0] });
  assert.deepEqual(findStageSubject(null, [], state), { kind: "bundle", bundle: state.bundles![0] });
  assert.deepEqual(findStageSubject("z", live, state), { kind: "missing", name: "z" });
  assert.deepEqual(findStageSubject(null, [], bundleState([])), { kind: "none" });
});

Deno.test("a bundle is pending until the server has answered or cannot be reached", () => {
  const unheard: BundleState = { ...bundleState([]), bundles: null };
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

function bundleState(bundles: PublicBundle[]): BundleState {
  return { bundles, problems: [], compositionProblems: [], feeds: [], grids: [], error: null };
}

function liveWidget(name: string): LiveWidget {
  return {
    name,
    file: `widgets/${name}/widget.tck.tsx`,
    moduleUrl: `/${name}`,
    stylesUrl: `/${name}.css`,
    diagnostics: null,
  };
}

function bundle(id: string): PublicBundle {
  const manifest = { id: "hello", cardType: "feed", sizes: ["fill-auto" as const] };
  return { id, bundleHash: id, manifest, source: "Bundles", label: id, bundleUrl: `/${id}.mjs`, loadedAt: 0 };
}
