import { chmod, copyFile, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createTree } from "../hosts/packaging/tree.ts";
import { findNode, installRegistryPrograms } from "../packages/mod.ts";
import { type NpmRegistry, startVerdaccio } from "../servers/verdaccio.ts";

const SETTINGS = new URL("../../web/scaffold/sandbox/", import.meta.url);

/** A batch that is written in a sandbox. */
export interface Batch {
  task: string;
  date: string;
  kind: string;
}

/** How a script in the sandbox exited. */
export interface ScriptResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** The settings of the sandbox's pnpm: the container's, the container's without the exemption from the minimum age, or none. */
export type ResolverSettings = "container" | "no exemption" | "none";

/**
 * The contents of the container of `web/scaffold/sandbox`, without the container: Node 24.14.1, pnpm 10.27.0, its settings,
 * its `enter`, and an empty folder. Its only registry is on loopback; no other can be reached.
 */
export class Sandbox implements AsyncDisposable {
  private constructor(
    /** The parent of the tasks' folders: `/workspace/.tasks` in the container. */
    readonly tasks: string,
    readonly registry: NpmRegistry,
    private readonly room: string,
    private readonly programs: AsyncDisposable,
  ) {}

  /** @param scopes the scopes that are published to its registry and not proxied */
  static async open(scopes: readonly string[]): Promise<Sandbox> {
    const [room, node, programs] = await Promise.all([
      mkdtemp(join(tmpdir(), "tck-sandbox-")).then((path) => realpath(path)),
      findNode(),
      installRegistryPrograms(),
    ]);
    const tasks = join(room, "tasks");
    await mkdir(tasks);
    await mkdir(join(room, "bin"));
    await mkdir(join(room, "sbin"));
    await symlink(node, join(room, "bin", "node"));
    await writeProgram(join(room, "bin", "pnpm"), `#!/bin/sh\nexec node '${programs.pnpm}' "$@"\n`);
    await writeProgram(join(room, "sbin", "pnpm"), await Deno.readTextFile(new URL("pnpm", SETTINGS)));
    const registry = await startVerdaccio(node, programs.verdaccio, scopes);
    return new Sandbox(tasks, registry, room, programs);
  }

  /** Publishes a package of files. */
  async publish(files: { readonly [path: string]: string }): Promise<void> {
    await using tree = await createTree(files);
    await this.registry.publish(tree.root);
  }

  /** Creates a home folder. A sandbox that lives on keeps its home, with pnpm's cache, for several batches. */
  async createHome(settings: ResolverSettings): Promise<string> {
    const home = await mkdtemp(join(this.room, "home-"));
    await writeSettings(home, settings);
    return home;
  }

  /** Runs a shell script in the folder of a batch. @param home the home folder, or a new one */
  async run(
    script: string,
    batch: Batch,
    settings: ResolverSettings,
    home?: string,
  ): Promise<ScriptResult> {
    const child = await this.start(script, batch, settings, home);
    const { code, stdout, stderr } = await child.output();
    const utf8 = new TextDecoder();
    return { code, stdout: utf8.decode(stdout), stderr: utf8.decode(stderr) };
  }

  /** Starts a script as {@linkcode run} does, without waiting for its end. */
  async start(
    script: string,
    batch: Batch,
    settings: ResolverSettings,
    home?: string,
  ): Promise<Deno.ChildProcess> {
    const programs = settings === "container" ? ["sbin", "bin"] : ["bin"];
    const enter = fileURLToPath(new URL("enter", SETTINGS));
    const command = new Deno.Command("/bin/sh", {
      args: [enter, "/bin/sh", "-euc", script],
      cwd: this.tasks,
      clearEnv: true,
      env: {
        HOME: home ?? await this.createHome(settings),
        PATH: [...programs.map((folder) => join(this.room, folder)), "/usr/bin", "/bin"].join(":"),
        TCK_TASK: batch.task,
        TCK_DATE: batch.date,
        TCK_KIND: batch.kind,
        // `pnpm create` asks the public registry when the environment names no other.
        npm_config_registry: this.registry.url,
        npm_config_store_dir: join(this.room, "store"),
        // Requests to other machines fail at a proxy that does not exist.
        HTTP_PROXY: "http://127.0.0.1:9",
        HTTPS_PROXY: "http://127.0.0.1:9",
        NO_PROXY: "127.0.0.1",
        NO_COLOR: "1",
      },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    });
    return command.spawn();
  }

  /** The project of a batch. */
  project({ task, date, kind }: Batch): string {
    return join(this.tasks, task, date, kind, "widget-batch");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.registry[Symbol.asyncDispose]();
    await this.programs[Symbol.asyncDispose]();
    await rm(this.room, { recursive: true });
  }
}

async function writeProgram(path: string, text: string): Promise<void> {
  await writeFile(path, text);
  await chmod(path, 0o755);
}

async function writeSettings(home: string, settings: ResolverSettings): Promise<void> {
  if (settings === "none") return;
  const file = join(home, ".config/pnpm/rc");
  await mkdir(join(home, ".config/pnpm"), { recursive: true });
  await copyFile(fileURLToPath(new URL("pnpmrc", SETTINGS)), file);
  if (settings === "container") return;
  const text = await Deno.readTextFile(file);
  await writeFile(file, text.replace(/^minimum-release-age-exclude.*$/m, ""));
}
