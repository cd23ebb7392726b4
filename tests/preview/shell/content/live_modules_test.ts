import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import type { WidgetInstance } from "@tck/kit/host";
import type { LiveWidget } from "../../../../preview/protocol.ts";
import { liveCardState, LiveModules } from "../../../../preview/shell/content/live_modules.ts";
import type { CardState } from "../../../../preview/shell/state/card_state.ts";
import { createStore, type Store } from "../../../../preview/shell/state/create_store.ts";
import { createShellState, type ShellState } from "../../../../preview/shell/state/shell_state.ts";

const HELLO: LiveWidget = {
  name: "001_hello",
  file: "widgets/001_hello/widget.tck.tsx",
  moduleUrl: "/@fs/project/widgets/001_hello/widget.tck.tsx",
  stylesUrl: "/@id/virtual:tck/live-styles/001_hello",
  diagnostics: null,
  isOutdated: false,
  typesObstacle: null,
  summary: null,
};
const MANIFEST = { id: "hello", cardType: "feed", sizes: ["fill-auto"], defaultState: { name: "Ada" } };
const STYLES = { name: "001_hello", css: "p { color: red }", propertiesCss: "" };
const Hello = () => null;

Deno.test("a widget is imported once, when it is first loaded, and not when its state is read", async () => {
  const { live, stateOf, asked, settled } = open({});
  assert.equal(stateOf().status, "loading");
  assert.deepEqual(asked, []);
  live.load("001_hello");
  live.load("001_hello");
  await settled();
  const instance = instanceOf(stateOf());
  assert.equal(instance.component, Hello);
  assert.deepEqual(instance.getDoc(), { state: { name: "Ada" }, version: 0 });
  assert.deepEqual(asked, [HELLO.moduleUrl, HELLO.stylesUrl]);
});

Deno.test("edited styles create a new bundle for the same instance, with the same component", async () => {
  const { live, stateOf, settled } = open({});
  live.load("001_hello");
  await settled();
  const before = instanceOf(stateOf());
  live.changeStyles({ ...STYLES, css: "p { color: blue }", propertiesCss: "@property --a {}" });
  const after = instanceOf(stateOf());
  assert.equal(after.bundle.css, "p { color: blue }");
  assert.equal(after.bundle.propertiesCss, "@property --a {}");
  assert.equal(after.instanceId, before.instanceId);
  assert.equal(after.component, before.component);
  // Each of the two alone is a change, too.
  live.changeStyles({ ...STYLES, css: "p { color: blue }", propertiesCss: "@property --b {}" });
  assert.equal(instanceOf(stateOf()).bundle.propertiesCss, "@property --b {}");
  live.changeStyles({ ...STYLES, css: "p { color: green }", propertiesCss: "@property --b {}" });
  assert.equal(instanceOf(stateOf()).bundle.css, "p { color: green }");
});

Deno.test("an edited manifest is applied, and an edit of something else changes nothing", async () => {
  const modules: { [url: string]: object } = {};
  const { live, stateOf, settled } = open(modules);
  live.load("001_hello");
  await settled();
  const before = stateOf();
  modules[`${HELLO.moduleUrl} 1`] = { default: () => null, manifest: structuredClone(MANIFEST) };
  await live.changeModule(HELLO.moduleUrl, 1);
  assert.equal(stateOf(), before);
  const manifest = { ...MANIFEST, sizes: ["2x2"], defaultState: { name: "Grace" } };
  modules[`${HELLO.moduleUrl} 2`] = { default: () => null, manifest };
  await live.changeModule(HELLO.moduleUrl, 2);
  const instance = instanceOf(stateOf());
  assert.deepEqual(instance.manifest.sizes, ["2x2"]);
  assert.deepEqual(instance.getDoc().state, { name: "Grace" });
  assert.equal(instance.component, Hello);
});

Deno.test("a widget that is edited while it loads is imported again, and the newest import counts whichever ends last", async () => {
  const former = Promise.withResolvers<object>();
  const Edited = () => null;
  const { live, stateOf, asked, settled } = open({
    [HELLO.moduleUrl]: former.promise,
    [`${HELLO.moduleUrl} 1`]: { default: Edited, manifest: MANIFEST },
  });
  live.load("001_hello");
  live.reloadLoading(1, ["002_other"]);
  assert.equal(asked.length, 2);
  live.reloadLoading(1);
  await settled();
  former.resolve({ default: Hello, manifest: MANIFEST });
  await former.promise;
  await Promise.resolve();
  assert.equal(instanceOf(stateOf()).component, Edited);
  live.reloadLoading(2);
  assert.equal(asked.length, 4);
});

Deno.test("an import that fails after a newer one was begun fails nothing", async () => {
  const [first, second] = [Promise.withResolvers<object>(), Promise.withResolvers<object>()];
  const { live, stateOf, settled } = open({
    [HELLO.moduleUrl]: first.promise,
    [`${HELLO.moduleUrl} 1`]: second.promise,
  });
  live.load("001_hello");
  live.reloadLoading(1);
  first.reject(new TypeError("Failed to fetch"));
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  assert.equal(stateOf().status, "loading");
  second.resolve({ default: Hello, manifest: MANIFEST });
  await settled();
  assert.equal(instanceOf(stateOf()).component, Hello);
});

Deno.test("a module that throws after an edit leaves the card as it was, and the corrected one is mounted", async () => {
  const Mended = () => null;
  const modules: { [url: string]: object } = {
    [`${HELLO.moduleUrl} 1`]: Promise.reject(new RangeError("Boom")),
    [`${HELLO.moduleUrl} 2`]: Promise.reject(new TypeError("Failed to fetch dynamically imported module: x")),
    [`${HELLO.moduleUrl} 3`]: { default: Mended, manifest: { ...MANIFEST, sizes: ["2x2"] } },
    [`${HELLO.moduleUrl} 4`]: { default: () => null, manifest: MANIFEST },
  };
  const { live, stateOf, settled } = open(modules);
  live.load("001_hello");
  await settled();
  await assert.rejects(live.changeModule(HELLO.moduleUrl, 1), RangeError);
  assert.equal(instanceOf(stateOf()).component, Hello);
  await assert.rejects(live.changeModule(HELLO.moduleUrl, 2), TypeError);
  await live.changeModule(HELLO.moduleUrl, 3);
  const mended = instanceOf(stateOf());
  assert.deepEqual([mended.component, mended.manifest.sizes], [Mended, ["2x2"]]);
  // React maps the component to its newer versions again.
  await live.changeModule(HELLO.moduleUrl, 4);
  assert.equal(instanceOf(stateOf()).component, Mended);
});

Deno.test("a module that does not compile after an edit does not replace the component that React refreshes", async () => {
  const { live, stateOf, settled } = open({
    [`${HELLO.moduleUrl} 1`]: Promise.reject(new TypeError("Failed to fetch dynamically imported module: x")),
    [`${HELLO.moduleUrl} 2`]: { default: () => null, manifest: MANIFEST },
  });
  live.load("001_hello");
  await settled();
  await assert.rejects(live.changeModule(HELLO.moduleUrl, 1), TypeError);
  await live.changeModule(HELLO.moduleUrl, 2);
  assert.equal(instanceOf(stateOf()).component, Hello);
});

Deno.test("an invalid manifest fails the card until the next edit", async () => {
  const modules: { [url: string]: object } = {
    [`${HELLO.moduleUrl} 1`]: { default: Hello, manifest: { ...MANIFEST, sizes: [] } },
    [`${HELLO.moduleUrl} 2`]: { default: Hello, manifest: MANIFEST },
  };
  const { live, stateOf, settled } = open(modules);
  live.load("001_hello");
  await settled();
  await live.changeModule(HELLO.moduleUrl, 1);
  assert.equal(stateOf().status, "failed");
  await live.changeModule(HELLO.moduleUrl, 2);
  assert.equal(stateOf().status, "loaded");
});

for (
  const [fault, module, message] of [
    ["no manifest", { default: Hello }, /no export named "manifest"/],
    ["no component", { manifest: MANIFEST, default: 7 }, /not a component/],
    ["a faulty manifest", { default: Hello, manifest: { id: "../x" } }, /manifest/i],
  ] as const
) {
  Deno.test(`a module with ${fault} fails the card with a reason`, async () => {
    const { live, stateOf, settled } = open({ [HELLO.moduleUrl]: module });
    live.load("001_hello");
    await settled();
    const state = stateOf();
    assert.match(String(state.status === "failed" && state.error), message);
  });
}

Deno.test("a failed widget is imported with a new version by a retry, and when its own diagnostics change", async () => {
  const { live, stateOf, asked, settled } = open({ [HELLO.stylesUrl]: { default: STYLES } }, {
    fails: HELLO.moduleUrl,
  });
  live.load("001_hello");
  await settled();
  assert.equal(stateOf().status, "failed");
  live.retry("001_hello");
  await settled();
  assert.match(asked[2]!, /widget\.tck\.tsx \d{13}$/);
  assert.equal(stateOf().status, "failed");
  const other = { ...HELLO, name: "002_other", moduleUrl: "/other.tsx", stylesUrl: "/other" };
  live.changeWidgets([HELLO, other]);
  live.changeWidgets([HELLO, { ...other, diagnostics: [] }]);
  assert.equal(stateOf().status, "failed");
  assert.equal(asked.length, 4);
  live.changeWidgets([{ ...HELLO, diagnostics: [] }, other]);
  await settled();
  assert.equal(asked.length, 6);
});

Deno.test("a deleted widget fails with that reason, and is loaded when it is back", async () => {
  const { live, stateOf, settled } = open({});
  live.load("001_hello");
  await settled();
  live.changeWidgets([]);
  const deleted = stateOf();
  assert.equal(deleted.status, "failed");
  assert.equal(stateOf(), deleted);
  live.changeWidgets([HELLO]);
  live.load("001_hello");
  await settled();
  assert.equal(stateOf().status, "loaded");
});

Deno.test("a widget that is deleted while it loads stays deleted, and one that is back is loaded again", async () => {
  const former = Promise.withResolvers<object>();
  const modules: { [url: string]: object } = { [HELLO.moduleUrl]: former.promise };
  const { live, stateOf, asked, settled } = open(modules);
  live.load("001_hello");
  live.changeWidgets([]);
  const back = Promise.withResolvers<object>();
  modules[HELLO.moduleUrl] = back.promise;
  former.resolve({ default: Hello, manifest: MANIFEST });
  await setImmediate();
  assert.equal(stateOf().status, "failed");
  live.changeWidgets([HELLO]);
  live.load("001_hello");
  live.changeWidgets([]);
  live.changeWidgets([HELLO]);
  back.resolve({ default: Hello, manifest: MANIFEST });
  await setImmediate();
  assert.equal(stateOf().status, "loading");
  const Back = () => null;
  modules[HELLO.moduleUrl] = { default: Back, manifest: MANIFEST };
  live.load("001_hello");
  await settled();
  assert.equal(instanceOf(stateOf()).component, Back);
  assert.equal(asked.length, 6);
});

Deno.test("an edited module that arrives after its widget was deleted, or its styles were edited, takes nothing back", async () => {
  const edits = [Promise.withResolvers<object>(), Promise.withResolvers<object>()];
  const { live, stateOf, settled } = open({
    [`${HELLO.moduleUrl} 1`]: edits[0]!.promise,
    [`${HELLO.moduleUrl} 2`]: edits[1]!.promise,
  });
  live.load("001_hello");
  await settled();
  const first = live.changeModule(HELLO.moduleUrl, 1);
  live.changeStyles({ ...STYLES, css: "p { color: blue }" });
  edits[0]!.resolve({ default: Hello, manifest: { ...MANIFEST, sizes: ["2x2"] } });
  await first;
  const { bundle, manifest } = instanceOf(stateOf());
  assert.deepEqual([bundle.css, manifest.sizes], ["p { color: blue }", ["2x2"]]);
  const second = live.changeModule(HELLO.moduleUrl, 2);
  live.changeWidgets([]);
  edits[1]!.resolve({ default: Hello, manifest: MANIFEST });
  await second;
  assert.equal(stateOf().status, "failed");
});

Deno.test("a failed widget loads at once when it is retried, and a loaded one is not imported again", async () => {
  const modules: { [url: string]: object } = { [HELLO.moduleUrl]: {} };
  const { live, stateOf, asked, settled } = open(modules);
  live.load("001_hello");
  await settled();
  assert.equal(stateOf().status, "failed");
  modules[HELLO.moduleUrl] = { default: Hello, manifest: MANIFEST };
  live.retry("001_hello");
  assert.equal(stateOf().status, "loading");
  live.retry("001_hello");
  await settled();
  const loaded = stateOf();
  assert.equal(loaded.status, "loaded");
  live.retry("001_hello");
  live.changeWidgets([{ ...HELLO, diagnostics: [] }]);
  assert.equal(stateOf(), loaded);
  assert.equal(asked.length, 4);
});

Deno.test("what happens to one widget leaves the card of another as it is", async () => {
  const other = { ...HELLO, name: "002_other", moduleUrl: "/other.tsx", stylesUrl: "/other" };
  const Other = () => null;
  const Mended = () => null;
  const { live, stateOf, settled } = open({
    [other.moduleUrl]: { default: Other, manifest: { ...MANIFEST, id: "other" } },
    [other.stylesUrl]: { default: { ...STYLES, name: "002_other" } },
    [`${HELLO.moduleUrl} 2`]: { default: Mended, manifest: MANIFEST },
  }, { throws: `${HELLO.moduleUrl} 1` });
  live.changeWidgets([HELLO, other]);
  live.load("001_hello");
  live.load("002_other");
  await settled();
  await settled("002_other");
  assert.equal(instanceOf(stateOf()).component, Hello);
  const before = stateOf("002_other");
  assert.equal(instanceOf(before).component, Other);
  await assert.rejects(live.changeModule(HELLO.moduleUrl, 1), RangeError);
  await live.changeModule(other.moduleUrl, 1);
  assert.equal(stateOf("002_other"), before);
  await live.changeModule(HELLO.moduleUrl, 2);
  assert.equal(instanceOf(stateOf()).component, Mended);
  assert.equal(stateOf("002_other"), before);
});

/** Live modules of one widget. Its imports return the given modules, by URL or by URL and version. */
function open(
  modules: { [url: string]: object },
  { fails, throws }: { fails?: string; throws?: string } = {},
): {
  live: LiveModules;
  stateOf: (name?: string) => CardState;
  asked: string[];
  settled: (name?: string) => Promise<void>;
} {
  const known: { [url: string]: object } = {
    [HELLO.moduleUrl]: { default: Hello, manifest: MANIFEST },
    [HELLO.stylesUrl]: { default: STYLES },
  };
  const asked: string[] = [];
  const importModule = async (url: string, version?: number) => {
    const versioned = version === undefined ? url : `${url} ${version}`;
    asked.push(versioned);
    if (url === fails) throw new TypeError(`Failed to fetch ${url}`);
    if (versioned === throws) throw new RangeError("Boom");
    return await Promise.resolve(modules[versioned] ?? modules[url] ?? known[url]);
  };
  const preferences = { theme: "light", background: "grid", feedWidth: "medium", mount: "inline" } as const;
  const store = createStore(createShellState({ search: "", preferences, liveWidgets: [HELLO] }));
  const live = new LiveModules(store, importModule);
  const stateOf = (name = "001_hello") => liveCardState(store.getState(), name);
  return { live, stateOf, asked, settled: (name) => settle(() => stateOf(name), store) };
}

/** Waits until the widget is no longer loading. */
async function settle(stateOf: () => CardState, store: Store<ShellState>): Promise<void> {
  while (stateOf().status === "loading") {
    await new Promise<void>((resolve) => {
      const end = store.subscribe(() => resolve(end()));
    });
  }
}

function instanceOf(state: CardState): WidgetInstance {
  assert.ok(state.status === "loaded");
  return state.instance;
}
