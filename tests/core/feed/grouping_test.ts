import assert from "node:assert/strict";
import fc from "fast-check";
import {
  composeFeedIndex,
  type CompositionSource,
  type FeedBundle,
  type FeedView,
} from "../../../core/feed/mod.ts";

function bundle(id: string, relPath: string, cardType = "feed"): FeedBundle {
  const label = relPath.split("/").at(-1)!;
  return {
    id,
    relPath,
    path: `/project/${relPath}`,
    label,
    manifest: { id, cardType, sizes: ["fill-auto"] },
  };
}

function composeFeeds(...feeds: CompositionSource[]): FeedView[] {
  const { index, problems } = composeFeedIndex({ feeds, grids: [] });
  assert.deepEqual(problems, []);
  return index.feeds;
}

const contents = (views: readonly FeedView[]) => views.map(({ id, bundleIds }) => [id, ...bundleIds]);

const WEEK = [
  bundle("c", "day10/002_c"),
  bundle("a", "day9/010_a"),
  bundle("b", "day10/001_b"),
  bundle("d", "day9/9_d"),
];

Deno.test("by default there is a view for each directory, views and bundles in numeric-aware order", () => {
  assert.deepEqual(contents(composeFeeds({ id: "week", bundles: WEEK })), [["day9", "d", "a"], [
    "day10",
    "b",
    "c",
  ]]);
});

Deno.test("only the first directory is used", () => {
  const bundles = [bundle("a", "x/y/001_a"), bundle("b", "x/z/002_b")];
  assert.deepEqual(contents(composeFeeds({ id: "s", group: "dir", bundles })), [["x", "a", "b"]]);
});

Deno.test("bundles outside any directory are one view with the source's id", () => {
  const { relPath: _relPath, ...pathless } = bundle("b", "002_b");
  assert.deepEqual(contents(composeFeeds({ id: "flat", bundles: [bundle("a", "001_a"), pathless] })), [[
    "flat",
    "a",
    "b",
  ]]);
});

Deno.test("a single group is one view for all directories", () => {
  assert.deepEqual(contents(composeFeeds({ id: "week", group: "single", bundles: WEEK })), [[
    "week",
    "b",
    "c",
    "d",
    "a",
  ]]);
});

Deno.test("a grouping function receives the bundle without its id, and bundles with the same key are in one view", () => {
  const views = composeFeeds({
    id: "s",
    bundles: WEEK,
    group: (info) => {
      assert.deepEqual(Object.keys(info).sort(), ["label", "manifest", "path", "relPath"]);
      return info.label.startsWith("0") ? "zeros" : null;
    },
  });
  assert.deepEqual(contents(views), [["zeros", "b", "c", "a"], ["Loose", "d"]]);
});

Deno.test("the loose bundles of all sources are in one Loose view at the end, without duplicates", () => {
  const loose = { bundles: WEEK, group: () => null };
  const views = composeFeeds({ id: "one", ...loose }, { id: "other", ...loose }, {
    id: "z",
    group: "single",
    bundles: WEEK,
  });
  assert.deepEqual(contents(views), [["z", "b", "c", "d", "a"], ["Loose", "b", "c", "d", "a"]]);
});

Deno.test("a bundle can be in views of several sources, and every view has a unique id", () => {
  const bundles = [bundle("a", "x/001_a")];
  const views = composeFeeds(
    { id: "1", bundles },
    { id: "x (2)", group: "single", bundles },
    { id: "2", bundles },
    { id: "3", bundles, group: () => "Loose" },
    { id: "4", bundles, group: () => null },
  );
  assert.deepEqual(contents(views), [["Loose", "a"], ["x", "a"], ["x (2)", "a"], ["x (2) (2)", "a"], [
    "Loose (2)",
    "a",
  ]]);
});

Deno.test("a source of feeds takes cards of type feed, a source of grids all others", () => {
  const bundles = [bundle("a", "001_a"), bundle("b", "002_b", "grid"), bundle("c", "003_c", "kiosk")];
  const source: CompositionSource = { id: "all", bundles };
  const { index } = composeFeedIndex({ feeds: [source], grids: [source] });
  assert.deepEqual(contents(index.feeds), [["all", "a"]]);
  assert.deepEqual(contents(index.grids), [["all", "b", "c"]]);
});

Deno.test("labels, orders and notes are set for all views or by key", () => {
  const views = composeFeeds({
    id: "week",
    bundles: WEEK,
    label: (key) => key.toUpperCase(),
    order: (key) => key === "day10" ? 1 : 2,
    notes: (key) => key === "day10" ? "busy" : undefined,
  });
  assert.deepEqual(views, [
    { id: "day10", label: "DAY10", notes: "busy", bundleIds: ["b", "c"] },
    { id: "day9", label: "DAY9", bundleIds: ["d", "a"] },
  ]);
  const plain = composeFeeds({ id: "week", bundles: WEEK, label: "Day", notes: "all", order: -1 });
  assert.deepEqual(plain.map(({ label, notes }) => [label, notes]), [["Day", "all"], ["Day", "all"]]);
});

Deno.test("views with an order come before those without", () => {
  const bundles = [bundle("a", "001_a")];
  const views = composeFeeds({ id: "a", bundles }, { id: "z", bundles, order: 5 }, {
    id: "m",
    bundles,
    order: -5,
  });
  assert.deepEqual(views.map(({ id }) => id), ["m", "z", "a"]);
});

Deno.test("a context is set for all bundles or by bundle, as plain JSON", () => {
  const bundles = [bundle("a", "001_a"), bundle("__proto__", "002_b")];
  const context = { locale: ["de"], slotValues: { updatedAt: null } };
  const [view] = composeFeeds({ id: "all", bundles, context });
  assert.deepEqual(Object.entries(view!.contexts!), [["a", context], ["__proto__", context]]);
  assert.notEqual(view!.contexts!.a, context);

  const [some] = composeFeeds({
    id: "all",
    bundles,
    context: ({ label }) => label === "001_a" ? { timeZone: "UTC" } : undefined,
  });
  assert.deepEqual(some!.contexts, { a: { timeZone: "UTC" } });
});

Deno.test("a Loose view has the contexts of its sources; the first source's wins", () => {
  const source = { bundles: WEEK.slice(0, 1), group: () => null };
  const views = composeFeeds({ id: "1", ...source, context: { locale: "de" } }, {
    id: "2",
    ...source,
    context: { locale: "fr" },
  });
  assert.deepEqual(views[0]!.contexts, { c: { locale: "de" } });
});

Deno.test("functions that throw or return invalid values are reported, and no bundle is lost", () => {
  const fails = (): never => {
    throw new Error("boom");
  };
  const nonsense = (() => 4) as unknown as () => string;
  const bundles = [bundle("a", "x/001_a")];
  const { index, problems } = composeFeedIndex({
    feeds: [
      { id: "1", bundles, group: fails },
      { id: "2", bundles, group: nonsense },
      { id: "3", bundles, label: fails, order: fails, notes: fails, context: fails },
      { id: "4", bundles, label: nonsense, order: () => NaN, notes: nonsense, context: nonsense as never },
      { id: "5", bundles, group: () => "", order: NaN },
    ],
    grids: [],
  });
  assert.deepEqual(index.feeds, [
    { id: "x", label: "x", bundleIds: ["a"] },
    { id: "x (2)", label: "x", bundleIds: ["a"] },
    { id: "Loose", label: "Loose", bundleIds: ["a"] },
  ]);
  assert.equal(problems[0]!.message, 'Cannot use group for "001_a": boom; the bundle is in the Loose view');
  assert.deepEqual(problems.map(({ code }) => code).sort(), [
    "composition.context",
    "composition.context",
    "composition.group",
    "composition.group",
    "composition.group",
    "composition.label",
    "composition.label",
    "composition.notes",
    "composition.notes",
    "composition.order",
    "composition.order",
  ]);
});

Deno.test("a context that is not JSON is reported and omitted", () => {
  const circular: { [key: string]: unknown } = {};
  circular.self = circular;
  const { index, problems } = composeFeedIndex({
    feeds: [{ id: "1", bundles: [bundle("a", "001_a")], context: () => circular }],
    grids: [],
  });
  assert.equal(index.feeds[0]!.contexts, undefined);
  assert.equal(problems[0]!.code, "composition.context");
});

Deno.test("the names of inherited properties are valid keys", () => {
  const bundles = ["__proto__", "constructor", "toString"].map((key) => bundle(key, `${key}/001_a`));
  assert.deepEqual(contents(composeFeeds({ id: "s", bundles })).sort(), [
    ["__proto__", "__proto__"],
    ["constructor", "constructor"],
    ["toString", "toString"],
  ]);
});

const anyBundles: fc.Arbitrary<FeedBundle[]> = fc.uniqueArray(
  fc.tuple(
    fc.stringMatching(/^[a-z0-9]{1,4}$/),
    fc.constantFrom("", "x/", "y/", "__proto__/", "10/", "9/z/"),
    fc.constantFrom("001_a", "2_b", "10_c"),
    fc.constantFrom("feed", "grid", "other"),
  ).map(([id, directory, label, cardType]) => bundle(id, `${directory}${label}`, cardType)),
  { selector: ({ id }) => id, maxLength: 20 },
);

const anyGroup = fc.constantFrom<NonNullable<CompositionSource["group"]>>(
  "dir",
  "single",
  ({ relPath }) => relPath!.includes("x") ? null : relPath!.slice(0, 1),
  () => "__proto__",
);

Deno.test("every bundle of a source is in exactly one view of its family", () => {
  fc.assert(fc.property(anyBundles, anyGroup, (bundles, group) => {
    const source: CompositionSource = { id: "s", bundles, group };
    const { index } = composeFeedIndex({ feeds: [source], grids: [source] });
    const idsOf = (isFeed: boolean) =>
      bundles.filter(({ manifest }) => (manifest.cardType === "feed") === isFeed).map(({ id }) => id);
    assert.deepEqual(index.feeds.flatMap(({ bundleIds }) => bundleIds).sort(), idsOf(true).sort());
    assert.deepEqual(index.grids.flatMap(({ bundleIds }) => bundleIds).sort(), idsOf(false).sort());
  }));
});

Deno.test("the index does not depend on the order in which bundles are found", () => {
  const shuffled = anyBundles.chain((bundles) =>
    fc.tuple(fc.constant(bundles), fc.shuffledSubarray(bundles, { minLength: bundles.length }))
  );
  fc.assert(fc.property(shuffled, anyGroup, ([bundles, others], group) => {
    const compose = (all: FeedBundle[]) =>
      composeFeedIndex({ feeds: [{ id: "s", bundles: all, group }], grids: [] });
    assert.deepEqual(compose(others), compose(bundles));
  }));
});

Deno.test("the ids of views are unique, and the index is plain JSON", () => {
  fc.assert(fc.property(anyBundles, fc.array(anyGroup, { maxLength: 4 }), (bundles, groups) => {
    const feeds = groups.map((group, n): CompositionSource => ({ id: `s${n % 2}`, bundles, group }));
    const { index } = composeFeedIndex({ feeds, grids: feeds });
    for (const views of [index.feeds, index.grids]) {
      assert.equal(new Set(views.map(({ id }) => id)).size, views.length);
    }
    assert.deepEqual(JSON.parse(JSON.stringify(index)), index);
  }));
});
