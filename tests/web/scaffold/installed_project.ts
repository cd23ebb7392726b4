import { join } from "node:path";
import { createProject } from "../../../web/scaffold/mod.ts";
import { installPackages } from "../bundler/installed_packages.ts";

/** Creates a new project in a folder, with the packages of this tree that its widgets import. Returns its path. */
export async function createInstalledProject(folder: string): Promise<string> {
  const { directory } = await createProject(join(folder, "widget-batch"));
  installPackages(directory, ["lucide-react", "react", "react-dom", "@types/react", "@types/react-dom"]);
  return directory;
}
