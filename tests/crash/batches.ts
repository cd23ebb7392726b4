import { mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { makeBundle } from "../core/commit/bundles.ts";

/** The batch of all versions. */
export const BATCH = { localDate: "2026-03-04", kind: "morning_brief" } as const;

/** The versions of a batch, oldest first. The old and the new one have objects of every type, and one bundle in common. */
export interface BatchVersions {
  /** The workspace of the version, for `commitBatch`. */
  readonly oldest: string;
  readonly old: string;
  readonly new: string;
  /** A version whose commit fails before its flip. */
  readonly failed: string;
}

/** Builds the versions in a folder. */
export async function buildVersions(folder: string): Promise<BatchVersions> {
  const unchanged = await makeBundle("unchanged");
  return {
    oldest: await build(join(folder, "oldest"), { "001_a": await makeBundle("oldest a") }),
    old: await build(join(folder, "old"), {
      "001_a": await makeBundle("old a"),
      "002_b": unchanged,
      "003_c": await makeBundle("old c", LARGE_MANIFEST),
    }),
    new: await build(join(folder, "new"), {
      "001_a": await makeBundle("new a"),
      "002_b": unchanged,
      "003_c": await makeBundle("new c", LARGE_MANIFEST, ".c { color: red }"),
    }),
    failed: await build(join(folder, "failed"), { "001_a": await makeBundle("failed a") }),
  };
}

/** A manifest that is stored in an object. */
const LARGE_MANIFEST = { defaultState: { text: "large ".repeat(6_000) } };

/** Builds a workspace, with a source for its widget `003_c`. */
async function build(folder: string, bundles: { [name: string]: Uint8Array }): Promise<string> {
  const project = join(folder, "widget-batch");
  await mkdir(join(project, "dist"), { recursive: true });
  for (const [name, bytes] of Object.entries(bundles)) {
    await writeFile(join(project, "dist", `${name}.tckb`), bytes);
  }
  await mkdir(join(project, "widgets", "003_c"), { recursive: true });
  await writeFile(
    join(project, "widgets", "003_c", "widget.tck.tsx"),
    `export default () => "${basename(folder)}";\n`,
  );
  return folder;
}
