import { realpathSync } from "node:fs";
import { normalizePath, type Plugin } from "vite";
import type { BundlerPlugin } from "./modules/dependency_scan.ts";

/** The path of a project that Vite is given, and its real one, where they differ. */
export class LinkedProject {
  readonly real: string;
  /** The real path as the system writes it. */
  readonly folder: string;

  /** @param path of the project, with forward slashes: a link if the real one has characters of addresses */
  constructor(private readonly path: string) {
    this.folder = realpathSync(path);
    this.real = normalizePath(this.folder);
  }

  /** Vite resolves links: the plugin gives modules of the project the path by which an address can have them. */
  plugins(): Plugin[] {
    if (this.real === this.path) return [];
    const toLink = (id: string) => this.toLink(id);
    return [{
      name: "tck:linked-project",
      enforce: "pre",
      async resolveId(specifier, importer, options) {
        const resolved = await this.resolve(specifier, importer, { ...options, skipSelf: true });
        return resolved === null ? null : { ...resolved, id: toLink(resolved.id) };
      },
    }];
  }

  /** The same for what bundles the packages. */
  bundlerPlugins(): BundlerPlugin[] {
    if (this.real === this.path) return [];
    const toLink = (id: string) => this.toLink(id);
    return [{
      name: "tck:linked-packages",
      async resolveId(specifier, importer, options) {
        const resolved = await this.resolve(specifier, importer, { ...options, skipSelf: true });
        return resolved === null ? null : { ...resolved, id: toLink(resolved.id) };
      },
    }];
  }

  /** The path by which Vite has a file, by its real path. */
  toLink(id: string): string {
    return id.startsWith(`${this.real}/`) ? this.path + id.slice(this.real.length) : id;
  }
}
