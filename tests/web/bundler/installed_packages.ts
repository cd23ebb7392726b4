import { copyFileSync, linkSync, mkdirSync, readdirSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const INSTALLED = fileURLToPath(new URL("../../../node_modules/", import.meta.url));

/**
 * Installs packages of this tree in a project, with what they depend on, as npm does: in its own `node_modules`, since a
 * build takes nothing from that of another project. The files are hard links where they
 * can be.
 */
export function installPackages(project: string, names: readonly string[]): void {
  for (const name of names) install(realpathSync(join(INSTALLED, name)), name, join(project, "node_modules"));
}

function install(from: string, name: string, packages: string): void {
  const to = join(packages, name);
  try {
    mkdirSync(dirname(to), { recursive: true });
    mkdirSync(to);
  } catch {
    return; // It is there.
  }
  linkFiles(from, to);
  // The package manager has a package's dependencies beside it.
  const beside = from.slice(0, -name.length);
  for (const dependency of packagesIn(beside)) {
    if (dependency !== name) install(realpathSync(join(beside, dependency)), dependency, packages);
  }
}

function packagesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) =>
    name.startsWith("@") ? readdirSync(join(folder, name)).map((part) => `${name}/${part}`) : name
  );
}

/** Source maps are left out: of a set of icons they are half of the files. */
function linkFiles(from: string, to: string): void {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      mkdirSync(target);
      linkFiles(source, target);
    } else if (!entry.name.endsWith(".map")) {
      linkOrCopy(source, target);
    }
  }
}

function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target); // The temporary folder is on another disk.
  }
}
