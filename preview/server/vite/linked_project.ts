import { realpathSync } from "node:fs";
import { normalizePath, type Plugin } from "vite";
import type { BundlerPlugin } from "./dependency_scan.ts";

/** The path of a project that Vite is given, and its real one, where they differ. */
export class LinkedProject {
  readonly real: string;

  /** @param path of the project, with forward slashes: a link if the real one has characters of addresses */
  constructor(private readonly path: string) {
    this.real = normalizePath(realpathSync(path));
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

  /** The addresses of files in compiled CSS, which Vite makes of real paths. */
  linkAddresses(css: string): string {
    if (this.real === this.path) return css;
    const paths = new Set([this.real, encodeURI(this.real)]);
    return [...paths].reduce((text, path) => text.replaceAll(`/@fs${path}/`, `/@fs${this.path}/`), css);
  }

  /** The path by which Vite has a file, by its real path. */
  toLink(id: string): string {
    return id.startsWith(`${this.real}/`) ? this.path + id.slice(this.real.length) : id;
  }
}
