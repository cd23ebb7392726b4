import assert from "node:assert/strict";
import type { WidgetManifest } from "../../../../core/manifest/mod.ts";
import type { LiveWidget, PublicBundle } from "../../../../preview/protocol.ts";
import {
  countItems,
  foldStep,
  groupBundles,
  groupLiveWidgets,
  listRows,
  searchGroups,
} from "../../../../preview/shell/picker/picker_rows.ts";

const MANIFEST: WidgetManifest = { id: "hello", cardType: "feed", sizes: ["fill-auto"] };
const OPEN = { folds: new Map<string, boolean>(), current: null, query: "" };

Deno.test("bundles are grouped by source, in the numeric-aware order of their labels", () => {
  const bundles = [
    bundle("10_b", "dist"),
    bundle("9_a", "dist"),
    bundle("001_c", "canvas:daily"),
    bundle("up", "local"),
  ];
  const groups = groupBundles(bundles, [], "en").map((
    { title, items },
  ) => [title, items.map(({ label }) => label)]);
  assert.deepEqual(groups, [["canvas:daily", ["001_c"]], ["dist", ["9_a", "10_b"]], ["Uploaded", ["up"]]]);
});

Deno.test("a bundle that several sources match is in each of their groups", () => {
  const shared = { ...bundle("001_a", "Bundles"), sources: ["Bundles", "canvas:daily"] };
  const groups = groupBundles([shared, bundle("002_b", "Bundles")], [], "en");
  assert.deepEqual(groups.map(({ title, items }) => [title, items.map(({ label }) => label)]), [
    ["Bundles", ["001_a", "002_b"]],
    ["canvas:daily", ["001_a"]],
  ]);
  const keys = listRows(groups, OPEN).map(({ key }) => key);
  assert.equal(new Set(keys).size, keys.length);
});

Deno.test("a broken bundle is in the group of its source, even if no valid one is", () => {
  const problem = {
    source: "dist",
    label: "002_b",
    path: "/p/002_b.tckb",
    code: "zip.empty",
    message: "It is empty",
  };
  const groups = groupBundles([], [problem], "en");
  assert.deepEqual(listRows(groups, OPEN).map(({ kind }) => kind), ["group", "problem"]);
  assert.equal(countItems(groups), 1);
});

Deno.test("the search finds labels, titles, ids, paths and states, also with a typing error", () => {
  const manifest = { ...MANIFEST, id: "forecast", title: { en: "Weather today" }, states: { rainy: {} } };
  const bundles = [{ ...bundle("001_sky", "dist"), manifest }, {
    ...bundle("002_x", "feeds"),
    relPath: "north/002_x.tckb",
  }];
  const labels = (query: string) =>
    searchGroups(groupBundles(bundles, [], "en"), query).map(({ items }) => items.map(({ label }) => label));
  assert.deepEqual(labels(" WEATHER "), [["001_sky"]]);
  assert.deepEqual(labels("weahter"), [["001_sky"]]);
  assert.deepEqual(labels("today weather"), [["001_sky"]]);
  assert.deepEqual(labels("forecast"), [["001_sky"]]);
  assert.deepEqual(labels("rainy"), [["001_sky"]]);
  assert.deepEqual(labels("north"), [["002_x"]]);
  assert.deepEqual(labels("hello"), [["002_x"]]);
  assert.deepEqual(labels("nothing"), []);
  assert.deepEqual(labels(""), [["001_sky"], ["002_x"]]);
  assert.deepEqual(labels("¿?"), []);
});

Deno.test("the states of the shown widget and those that a search finds are rows", () => {
  const widgets = [live("001_a"), live("002_b")];
  const manifestOf = () => ({ ...MANIFEST, states: { empty: {}, full: {} } });
  const groups = groupLiveWidgets(widgets, manifestOf, "en");
  const rows = (options: Partial<Parameters<typeof listRows>[1]>) =>
    listRows(groups, { ...OPEN, ...options }).map((row) =>
      row.kind === "item" ? row.item.label : row.kind === "state" ? row.state : row.kind
    );
  assert.deepEqual(rows({}), ["001_a", "002_b"]);
  assert.deepEqual(rows({ current: "001_a" }), ["001_a", "empty", "full", "002_b"]);
  assert.deepEqual(rows({ query: "empty" }), ["001_a", "empty", "002_b", "empty"]);
  const folds = new Map([["live/001_a", false], ["live/002_b", true]]);
  assert.deepEqual(rows({ current: "001_a", folds }), ["001_a", "002_b", "empty", "full"]);
});

Deno.test("to the right a row is opened, then entered; to the left it is closed, then left", () => {
  const manifest = { ...MANIFEST, states: { empty: {} } };
  const groups = groupBundles([{ ...bundle("001_a", "dist"), manifest }, bundle("002_b", "dist")], [], "en");
  const step = (folds: readonly [string, boolean][], at: number, direction: "in" | "out") =>
    foldStep(listRows(groups, { ...OPEN, folds: new Map(folds) }), at, direction);
  const key = "dist/001_a";
  assert.deepEqual(step([], 1, "in"), { fold: key, isOpen: true });
  assert.deepEqual(step([[key, true]], 1, "in"), { row: 2 });
  assert.equal(step([[key, true]], 2, "in"), null);
  assert.deepEqual(step([[key, true]], 2, "out"), { row: 1 });
  assert.deepEqual(step([[key, true]], 1, "out"), { fold: key, isOpen: false });
  assert.deepEqual(step([], 1, "out"), { row: 0 });
  assert.equal(step([], 2, "in"), null, "a widget without states");
  assert.deepEqual(step([], 0, "out"), { fold: "group/dist", isOpen: false });
  assert.equal(step([["group/dist", false]], 0, "out"), null);
  assert.deepEqual(step([["group/dist", false]], 0, "in"), { fold: "group/dist", isOpen: true });
});

Deno.test("a live widget is found by its last check's summary until its module is loaded", () => {
  const summary = { id: "forecast", title: { en: "Weather", de: "Wetter" }, states: ["rainy"] };
  const widgets = [{ ...live("001_a"), summary }];
  const find = (query: string, manifest?: WidgetManifest) =>
    searchGroups(groupLiveWidgets(widgets, () => manifest, "de"), query).flatMap(({ items }) =>
      items.map(({ title }) => title)
    );
  for (const query of ["wetter", "forecast", "rainy"]) assert.deepEqual(find(query), ["Wetter"]);
  assert.deepEqual(find("weather"), []);
  assert.deepEqual(find("rainy", { ...MANIFEST, title: "Loaded" }), []);
  assert.deepEqual(find("loaded", { ...MANIFEST, title: "Loaded" }), ["Loaded"]);
});

Deno.test("a closed group shows its heading only, except in a search", () => {
  const groups = groupBundles([bundle("001_a", "dist")], [], "en");
  const kinds = (query: string) =>
    listRows(groups, { ...OPEN, folds: new Map([["group/dist", false]]), query }).map(({ kind }) => kind);
  assert.deepEqual(kinds(""), ["group"]);
  assert.deepEqual(kinds("a"), ["group", "item"]);
});

function live(name: string): LiveWidget {
  return {
    name,
    file: `widgets/${name}/widget.tck.tsx`,
    moduleUrl: "",
    stylesUrl: "",
    diagnostics: null,
    isOutdated: false,
    typesObstacle: null,
    summary: null,
  };
}

function bundle(label: string, source: string): PublicBundle {
  return {
    id: label,
    bundleHash: label,
    manifest: MANIFEST,
    source,
    label,
    kitVersion: null,
    bundleUrl: "/widget.mjs",
    loadedAt: 0,
  };
}
