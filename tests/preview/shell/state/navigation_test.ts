import assert from "node:assert/strict";
import { createStore, type Store } from "../../../../preview/shell/state/create_store.ts";
import { hrefFor, Navigation } from "../../../../preview/shell/state/navigation.ts";
import { createShellState, type ShellState } from "../../../../preview/shell/state/shell_state.ts";
import type { Preferences } from "../../../../preview/shell/state/url_state.ts";

const PREFERENCES: Preferences = { theme: "light", background: "grid", feedWidth: "medium", mount: "inline" };

/** A widget that another page shows. */
const ELSEWHERE = "elsewhere";

/** An address with a history, as in a browser. */
class HistoryAddress {
  readonly steps: string[];

  constructor(search: string) {
    this.steps = [search];
  }

  read(): string {
    return this.steps.at(-1)!;
  }

  write(search: string, step: "push" | "replace"): boolean {
    if (search.includes(ELSEWHERE)) return false;
    if (step === "replace") this.steps.pop();
    this.steps.push(search);
    return true;
  }
}

const SHOWN = "theme=light&background=grid&feedWidth=medium&mount=inline";

interface Opened {
  readonly store: Store<ShellState>;
  readonly navigation: Navigation;
  readonly address: HistoryAddress;
  readonly kept: Partial<Preferences>;
}

function open(search = ""): Opened {
  const address = new HistoryAddress(search);
  const kept = {};
  const storePreferences = (changes: Partial<Preferences>) => void Object.assign(kept, changes);
  const store = createStore(createShellState({ search, preferences: PREFERENCES }));
  return { store, navigation: new Navigation({ store, address, storePreferences }), address, kept };
}

Deno.test("a control changes the state, the URL and the preference", () => {
  const { store, navigation, address, kept } = open("?widget=a");
  let heard = 0;
  store.subscribe(() => heard++);
  navigation.navigate({ theme: "dark" });
  assert.equal(store.getState().url.theme, "dark");
  assert.deepEqual(address.steps, [`?widget=a&${SHOWN.replace("light", "dark")}`]);
  assert.equal(kept.theme, "dark");
  assert.equal(heard, 1);
});

Deno.test("the URL says what is shown, so that it shows the same elsewhere", () => {
  const { address, store } = open("?theme=dark&view=feed");
  assert.equal(address.read(), "?theme=dark&view=feed&background=grid&feedWidth=medium&mount=inline");
  assert.deepEqual(open(address.read()).store.getState().url, store.getState().url);
});

Deno.test("a value that is unknown leaves the URL with a notice", () => {
  const { address, store, navigation } = open("?theme=blue&size=9x9&other=1");
  assert.equal(address.read(), `?other=1&${SHOWN}`);
  assert.deepEqual(store.getState().notices, [
    "The address had theme=blue, which is not one of light, dark. Shown: light.",
    "The address had size=9x9, which is not one of 1x1, 2x1, 2x2, 4x1, 4x2, 4x4, fill-auto. Shown: the default.",
  ]);
  navigation.dismissNotices();
  navigation.replaceUnknown({ size: "2x2" }, "a does not have the size 4x4.", "Nor another.");
  assert.deepEqual(store.getState().notices, ["a does not have the size 4x4.", "Nor another."]);
  assert.equal(new URLSearchParams(address.read()).get("size"), "2x2");
  navigation.replaceUnknown({ size: null }, "Nor another.", "And none.");
  assert.deepEqual(store.getState().notices, ["a does not have the size 4x4.", "Nor another.", "And none."]);
});

Deno.test("the URL of a frame is not changed", () => {
  assert.equal(open("?chrome=none&theme=blue").address.read(), "?chrome=none&theme=blue");
});

Deno.test("a change of widget or surface adds a history entry, other controls do not", () => {
  const { navigation, address } = open(`?widget=a&${SHOWN}`);
  navigation.navigate({ background: "sky" });
  navigation.navigate({ widget: "b" });
  navigation.navigate({ size: "2x2" });
  navigation.navigate({ view: "feed" });
  const shown = SHOWN.replace("grid", "sky");
  assert.deepEqual(address.steps, [
    `?widget=a&${shown}`,
    `?widget=b&${shown}&size=2x2`,
    `?widget=b&${shown}&size=2x2&view=feed`,
  ]);
});

Deno.test("navigating to the current URL adds no history entry", () => {
  const { navigation, address } = open("?widget=a");
  navigation.navigate({ widget: "a" });
  assert.deepEqual(address.steps, [`?widget=a&${SHOWN}`]);
});

Deno.test("a change of widget resets its size and state, a change of tab or view resets what is in it", () => {
  const { store, navigation } = open("?widget=a&size=2x2&state=empty&canvasView=monday&card=c&theme=dark");
  navigation.navigate({ widget: "b" });
  const { widget, size, state, theme } = store.getState().url;
  assert.deepEqual({ widget, size, state, theme }, { widget: "b", size: null, state: null, theme: "dark" });
  navigation.navigate({ canvasView: "tuesday" });
  assert.equal(store.getState().url.card, null);
  navigation.navigate({ canvasTab: "grid" });
  assert.equal(store.getState().url.canvasView, null);
});

Deno.test("what another page shows does not change this one", () => {
  const { store, navigation, address } = open("?widget=a");
  const before = store.getState();
  navigation.navigate({ widget: ELSEWHERE });
  assert.equal(store.getState(), before);
  assert.equal(address.steps.length, 1);
});

Deno.test("going back restores the former state, but keeps the current preferences", () => {
  const { store, navigation, address } = open("?widget=a");
  navigation.navigate({ widget: "b" });
  navigation.navigate({ theme: "dark" });
  address.steps.pop();
  navigation.readAddress();
  assert.equal(store.getState().url.widget, "a");
  assert.equal(store.getState().url.theme, "dark");
  assert.equal(new URLSearchParams(address.read()).get("theme"), "dark");
});

Deno.test("the href of a link is the URL after following it", () => {
  const { store, navigation, address } = open("?theme=dark&size=2x2");
  const link = hrefFor(store.getState(), { view: "stage", widget: "a b" });
  navigation.navigate({ view: "stage", widget: "a b" });
  assert.equal(address.read(), link);
  assert.equal(hrefFor({ search: "?widget=a" }, { widget: null }), "?");
});

Deno.test("the URL's languages apply until others are applied, and those are never written to the URL", () => {
  const { store, navigation, address } = open("?locale=de,fr");
  assert.deepEqual(store.getState().languages, ["de", "fr"]);
  navigation.setLanguages(["ja"]);
  assert.deepEqual(store.getState().languages, ["ja"]);
  assert.equal(new URLSearchParams(address.read()).has("locale"), false);
  navigation.setLanguages(null);
  assert.equal(store.getState().languages, null);
  const other = open("?locale=de");
  other.navigation.setLanguages(null);
  assert.deepEqual([other.store.getState().languages, other.address.read()], [null, `?${SHOWN}`]);
});

Deno.test("a URL without a valid language list starts without languages", () => {
  const { store, address } = open("?locale=en_US");
  assert.equal(store.getState().languages, null);
  assert.equal(address.read(), `?${SHOWN}`);
  assert.match(
    store.getState().notices.join(),
    /^The address had locale=en_US, which is not one of the lists/,
  );
});
