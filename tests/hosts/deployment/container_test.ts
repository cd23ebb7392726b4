import assert from "node:assert/strict";
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, matchesGlob } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { findNode } from "../../packages/mod.ts";
import { printedBy, runProcess } from "../../runtimes/process.ts";
import { findFreePort } from "../../servers/free_port.ts";
import { findProgram } from "../../servers/programs.ts";
import { startProgram } from "../cli/command_process.ts";
import { type Instruction, readContainerfile, readWords } from "./containerfile.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

const buildah = await findProgram("buildah");

if (buildah === null) {
  // In CI the next test takes its place.
  if (!process.env["CI"]) {
    Deno.test.ignore(
      "the image is built [needs buildah (Debian: apt-get install buildah)]",
      () => {},
    );
  }
} else {
  Deno.test("the image is built", async () => {
    const flags = [
      "bud",
      "--isolation",
      "chroot",
      "--storage-driver",
      "vfs",
      "--tag",
      "tck-server-test",
      ".",
    ];
    printedBy(await runProcess(buildah, flags, { cwd: ROOT }));
    printedBy(await runProcess(buildah, ["--storage-driver", "vfs", "rmi", "tck-server-test"]));
  });
}

Deno.test("the image's instructions make a server in empty folders, and its health check says how it is", async () => {
  const root = await mkdtemp(join(tmpdir(), "tck-container-"));
  try {
    const stages = await readContainerfile(join(ROOT, "Containerfile"));
    const digest = /@sha256:[0-9a-f]{64}(?= |$)/;
    assert.deepEqual(stages.map(([from]) => from!.text.replace(digest, "@digest")), [
      `docker.io/denoland/deno:debian-${Deno.version.deno}@digest AS build`,
      "docker.io/library/node:24.14.1-slim@digest",
    ]);
    const image = new Image(root, await findNode());
    for (const stage of stages) for (const instruction of stage) await image.execute(instruction);
    await checkServer(image, stages.at(-1)!);
  } finally {
    await rm(root, { recursive: true });
  }
});

/** The folders of the image below one folder, in which its instructions are executed without a container. */
class Image {
  #workdir = "/";
  readonly variables: Record<string, string>;

  constructor(readonly root: string, node: string) {
    const path = [join(root, "bin"), dirname(process.execPath), process.env["PATH"]].join(delimiter);
    this.variables = { PATH: path };
    this.node = node;
  }

  readonly node: string;

  /** The path below the folder. */
  at(path: string): string {
    return join(this.root, path);
  }

  get workdir(): string {
    return this.at(this.#workdir);
  }

  async execute({ name, text }: Instruction): Promise<void> {
    if (name === "WORKDIR") {
      this.#workdir = text;
      await mkdir(this.workdir, { recursive: true });
    } else if (name === "COPY" && text === ". .") await this.#copySources();
    else if (name === "COPY") {
      const [, source] = /^--from=build (\S+) \1$/.exec(text) ?? [];
      assert.ok(source !== undefined && (await readdir(this.at(source))).length > 0, text);
    } else if (name === "RUN") await this.#run(text);
  }

  /** The tree without what `.containerignore` leaves out. */
  async #copySources(): Promise<void> {
    const ignored = (await readFile(join(ROOT, ".containerignore"), "utf8")).trim().split("\n");
    const isIgnored = (path: string) =>
      ignored.filter((line) => !line.startsWith("!")).some((line) => matchesGlob(path, line)) &&
      !ignored.some((line) => line.startsWith("!") && line.slice(1).startsWith(path));
    await cp(ROOT, this.workdir, {
      recursive: true,
      filter: (source) => !isIgnored(source.slice(ROOT.length)),
    });
  }

  /** Absolute paths are those below the folder, and there is no user `node`. */
  async #run(text: string): Promise<void> {
    const script = text.replace(/(?<=\s)\/(?=(packages|data)\b)/g, `${this.root}/`).replace(
      /chown \S+ \S+/,
      "true",
    );
    printedBy(await runProcess("sh", ["-euc", script], { cwd: this.workdir, env: this.variables }));
  }
}

/** Starts the server as the image does, on a free port. */
async function checkServer(image: Image, stage: readonly Instruction[]): Promise<void> {
  const port = String(await findFreePort());
  const find = (name: string) => stage.find((instruction) => instruction.name === name)!;
  const adapt = (words: readonly string[]) =>
    words.map((word) =>
      word === "node" ? image.node : word.replace("8787", port).replace(/^\/data$/, image.at("data"))
    );
  const [node, program, ...others] = adapt([...readWords(find("ENTRYPOINT")), ...readWords(find("CMD"))]);
  const [healthNode, ...healthArgs] = adapt(readWords(find("HEALTHCHECK")));
  const isHealthy = async () => (await runProcess(healthNode!, healthArgs)).success;
  assert.equal(await isHealthy(), false);
  const environment = { TCK_AUTH_SECRET: "a secret of the container, 32 characters" };
  await using server = startProgram([node!, join(image.workdir, program!), ...others], environment);
  await server.printed(/at http/);
  assert.equal(await isHealthy(), true);
  assert.equal((await server.stop("SIGTERM")).code, 0);
  assert.equal(find("USER").text, "node");
}
