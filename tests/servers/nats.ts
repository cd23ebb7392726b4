import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "./free_port.ts";
import { findProgram, nameTestsOf, type TestName } from "./programs.ts";

/** A throw-away NATS broker with JetStream, on loopback. */
export interface NatsServer extends AsyncDisposable {
  /** `127.0.0.1:PORT`. */
  readonly address: string;
  /** Kills the broker. The messages that it acknowledged are kept. */
  kill(): Promise<void>;
  /** Starts it again, at the same address. */
  start(): Promise<void>;
}

/** Names tests that need it. */
export function nameTestsOfNats(): Promise<TestName> {
  return nameTestsOf(["nats-server"], "nats-server");
}

/** Starts the installed broker, for everyone or for one user. */
export async function startNats(user?: { user: string; pass: string }): Promise<NatsServer> {
  const folder = await mkdtemp(join(tmpdir(), "tck-nats-"));
  const port = await findFreePort();
  const program = await findProgram("nats-server") ?? "nats-server";
  let broker: ChildProcess | null = null;
  const start = async (): Promise<void> => {
    const settings = ["-a", "127.0.0.1", "-p", String(port), "-js", "-sd", folder];
    const access = user === undefined ? [] : ["--user", user.user, "--pass", user.pass];
    broker = spawn(program, [...settings, ...access], { stdio: ["ignore", "ignore", "pipe"] });
    await waitUntilReady(broker);
  };
  const kill = async (): Promise<void> => {
    if (broker === null) return;
    const ended = once(broker, "exit");
    broker.kill("SIGKILL");
    broker = null;
    await ended;
  };
  await start();
  return {
    address: `127.0.0.1:${port}`,
    kill,
    start,
    async [Symbol.asyncDispose]() {
      await kill();
      await rm(folder, { recursive: true });
    },
  };
}

async function waitUntilReady(broker: ChildProcess): Promise<void> {
  let log = "";
  const ready = new Promise<void>((fulfil, reject) => {
    broker.stderr!.setEncoding("utf8").on("data", (text: string) => {
      log = (log + text).slice(-10_000);
      if (log.includes("Server is ready")) fulfil();
    });
    broker.once("exit", () => reject(new Error(`Cannot start nats-server: it exited at once: ${log}`)));
  });
  await ready;
}
