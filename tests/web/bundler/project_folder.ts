import { mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { readTckb, type Tckb } from "../../../core/tckb/mod.ts";
import { buildProjectWith } from "../../../web/bundler/build.ts";
import {
  type BuildOptions,
  buildProject,
  type BuildReport,
  denoIsolation,
  type Diagnostic,
} from "../../../web/bundler/mod.ts";
import { keptProcesses } from "./kept_processes.ts";

/** The manifest that a widget of these tests has when the manifest is not the point. */
export const MANIFEST = `export const manifest = { id: "hello", cardType: "feed", sizes: ["fill-auto"] };`;

/** The component that a widget of these tests has when the component is not the point. */
export const COMPONENT = `export default function Hello() { return <p>hello</p>; }`;

/** A valid widget. */
export const WIDGET = `${MANIFEST}\n${COMPONENT}\n`;

/** The path of the first widget's source. */
export const SOURCE = "widgets/001_hello/widget.tck.tsx";

/** A widget project in a folder of its own, which is removed when the test ends. */
export class ProjectFolder implements AsyncDisposable {
  private constructor(readonly path: string) {}

  /** Makes the folder and writes files into it, by their paths in the project. */
  static async create(files: { [file: string]: string | Uint8Array }): Promise<ProjectFolder> {
    const project = new ProjectFolder(await realpath(await mkdtemp(join(tmpdir(), "tck-project-"))));
    for (const [file, text] of Object.entries(files)) await project.write(file, text);
    return project;
  }

  /** Writes one file, and makes the folders above it. */
  async write(file: string, content: string | Uint8Array): Promise<void> {
    await mkdir(dirname(join(this.path, file)), { recursive: true });
    await writeFile(join(this.path, file), content);
  }

  /** Removes a file or folder. */
  async remove(file: string): Promise<void> {
    await rm(join(this.path, file), { recursive: true });
  }

  /** The bytes of a file. */
  async read(file: string): Promise<Uint8Array> {
    return new Uint8Array(await readFile(join(this.path, file)));
  }

  /** Whether there is such a file or folder. */
  async has(file: string): Promise<boolean> {
    return await stat(join(this.path, file)).then(() => true, () => false);
  }

  /** When a file was last written, in milliseconds. */
  async modifiedAt(file: string): Promise<number> {
    return (await stat(join(this.path, file))).mtimeMs;
  }

  /** Builds the project in isolates of this Deno: in the processes that are kept, unless the options name an isolation. */
  async build({ isolation, ...options }: Partial<BuildOptions> = {}): Promise<BuildReport> {
    const processes = isolation ? null : keptProcesses(options.compileDeadline);
    if (processes) return await buildProjectWith(processes, this.path, options);
    return await buildProject(this.path, {
      isolation: isolation ?? denoIsolation(process.execPath),
      ...options,
    });
  }

  /** Reads one of the built bundles. */
  async bundle(name: string, outputDirectory: string = "dist"): Promise<Tckb> {
    return await readTckb(await this.read(`${outputDirectory}/${name}.tckb`));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.path, { recursive: true });
  }
}

/** Builds a project of these files for its diagnostics. */
export async function diagnose(
  files: { [file: string]: string | Uint8Array },
  options: Partial<BuildOptions> = {},
): Promise<readonly Diagnostic[]> {
  await using project = await ProjectFolder.create(files);
  return (await project.build(options)).diagnostics;
}

/** Builds a valid widget from its source, and the files beside it. */
export async function buildWidget(source: string, files: { [file: string]: string } = {}): Promise<Tckb> {
  await using project = await ProjectFolder.create({ [SOURCE]: source, ...files });
  const { diagnostics } = await project.build();
  if (diagnostics.length > 0) throw new Error(JSON.stringify(diagnostics, null, 2));
  return await project.bundle("001_hello");
}
