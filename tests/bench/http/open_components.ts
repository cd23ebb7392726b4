import { execFile } from "node:child_process";
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { findFreePort } from "../../servers/free_port.ts";
import { findProgram } from "../../servers/programs.ts";
import { type Contender, startProgram } from "./contender.ts";

const OC_VERSION = "0.50.44";

/** The path of a component's compiled view, which is a file with the bytes of the module. */
export const COMPONENT_PATH = "/widget/1.0.0/static/template.js";

/**
 * Installs and starts a registry of OpenComponents that serves components of a folder, as `oc dev` does. Its component has
 * the module of 6 KB as its compiled view. It is not compiled by the package's own tools, which install more packages.
 *
 * @throws {Error} when it cannot be installed or does not start
 */
export async function startOpenComponents(folder: string): Promise<Contender> {
  const project = join(folder, "open-components");
  const component = join(project, "components", "widget");
  await mkdir(join(component, "_package"), { recursive: true });
  const manifest = JSON.stringify({
    name: "widget",
    version: "1.0.0",
    oc: {
      packaged: true,
      version: OC_VERSION,
      date: 0,
      files: {
        template: { type: "oc-template-es6", hashKey: "a", src: "template.js", version: "1.0.0" },
        static: [],
      },
    },
  });
  for (const path of ["package.json", "_package/package.json"]) {
    await writeFile(join(component, path), manifest);
  }
  await copyFile(join(folder, "6.mjs"), join(component, "_package", "template.js"));
  await writeFile(join(project, "package.json"), JSON.stringify({ private: true }));
  await promisify(execFile)(
    "npm",
    ["install", "--no-audit", "--no-fund", "--loglevel=error", "--ignore-scripts", `oc@${OC_VERSION}`],
    { cwd: project, timeout: 300_000 },
  );
  const port = await findFreePort();
  await writeFile(join(project, "registry.cjs"), formatProgram(port, join(project, "components")));
  return await startProgram((await findProgram("node"))!, [join(project, "registry.cjs")]);
}

function formatProgram(port: number, path: string): string {
  const url = `http://127.0.0.1:${port}`;
  const options = {
    ...{ local: true, discovery: true, verbosity: 0, prefix: "/", dependencies: [], templates: [] },
    ...{ path, port, baseUrl: `${url}/`, env: { name: "local" }, hotReloading: false, liveReload: "" },
  };
  return `const { Registry } = require("oc");
const registry = new Registry(${JSON.stringify(options)});
registry.start((error) => {
  if (error) throw new Error(String(error));
  console.log(${JSON.stringify(JSON.stringify({ url }))});
});
`;
}
