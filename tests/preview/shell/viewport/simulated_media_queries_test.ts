import assert from "node:assert/strict";
import { createStore } from "../../../../preview/shell/state/create_store.ts";
import type { ShellState } from "../../../../preview/shell/state/shell_state.ts";
import { simulateMediaQueries } from "../../../../preview/shell/viewport/simulated_media_queries.ts";
import { withGlobals } from "../../../web/canvas/page_globals.ts";

/** A list of the browser: every window is 0 px wide at least, and this one prefers nothing. */
class BrowserList extends EventTarget {
  readonly matches: boolean;
  constructor(readonly media: string) {
    super();
    this.matches = media.includes("min-width: 0px") || media.includes("no-preference");
  }
}

class ListEvent extends Event {
  readonly matches: boolean;
  readonly media: string;
  constructor(type: string, { matches, media }: MediaQueryListEventInit) {
    super(type);
    [this.matches, this.media] = [matches!, media!];
  }
}

const QUERY = "(prefers-reduced-motion: reduce)";

Deno.test("a list tells its listeners, however they were added, and no more those that were removed", async () => {
  const matchMedia = (query: string) => new BrowserList(query);
  await withGlobals({ matchMedia, MediaQueryListEvent: ListEvent }, () => {
    const store = createStore({ url: { motion: "auto", contrast: "auto" } } as unknown as ShellState);
    simulateMediaQueries(store);
    const told: string[] = [];
    const listener = (name: string) => () => void told.push(name);
    const [added, former, property] = [1, 2, 3].map(() => globalThis.matchMedia(QUERY));
    const old = listener("former");
    added!.addEventListener("change", listener("added"));
    former!.addListener(old);
    property!.onchange = listener("property");
    const choose = (motion: ShellState["url"]["motion"]) => {
      store.setState({ url: { ...store.getState().url, motion } });
      return told.splice(0);
    };
    assert.deepEqual(choose("reduce"), ["added", "former", "property"]);
    former!.removeListener(old);
    property!.onchange = null;
    assert.deepEqual(choose("auto"), ["added"]);
    property!.onchange = listener("another");
    assert.deepEqual(choose("reduce"), ["added", "another"]);
  });
});

Deno.test("a list of a simulated preference tells each change of it, and nothing where it stays", async () => {
  const matchMedia = (query: string) => new BrowserList(query);
  await withGlobals({ matchMedia, MediaQueryListEvent: ListEvent }, () => {
    const store = createStore({ url: { motion: "auto", contrast: "auto" } } as unknown as ShellState);
    simulateMediaQueries(store);
    assert.equal(globalThis.matchMedia("(min-width: 5px)") instanceof BrowserList, true);
    const list = globalThis.matchMedia(QUERY);
    const told: string[] = [];
    list.addEventListener("change", ({ matches, media }) => told.push(`${matches} ${media}`));
    list.onchange = ({ matches }) => told.push(`${matches}`);
    const choose = (motion: ShellState["url"]["motion"]) => {
      store.setState({ url: { ...store.getState().url, motion } });
      return [list.matches, ...told.splice(0)];
    };
    assert.deepEqual(choose("auto"), [false]);
    for (const _ of [1, 2]) {
      assert.deepEqual(choose("reduce"), [true, "true", `true ${QUERY}`]);
      assert.deepEqual(choose("reduce"), [true]);
      assert.deepEqual(choose("no-preference"), [false, "false", `false ${QUERY}`]);
      assert.deepEqual(choose("auto"), [false]);
    }
  });
});
