import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { printedBy, runProcess } from "../runtimes/process.ts";
import { findFreePort } from "./free_port.ts";

/** A throw-away npm registry on loopback, which proxies the registry that this machine is configured to use. */
export interface NpmRegistry extends AsyncDisposable {
  /** `http://127.0.0.1:PORT/`. */
  readonly url: string;
  /** Publishes a tarball, or the folder of a package. */
  publish(path: string): Promise<void>;
  /** Changes the time at which a version was published. */
  backdate(name: string, version: string, time: Date): Promise<void>;
}

/**
 * Starts verdaccio.
 *
 * @param node the path of Node
 * @param program the path of verdaccio's main module
 * @param scopes the scopes that are published to it and not proxied: `@tck`
 */
export async function startVerdaccio(
  node: string,
  program: string,
  scopes: readonly string[],
): Promise<NpmRegistry> {
  const folder = await mkdtemp(join(tmpdir(), "tck-verdaccio-"));
  const url = `http://127.0.0.1:${await findFreePort()}/`;
  await writeFile(join(folder, "config.yaml"), JSON.stringify(configure(await findUpstream(), scopes)));
  await writeFile(join(folder, "npmrc"), `${url.slice("http:".length)}:_authToken=anyone\n`);
  const server = spawn(node, [program, "--config", "config.yaml", "--listen", url], {
    cwd: folder,
    stdio: ["ignore", "pipe", "ignore"],
  });
  await waitUntilReady(server);
  return {
    url,
    async publish(path) {
      const flags = ["--registry", url, "--userconfig", join(folder, "npmrc")];
      printedBy(await runProcess("npm", ["publish", path, ...flags], { cwd: folder }));
    },
    async backdate(name, version, time) {
      const file = join(folder, "storage", name, "package.json");
      const description = JSON.parse(await readFile(file, "utf8"));
      description.time[version] = time.toISOString();
      await writeFile(file, JSON.stringify(description));
    },
    async [Symbol.asyncDispose]() {
      const ended = once(server, "exit");
      server.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

function configure(upstream: string, scopes: readonly string[]): object {
  const own = scopes.map((scope) => [`${scope}/*`, { access: "$all", publish: "$all" }] as const);
  return {
    storage: "./storage",
    uplinks: { machine: { url: upstream, maxage: "1h", timeout: "60s" } },
    packages: { ...Object.fromEntries(own), "**": { access: "$all", proxy: "machine" } },
    web: { enable: false },
    log: { type: "stdout", format: "json", level: "warn" },
  };
}

/** Finds the registry that npm is configured to use on this machine. */
async function findUpstream(): Promise<string> {
  return printedBy(await runProcess("npm", ["config", "get", "registry"], { cwd: tmpdir() })).trim();
}

async function waitUntilReady(server: ChildProcess): Promise<void> {
  let log = "";
  await new Promise<void>((fulfil, reject) => {
    server.stdout!.setEncoding("utf8").on("data", (text: string) => {
      log = (log + text).slice(-10_000);
      if (log.includes("http address")) fulfil();
    });
    server.once("exit", () => reject(new Error(`Cannot start verdaccio: it exited at once: ${log}`)));
  });
}
