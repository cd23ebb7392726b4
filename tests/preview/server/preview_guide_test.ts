import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { readProjectConfig } from "../../../preview/server/model/config/project_config.ts";
import { makeBundle } from "../session/bundles.ts";
import { openPreviewSession } from "../session/preview_session.ts";
import { Project } from "../session/project.ts";
import { command } from "../../../preview/server/cli/preview_command.ts";
import { findRejected, readUrlState } from "../../../preview/shell/state/url_state.ts";

const GUIDE = await readFile(new URL("../../../docs/preview.md", import.meta.url), "utf8");

Deno.test("the preview's guide has each flag of its command line", () => {
  const documented = readRows("Command line").flatMap(([flags]) => listCode(flags!));
  assert.deepEqual(documented.sort(), Object.keys(command.options).map((name) => `--${name}`).sort());
});

Deno.test("the preview's guide has each parameter of the address, with its values", () => {
  const rows = readRows("The address").map(([name, values]) => [listCode(name!)[0]!, values!] as const);
  const preferences = { theme: "light", background: "grid", feedWidth: "medium", mount: "inline" } as const;
  const names = Object.keys(readUrlState("", preferences));
  assert.deepEqual(rows.map(([name]) => name).sort(), names.sort());
  for (const [name, values] of rows) {
    const [rejected] = findRejected(`?${name}=~`);
    if (rejected === undefined || ["width", "locale"].includes(name)) continue;
    assert.equal(listCode(values).join(", "), rejected.allowed, name);
  }
});

Deno.test("the configuration in the preview's guide is valid", async () => {
  const [, code] = /```ts\n([^]*?)```/.exec(GUIDE)!;
  await using project = await Project.create({ "tck.preview.config.ts": code! });
  const sources = { projectDirectory: project.path, configFile: undefined, program: {} };
  const { config: { feeds, grids, warnings, viteFinal } } = await readProjectConfig(sources);
  assert.deepEqual([feeds.length, grids.length, warnings], [2, 1, []]);
  assert.equal(typeof viteFinal, "function");
});

Deno.test("the functions of the configuration in the preview's guide compose what the guide says, without a problem", async () => {
  const [, code] = /```ts\n([^]*?)```/.exec(GUIDE)!;
  await using project = await Project.create({
    "tck.preview.config.ts": code!,
    "batches/1/001_old.tckb": await makeBundle("old"),
    "batches/2/001_new.tckb": await makeBundle("new"),
    "dist/001_feed.tckb": await makeBundle("feed"),
    "dist/002_home.tckb": await makeBundle("home", { id: "home-light", cardType: "grid", sizes: ["1x1"] }),
    "dist/003_work.tckb": await makeBundle("work", { id: "inbox", cardType: "grid", sizes: ["1x1"] }),
  });
  const session = await openPreviewSession({
    projectDirectory: project.path,
    watch: false,
    stableTime: 0,
  });
  try {
    await session.ready;
    const { feeds, grids, problems } = session.feedIndex();
    assert.deepEqual(problems, []);
    const places = feeds.map(({ bundleIds }) => bundleIds.map((id) => session.findBundle(id)!.info.label));
    assert.deepEqual(places, [["001_new"], ["001_old"], ["001_feed"]]);
    assert.deepEqual(feeds.map(({ notes }) => notes), [undefined, undefined, "What Ada gets"]);
    const actions = grids.map(({ contexts }) =>
      Object.values(contexts!).map(({ slotValues }) => slotValues?.actions)
    );
    assert.deepEqual(actions, [
      [[{ id: "open", label: "Open home-light", variant: "primary" }]],
      [[{ id: "open", label: "Open inbox", variant: "primary" }]],
    ]);
    const final = await session.config.viteFinal!({ define: { own: "1" } });
    assert.deepEqual(final, { define: { own: "1", __STAGE__: "true" } });
  } finally {
    await session.close();
  }
});

/** The cells of the table in a section. */
function readRows(title: string): string[][] {
  const section = GUIDE.split(`\n## ${title}\n`)[1]!.split("\n## ")[0]!;
  const rows = section.split("\n").filter((line) => line.startsWith("| `"));
  return rows.map((row) => row.split("|").slice(1, -1).map((cell) => cell.trim()));
}

function listCode(text: string): string[] {
  return Array.from(text.matchAll(/`([^`]+)`/g), ([, code]) => code!);
}
