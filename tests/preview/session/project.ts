import { mkdirSync, writeFileSync } from "node:fs";
import { mkdir, mkdtemp, realpath, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A temporary folder for one test. */
export class Project {
  private constructor(readonly path: string) {}

  static async create(files: { [path: string]: string | Uint8Array } = {}): Promise<Project> {
    const project = new Project(await realpath(await mkdtemp(join(tmpdir(), "tck-preview-"))));
    for (const [path, content] of Object.entries(files)) await project.write(path, content);
    return project;
  }

  /** Writes a file atomically, and the folders above it. */
  async write(path: string, content: string | Uint8Array): Promise<void> {
    const target = join(this.path, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(`${target}.new`, content);
    await rename(`${target}.new`, target);
  }

  /** Writes files and folders synchronously. */
  writeAtOnce(files: ReadonlyMap<string, Uint8Array>): void {
    for (const [path, content] of files) {
      const target = join(this.path, path);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, content);
    }
  }

  async remove(path: string): Promise<void> {
    await rm(join(this.path, path), { recursive: true, force: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.path, { recursive: true });
  }
}
