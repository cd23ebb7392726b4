import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createProject } from "../../../web/scaffold/mod.ts";

const INSTALLED = fileURLToPath(new URL("../../../node_modules/", import.meta.url));

/** Creates a new project in a folder, with the packages of this tree as its own. Returns its path. */
export async function createInstalledProject(folder: string): Promise<string> {
  const { directory } = await createProject(join(folder, "widget-batch"));
  await symlink(INSTALLED, join(directory, "node_modules"));
  return directory;
}
