import assert from "node:assert/strict";
import type { PublicBundle } from "../../../preview/protocol.ts";
import { groupBundles } from "../../../preview/shell/picker/picker_groups.ts";

Deno.test("bundles are grouped by source, in the numeric-aware order of their labels", () => {
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

Deno.test("a broken bundle is in the group of its source, even if no valid one is", () => {
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

Deno.test("the filter matches labels, ids and paths case-insensitively, and removes empty groups", () => {
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
