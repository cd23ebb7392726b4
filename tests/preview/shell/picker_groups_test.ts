import assert from "node:assert/strict";
import type { PublicBundle } from "../../../preview/protocol.ts";
import { groupBundles } from "../../../preview/shell/picker/picker_groups.ts";

Deno.test("bundles stand by their source, in the numeric-aware order of their labels", () => {
  const bundles = [
    bundle("10_b", "dist"),
    bundle("9_a", "dist"),
    bundle("001_c", "canvas:daily"),
    bundle("up", "local"),
  ];
  const groups = groupBundles(bundles, [], "").map((
    { title, bundles },
  ) => [title, bundles.map(({ label }) => label)]);
  assert.deepEqual(groups, [["canvas:daily", ["001_c"]], ["dist", ["9_a", "10_b"]], ["Uploaded", ["up"]]]);
});

Deno.test("a broken bundle stands in the group of its source, also where no whole one does", () => {
  const problem = {
    source: "dist",
    label: "002_b",
    path: "/p/002_b.tckb",
    code: "zip.empty",
    message: "It is empty",
  };
  const [group, ...others] = groupBundles([], [problem], "");
  assert.deepEqual([group!.source, group!.bundles, group!.problems, others], ["dist", [], [problem], []]);
});

Deno.test("the filter looks at labels, ids and paths, in whatever case, and leaves no empty group", () => {
  const bundles = [bundle("001_weather", "dist"), {
    ...bundle("002_x", "feeds"),
    relPath: "Weather/002_x.tckb",
  }];
  const labels = (filter: string) =>
    groupBundles(bundles, [], filter).map(({ bundles }) => bundles.map(({ label }) => label));
  assert.deepEqual(labels(" WEATHER "), [["001_weather"], ["002_x"]]);
  assert.deepEqual(labels("hello"), [["001_weather"], ["002_x"]]);
  assert.deepEqual(labels("001"), [["001_weather"]]);
  assert.deepEqual(labels("nothing"), []);
});

function bundle(label: string, source: string): PublicBundle {
  const manifest = { id: "hello", cardType: "feed", sizes: ["fill-auto" as const] };
  return { id: label, bundleHash: label, manifest, source, label, bundleUrl: "/widget.mjs", loadedAt: 0 };
}
