import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInstalledProject } from "../scaffold/installed_project.ts";

const README = new URL("../../../README.md", import.meta.url);

/** Creates a new project in a folder, with the widget in the README beside its own. Returns its path. */
export async function createReadmeProject(folder: string): Promise<string> {
  const directory = await createInstalledProject(folder);
  const [, source] = /```tsx\n([^]*?)```/.exec(await readFile(README, "utf8")) ?? [];
  await mkdir(join(directory, "widgets/002_readme"));
  await writeFile(
    join(directory, "widgets/002_readme/widget.tck.tsx"),
    source!.replace('id: "steps"', 'id: "readme"'),
  );
  return directory;
}
