import assert from "node:assert/strict";
import type { FeedIndexResponse } from "../../../preview/protocol.ts";
import type { PreviewConfig, PreviewHostContext } from "../../../preview/server/model/mod.ts";
import { openPreviewSession } from "./preview_session.ts";
import { makeBundle } from "./bundles.ts";
import { Project } from "./project.ts";

/** The feeds and grids of a project, with the labels of their bundles in place of the ids. */
async function compose(files: { [path: string]: Uint8Array }, config: PreviewConfig): Promise<
  { index: FeedIndexResponse; sources: string[] }
> {
  await using project = await Project.create(files);
  const session = await openPreviewSession({
    projectDirectory: project.path,
    config,
    watch: false,
    stableTime: 0,
  });
  try {
    await session.ready;
    const { feeds, grids, problems } = session.feedIndex();
    const labelOf = (id: string) => session.findBundle(id)!.info.label;
    const name = (views: typeof feeds) =>
      views.map((view) => ({
        ...view,
        bundleIds: view.bundleIds.map(labelOf),
        ...(view.contexts === undefined ? {} : {
          contexts: Object.fromEntries(
            Object.entries(view.contexts).map(([id, context]) => [labelOf(id), context]),
          ),
        }),
      }));
    const sources = session.listBundles().bundles.map(({ label, source }) => `${label} ${source}`);
    return { index: { feeds: name(feeds), grids: name(grids), problems }, sources };
  } finally {
    await session.close();
  }
}

const card = (name: string) => makeBundle(name);
const tile = (name: string) => makeBundle(name, { cardType: "grid", sizes: ["1x1"] });

Deno.test("without sources, all bundles are one feed and one grid", async () => {
  const { index } = await compose(
    { "dist/002_b.tckb": await card("b"), "dist/001_a.tckb": await tile("a") },
    {},
  );
  assert.deepEqual(index, {
    feeds: [{ id: "all-bundled", label: "Feed (all bundled)", bundleIds: ["002_b"] }],
    grids: [{ id: "all-bundled", label: "Grid (all bundled)", bundleIds: ["001_a"] }],
    problems: [],
  });
});

Deno.test("a file that is not a bundle has its place in the feed, with the reason", async () => {
  const files = {
    "dist/003_c.tckb": await card("c"),
    "dist/002_broken.tckb": new TextEncoder().encode("not a ZIP archive"),
    "dist/001_a.tckb": await card("a"),
    "dist/010_last.tckb": new Uint8Array(),
  };
  const places = async (config: PreviewConfig) => {
    const { feeds, grids } = (await compose(files, config)).index;
    assert.deepEqual(grids.flatMap(({ unreadable = [] }) => unreadable), []);
    return feeds.map(({ id, bundleIds, unreadable = [] }) => [
      id,
      ...bundleIds,
      ...unreadable.map(({ label, after }) => `${label} after ${after}`),
    ]);
  };
  const all = ["001_a", "003_c", "002_broken after 1", "010_last after 2"];
  assert.deepEqual(await places({}), [["all-bundled", ...all]]);
  assert.deepEqual(await places({ canvas: { feeds: [{ glob: "dist/*.tckb", id: "built" }] } }), [[
    "built",
    ...all,
  ]]);
  assert.deepEqual(await places({ canvas: { feeds: [{ glob: "*/*.tckb" }] } }), [["dist", ...all]]);
  assert.deepEqual(await places({ canvas: { feeds: [{ glob: "dist/*.tckb", group: () => "one" }] } }), [
    ["one", "001_a", "003_c"],
    ["Loose", "002_broken after 0", "010_last after 0"],
  ]);
  const { index } = await compose(files, {});
  const [broken] = index.feeds[0]!.unreadable!;
  assert.match(broken!.message, /ZIP|archive/);
  assert.match(broken!.path, /\/dist\/002_broken\.tckb$/);
});

Deno.test("each folder that a source's glob matches is a feed, and a bundle can be in several", async () => {
  const files = {
    "batches/day10/001_a.tckb": await card("a"),
    "batches/day9/001_b.tckb": await card("b"),
    "batches/day9/002_c.tckb": await tile("c"),
  };
  const { index, sources } = await compose(files, {
    canvas: {
      feeds: [
        { glob: "batches/*/*.tckb", notes: (key) => key === "day9" ? "the ninth" : undefined },
        { globs: ["batches/day9/*.tckb", "batches/day10/*.tckb"], group: "single", label: "Both", order: -1 },
      ],
      grids: [{ glob: "batches/day9/*.tckb", context: () => ({ timeZone: "UTC" }) }],
    },
  });
  assert.deepEqual(index, {
    feeds: [
      { id: "Both", label: "Both", bundleIds: ["001_a", "001_b"] },
      { id: "day9", label: "day9", notes: "the ninth", bundleIds: ["001_b"] },
      { id: "day10", label: "day10", bundleIds: ["001_a"] },
    ],
    grids: [{
      id: "day9",
      label: "day9",
      bundleIds: ["002_c"],
      contexts: { "002_c": { timeZone: "UTC" } },
    }],
    problems: [],
  });
  assert.deepEqual(sources, ["001_a canvas:batches", "001_b canvas:batches", "002_c canvas:batches"]);
});

Deno.test("functions get a bundle's path, its path below the glob, its label and its manifest", async () => {
  const received: unknown[] = [];
  await compose({ "dist/001_a.tckb": await card("a"), "b/c/002_b.tckb": await card("b") }, {
    scan: { bundled: [{ glob: "b/**/*.tckb", label: "B" }] },
    canvas: {
      feeds: [{
        globs: ["**/*.tckb"],
        group: ({ path, ...info }) => {
          received.push({ ...info, isAbsolute: path!.endsWith(`/${info.relPath}`) });
          return "all";
        },
      }],
    },
  });
  const manifest = { id: "weather", cardType: "feed", sizes: ["fill-auto"] };
  assert.deepEqual(received, [
    { relPath: "dist/001_a.tckb", label: "001_a", manifest, isAbsolute: true },
    { relPath: "b/c/002_b.tckb", label: "002_b", manifest, isAbsolute: true },
  ]);
});

Deno.test("what a context function returns is checked like a static context, and an invalid one is a problem", async () => {
  const { index } = await compose(
    {
      "a/001_null.tckb": await card("a"),
      "a/002_locale.tckb": await card("b"),
      "a/003_fits.tckb": await card("c"),
      "b/001_d.tckb": await tile("d"),
      "b/002_e.tckb": await tile("e"),
    },
    {
      canvas: {
        feeds: [{
          glob: "a/*.tckb",
          context: ({ label }): PreviewHostContext => {
            if (label === "001_null") return { slotValues: { actions: [null as never] } };
            if (label === "002_locale") return { locale: 7 as never };
            const timestamp = new Date(0) as unknown as string;
            return {
              locale: "de",
              slotValues: { updatedAt: { timestamp }, actions: [{ id: "x", label: "X" }] },
            };
          },
        }],
        grids: [{ glob: "b/*.tckb", context: { slotValues: { updatedAt: { timestamp: "yesterday" } } } }],
      },
    },
  );
  assert.deepEqual(index.feeds[0]!.bundleIds.length, 3);
  assert.deepEqual(index.feeds[0]!.contexts, {
    "003_fits": {
      locale: "de",
      slotValues: {
        updatedAt: { timestamp: "1970-01-01T00:00:00.000Z" },
        actions: [{ id: "x", label: "X" }],
      },
    },
  });
  assert.deepEqual(index.grids[0]!.contexts, { "001_d": { slotValues: {} }, "002_e": { slotValues: {} } });
  assert.deepEqual(index.problems, [
    {
      code: "composition.context",
      message:
        'Cannot use context for "001_null": slotValues.actions[0] is null, expected an object; the bundle has no context',
    },
    {
      code: "composition.context",
      message:
        'Cannot use context for "002_locale": locale is 7, expected a language tag, or an array of them; the bundle has no context',
    },
    {
      code: "composition.context",
      message:
        'Cannot use updatedAt for "b": timestamp "yesterday" is not an RFC 3339 timestamp such as "2026-03-01T06:00:00Z"; it is not injected',
    },
  ]);
});
