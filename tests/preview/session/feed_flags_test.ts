import assert from "node:assert/strict";
import { readFeedFlags } from "../../../preview/server/cli/feed_flags.ts";
import { PreviewConfigError } from "../../../preview/server/model/mod.ts";
import { openPreviewSession } from "./preview_session.ts";
import { makeBundle } from "./bundles.ts";
import { Project } from "./project.ts";

/** The feeds that a command line gives: their labels, notes, and what is in them. */
async function feedsOf(
  project: Project,
  feeds: string[],
  labels: string[] = [],
  notes: string[] = [],
): Promise<unknown[]> {
  const sources = await readFeedFlags({ feeds, labels, notes }, project.path);
  const session = await openPreviewSession({
    projectDirectory: project.path,
    config: { canvas: { feeds: sources } },
    watch: false,
  });
  try {
    await session.ready;
    return session.feedIndex().feeds.map((view) => [
      view.id,
      view.label,
      ...(view.notes === undefined ? [] : [view.notes]),
      view.bundleIds.map((id) => session.findBundle(id)!.info.label).join(" "),
    ]);
  } finally {
    await session.close();
  }
}

async function rejected(
  project: Project,
  feeds: string[],
  labels: string[] = [],
  notes: string[] = [],
): Promise<string> {
  const error = await readFeedFlags({ feeds, labels, notes }, project.path).then(
    () => null,
    (error) => error,
  );
  assert.ok(error instanceof PreviewConfigError && error.code === "config.invalid_feed", String(error));
  return error.message;
}

async function makeProject(): Promise<Project> {
  return await Project.create({
    "monday/001_a.tckb": await makeBundle("a"),
    "monday/deep/002_b.tckb": await makeBundle("b"),
    "tuesday/003_c.tckb": await makeBundle("c"),
    "odd [x], {y}/004_d.tckb": await makeBundle("d"),
  });
}

Deno.test("a folder, a glob and a file are each one feed with their base name", async () => {
  await using project = await makeProject();
  assert.deepEqual(
    await feedsOf(project, ["monday", "tuesday/*.tckb", "monday/001_a.tckb", `${project.path}/tuesday/`]),
    [
      ["001_a", "001_a", "001_a"],
      ["monday", "monday", "001_a 002_b"],
      ["tuesday", "tuesday", "003_c"],
      ["tuesday (2)", "tuesday", "003_c"],
    ],
  );
});

Deno.test("commas merge several into one feed, except within braces, in an existing name, or escaped", async () => {
  await using project = await makeProject();
  assert.deepEqual(await feedsOf(project, ["monday/*.tckb, tuesday"]), [[
    "monday, tuesday",
    "monday, tuesday",
    "001_a 003_c",
  ]]);
  const both = await readFeedFlags(
    { feeds: ["{monday,tuesday}/*.tckb,tuesday/*.tckb"], labels: [], notes: [] },
    project.path,
  );
  assert.deepEqual(both.map(({ globs }) => globs), [["{monday,tuesday}/*.tckb", "tuesday/*.tckb"]]);
  assert.deepEqual(await feedsOf(project, ["{monday,tuesday}/*.tckb"], ["both"]), [[
    "both",
    "both",
    "001_a 003_c",
  ]]);
  const odd = ["odd [x], {y}", "odd [x], {y}", "004_d"];
  assert.deepEqual(await feedsOf(project, ["odd [x], {y}"]), [odd]);
  assert.deepEqual(await feedsOf(project, ["odd \\[x\\]\\, \\{y\\}/*.tckb"], ["odd [x], {y}"]), [odd]);
});

Deno.test("labels and notes belong to the feeds by their order, and an empty one is the default", async () => {
  await using project = await makeProject();
  assert.deepEqual(await feedsOf(project, ["monday", "tuesday"], ["M", ""], ["", "the second"]), [
    ["M", "M", "001_a 002_b"],
    ["tuesday", "tuesday", "the second", "003_c"],
  ]);
});

Deno.test("an ambiguous command line is rejected", async () => {
  await using project = await makeProject();
  assert.match(
    await rejected(project, ["monday", "tuesday"], ["M"]),
    /^Cannot use 1 --feed-label for 2 --feed: give one/,
  );
  assert.match(
    await rejected(project, ["monday"], ["M", "T"]),
    /^Cannot use 2 --feed-label for 1 --feed: give one/,
  );
  assert.match(await rejected(project, [], ["M"]), /^Cannot use 1 --feed-label for 0 --feed/);
  assert.match(
    await rejected(project, ["monday", "tuesday"], [], ["n"]),
    /^Cannot use 1 --feed-notes for 2 --feed/,
  );
  for (const value of ["a,,b", "monday,", ",monday", ",", "", "  "]) {
    assert.match(
      await rejected(project, [value]),
      /there is nothing between two commas, or at an end$/,
      value,
    );
  }
  assert.match(
    await rejected(project, ["wednesday"]),
    /^Cannot use --feed "wednesday": there is no such folder/,
  );
});
