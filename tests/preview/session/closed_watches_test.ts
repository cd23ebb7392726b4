import { mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { FolderWatches } from "../../../preview/server/model/watching/folder_watches.ts";
import { Project } from "./project.ts";

Deno.test.sanitizer({ ops: true, resources: true });

Deno.test("watches that are closed while one is being replaced leave neither a timer nor a watch", async () => {
  await using project = await Project.create();
  const folder = join(project.path, "dist");
  const watches = new FolderWatches(() => {}, () => {});
  await mkdir(folder);
  await watches.add(folder);
  await rename(folder, join(project.path, "former"));
  await mkdir(folder);
  await watches.add(folder);
  watches.close();
});
