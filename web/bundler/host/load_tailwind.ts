import { createRequire } from "node:module";
import { join } from "node:path";
import type { Tailwind } from "../compile/tailwind/tailwind_package.ts";
import type { PackageReader } from "./bundler_host.ts";
import { findInstalledPackage } from "./installed_package.ts";

/**
 * Loads the Tailwind 4 that a project has installed; the kit has none of its own. It is the project's code, which runs with
 * the rights of this process. Its version is read through `files`, so that the widget is built again with another one.
 *
 * @returns what is missing, for people, when it is not installed
 */
export async function loadTailwind(files: PackageReader): Promise<Tailwind | { missing: string }> {
  const packages: unknown[] = [];
  for (const name of ["tailwindcss", "@tailwindcss/oxide"]) {
    const found = findInstalledPackage(files.root, name);
    if (found === null || !files.allows(found.packageJson)) {
      return { missing: `this is Tailwind's, and ${name} is not installed in the project or its workspace` };
    }
    const { version } = JSON.parse(new TextDecoder().decode(await files.read(found.packageJson)));
    if (!/^4\./.test(String(version))) {
      return {
        missing: `this is Tailwind 4's, and the installed version of ${name} is ${
          String(version).slice(0, 20)
        }`,
      };
    }
    packages.push(createRequire(join(found.above, "package.json"))(name));
  }
  const [{ compile }, { Scanner }] = packages as [Pick<Tailwind, "compile">, Pick<Tailwind, "Scanner">];
  return { compile, Scanner };
}
