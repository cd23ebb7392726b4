import { join, sep } from "node:path";
import { foldersAbove } from "../../folders_above.ts";
import { host } from "../../host/mod.ts";
import { findWorkspace, isInMember, type Workspace } from "./workspace.ts";

/**
 * The folders whose files may go into a project's widgets: the project, `node_modules` of its folder and of those above, the
 * packages of its workspace, and the store of the package manager. Each counts by its real path, so that a link to
 * anything else, `node_modules` itself or a file in a package, counts for nothing.
 */
export class PackageFolders {
  readonly #installed: readonly string[];
  #workspace: Workspace | null | undefined;
  #stores: readonly string[] | undefined;

  /** @param project its folder, as a real path */
  constructor(private readonly project: string) {
    this.#installed = foldersAbove(project).map((folder) => join(folder, "node_modules")).filter(isFolder);
  }

  /**
   * Whether a file may go into a widget.
   *
   * @param path a real path
   */
  hold(path: string): boolean {
    return [this.project, ...this.#installed].some((folder) => path.startsWith(folder + sep)) ||
      this.#isInWorkspace(path) || this.#isInStore(path);
  }

  /** The folder of an installed package as a real path; null for one that is missing, or whose files may not go into a widget. */
  find(name: string): string | null {
    for (const folder of this.#installed) {
      const path = host.files.realPath(join(folder, name));
      if (path !== null) return this.hold(join(path, "package.json")) ? path : null;
    }
    return null;
  }

  #isInWorkspace(path: string): boolean {
    if (this.#workspace === undefined) this.#workspace = findWorkspace(this.project);
    return this.#workspace !== null && isInMember(this.#workspace, this.project, path);
  }

  #isInStore(path: string): boolean {
    this.#stores ??= findStores(this.project);
    return this.#stores.some((store) => isInStore(path, store));
  }
}

/** A link to a folder does not count. */
function isFolder(path: string): boolean {
  return host.files.kindOf(path) === "folder";
}

/**
 * Finds the folders in which pnpm keeps packages that several projects share (its global virtual store), which
 * `node_modules` then links to: where it keeps them by default, for the user who builds. What a project says about the
 * place is not read.
 *
 * @param project its folder, as a real path
 */
function findStores(project: string): string[] {
  return [
    ...host.files.listPnpmFolders().flatMap((folder) => host.files.realPath(join(folder, "store")) ?? []),
    // On a drive without the home folder.
    ...foldersAbove(project).flatMap((folder) => host.files.realPath(join(folder, ".pnpm-store")) ?? []),
  ];
}

/** The packages of a store are in `links`, below the version of its layout. */
function isInStore(path: string, store: string): boolean {
  if (!path.startsWith(store + sep)) return false;
  const [version, links, ...rest] = path.slice(store.length + 1).split(sep);
  return /^v\d+$/.test(version!) && links === "links" && rest.slice(0, -1).includes("node_modules");
}
