import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import type { ViteDevServer } from "vite";
import {
  BUNDLES_CHANGED_EVENT,
  COMPILE_FAULT_WANTED_EVENT,
  LIVE_SOURCES_EDITED_EVENT,
  LIVE_STYLES_CHANGED_EVENT,
  LIVE_WIDGETS_CHANGED_EVENT,
  LIVE_WIDGETS_KNOWN_EVENT,
  type LiveStyles,
} from "../../../preview/protocol.ts";
import { ChangeStream } from "../../../preview/server/model/changes.ts";
import type { PreviewModel } from "../../../preview/server/model/mod.ts";
import {
  listLiveWidgets,
  stylesModuleOf,
  WIDGETS_MODULE,
} from "../../../preview/server/vite/live/live_widgets.ts";
import type { LiveStylesheets } from "../../../preview/server/vite/live/live_stylesheets.ts";
import { sendPageUpdates } from "../../../preview/server/vite/live/page_updates.ts";

type Listener = (data: unknown, page: object) => void;

/** Pages that are connected to a model with the given widgets. */
function connect(...names: string[]) {
  const changes = new ChangeStream();
  const model = {
    sourceDirectory: "/project",
    widgets: names.map((name) => ({ name, file: `widgets/${name}/widget.tck.tsx` })),
    subscribe: (listener: Parameters<ChangeStream["subscribe"]>[0]) => changes.subscribe(listener),
  } as unknown as PreviewModel;
  const sent: unknown[][] = [];
  const invalid: string[] = [];
  const listeners = new Map<string, Set<Listener>>();
  const hot = {
    send: (...message: unknown[]) => sent.push(message),
    on: (event: string, listener: Listener) =>
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    off: (event: string, listener: Listener) => listeners.get(event)?.delete(listener),
  };
  const moduleGraph = {
    getModuleById: (id: string) => id,
    invalidateModule: (id: string) => invalid.push(id),
  };
  const composed: [string, PromiseWithResolvers<LiveStyles | null>][] = [];
  const stylesheets = {
    update(_: unknown, { name }: { name: string }) {
      composed.push([name, Promise.withResolvers()]);
      return composed.at(-1)![1].promise;
    },
  } as unknown as LiveStylesheets;
  let pages = 0;
  const server = { environments: { client: { moduleGraph, hot } } } as unknown as ViteDevServer;
  const end = sendPageUpdates(server, model, stylesheets, () => pages++);
  /** A page sends an event. @returns what is sent to this page alone */
  const ask = (event: string, data?: unknown): unknown[] => {
    const answers: unknown[] = [];
    for (const listener of listeners.get(event) ?? []) {
      listener(data, { send: (answer: unknown) => answers.push(answer) });
    }
    return answers;
  };
  return { changes, model, sent, invalid, composed, hot, ask, end, pages: () => pages };
}

const styles = (name: string, css: string): LiveStyles => ({ name, css, propertiesCss: "" });

Deno.test("stylesheets are sent in the order of the edits, however long each takes, and a page that comes later has the last", async () => {
  const { changes, sent, invalid, composed } = connect("001_a", "002_b");
  changes.emit({ type: "sources", names: ["001_a"] });
  changes.emit({ type: "sources", names: ["001_a", "002_b"] });
  await setImmediate();
  await setImmediate();
  assert.deepEqual(composed.map(([name]) => name), ["001_a"]);
  composed[0]![1].resolve(styles("001_a", "first"));
  await setImmediate();
  await setImmediate();
  assert.deepEqual(composed.map(([name]) => name), ["001_a", "001_a", "002_b"]);
  composed[2]![1].resolve(null);
  composed[1]![1].resolve(styles("001_a", "second"));
  await setImmediate();
  assert.deepEqual(sent, [
    [LIVE_SOURCES_EDITED_EVENT, ["001_a"]],
    [LIVE_SOURCES_EDITED_EVENT, ["001_a", "002_b"]],
    [LIVE_STYLES_CHANGED_EVENT, styles("001_a", "first")],
    [LIVE_STYLES_CHANGED_EVENT, styles("001_a", "second")],
  ]);
  assert.deepEqual(invalid, Array(2).fill(`\0${stylesModuleOf("001_a")}`));
});

Deno.test("a page gets the widgets when it knows others, and the compile error that is not mended", () => {
  const { changes, model, sent, invalid, hot, ask, pages } = connect("001_a");
  assert.deepEqual(ask(LIVE_WIDGETS_KNOWN_EVENT, listLiveWidgets(model)), []);
  const data = listLiveWidgets(model);
  for (let times = 0; times < 2; times++) {
    const expected = [{ type: "custom", event: LIVE_WIDGETS_CHANGED_EVENT, data }];
    assert.deepEqual(ask(LIVE_WIDGETS_KNOWN_EVENT, []), expected);
  }
  assert.equal(pages(), 3);
  changes.emit({ type: "widgets" });
  changes.emit({ type: "bundles" });
  assert.deepEqual(sent, [[LIVE_WIDGETS_CHANGED_EVENT, data], [BUNDLES_CHANGED_EVENT]]);
  assert.deepEqual(invalid, [`\0${WIDGETS_MODULE}`]);
  const fault = { type: "error", err: { message: "no", stack: "" } };
  assert.deepEqual(ask(COMPILE_FAULT_WANTED_EVENT), []);
  for (let times = 0; times < 2; times++) {
    hot.send(fault);
    assert.deepEqual([ask(COMPILE_FAULT_WANTED_EVENT), ask(COMPILE_FAULT_WANTED_EVENT)], [[fault], [fault]]);
    hot.send({ type: "update", updates: [] });
    assert.deepEqual(ask(COMPILE_FAULT_WANTED_EVENT), []);
  }
});

Deno.test("after the end no page receives anything", () => {
  const { changes, sent, ask, end } = connect("001_a");
  end();
  changes.emit({ type: "bundles" });
  assert.deepEqual([sent, ask(LIVE_WIDGETS_KNOWN_EVENT, [])], [[], []]);
});
