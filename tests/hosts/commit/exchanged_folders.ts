import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "fflate";
import { commitBatch } from "../../../hosts/commit/mod.ts";
import { createMemoryObjectStore } from "../../conformance/memory_object_store.ts";
import { findWorkspace, openSharedWorkspaces } from "../../../hosts/commit_queue/shared_workspaces.ts";
import { makeBundle } from "../../core/commit/bundles.ts";
import { exchangePaths } from "../../terminal/files/exchange.ts";
import { Engines, REQUEST, type Service } from "./service.ts";

const engines = new Engines();
Deno.test.afterAll(() => engines.close());

/** What must never be in the store: it is in the module of the foreign bundle and in the foreign source. */
const SECRET = "a text of another user";

/** What is exchanged for a link, below the workspace, and where the link leads, below the other user's. */
const EXCHANGES = {
  "the folder of the bundles": ["widget-batch/dist", "widget-batch/dist"],
  "the project": ["widget-batch", "widget-batch"],
  "a folder of sources": ["widget-batch/widgets/001_a/inner", "widget-batch/widgets/001_a/inner"],
} as const;

/** Builds a workspace with a bundle and its sources. */
async function buildWorkspace({ build }: Service, text: string, below?: string): Promise<string> {
  const directory = await build({ "001_a.tckb": await makeBundle(text) }, below);
  const inner = join(directory, "widget-batch/widgets/001_a/inner");
  await mkdir(inner, { recursive: true });
  await writeFile(join(inner, "text.ts"), text);
  return directory;
}

/** How a commit may end that finds a link in place of a folder, or nothing between two renames. */
const LINK_FOUND =
  /^(commit\.(no_bundles|no_valid_widget)|workspace\.outside|folder\.\w+|ENOENT|ENOTDIR|ELOOP)$/;

/** Commits some times, and more often if none of them finds the folder in its place. Returns how many commits succeeded. */
async function commitOften(commits: number, commit: () => Promise<unknown>): Promise<number> {
  let committed = 0;
  for (let count = 0; count < commits || (committed === 0 && count < 50 * commits); count++) {
    try {
      await commit();
      committed++;
    } catch (error) {
      assert.match(String((error as { code?: string }).code), LINK_FOUND, String(error));
    }
  }
  return committed;
}

/**
 * The service, with the keys of what was ever stored with the secret in it, unpacked: a later commit may replace it. The
 * objects are in memory, since syncing files takes long on a file system whose folders are exchanged all the time.
 */
function watchStore({ deps }: Service): { deps: Service["deps"]; found: string[] } {
  const objects = createMemoryObjectStore(Date.now);
  const found: string[] = [];
  const put: typeof objects.put = async (key, bytes, options) => {
    const unpacked = key.endsWith(".gz") ? gunzipSync(bytes) : bytes;
    if (Buffer.from(unpacked).includes(SECRET)) found.push(key);
    await objects.put(key, bytes, options);
  };
  return { deps: { ...deps, objects: { ...objects, put } }, found };
}

/** Defines the tests, in each of which folders are exchanged during some commits. */
export function testExchangedFolders(commits: number): void {
  for (const [what, [place, target]] of Object.entries(EXCHANGES)) {
    // claim: commit-only-own-files
    Deno.test(`${what} is exchanged for a link to another user's during ${commits} commits: nothing of theirs is stored`, () =>
      engines.run("pglite", async (service) => {
        const foreign = await buildWorkspace(service, SECRET);
        const directory = await buildWorkspace(service, "own");
        const link = join(directory, "decoy");
        await symlink(join(foreign, target), link);
        const { deps, found } = watchStore(service);
        await using _ = await exchangePaths(join(directory, place), link);
        const committed = await commitOften(commits, () => commitBatch(deps, { ...REQUEST, directory }));
        assert.deepEqual(found, []);
        assert.ok(committed > 0, "some commits find the folder in its place");
      }));
  }

  // claim: worker-only-shared-folder
  Deno.test(`a workspace is exchanged for a link out of the shared folder during ${commits} commits of a worker`, () =>
    engines.run("pglite", async (service) => {
      const foreign = await buildWorkspace(service, SECRET);
      await mkdir(join(service.folder, "shared"));
      const shared = await openSharedWorkspaces(join(service.folder, "shared"));
      const directory = await buildWorkspace(service, "own", join(shared, "tasks"));
      const link = join(shared, "decoy");
      await symlink(foreign, link);
      const location = directory.slice(shared.length + 1);
      const { deps, found } = watchStore(service);
      await using _ = await exchangePaths(directory, link);
      const committed = await commitOften(commits, async () => {
        using workspace = await findWorkspace(shared, location);
        await commitBatch(deps, { ...REQUEST, directory: workspace });
      });
      assert.deepEqual(found, []);
      assert.ok(committed > 0, "some commits find the workspace in its place");
    }));
}
