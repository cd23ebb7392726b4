import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { findFreePort } from "../../servers/free_port.ts";
import { findProgram } from "../../servers/programs.ts";

/** A server that is measured. */
export interface Contender extends AsyncDisposable {
  url: string;
  /** The process that serves. */
  pid: number;
}

/** Starts a Deno program that prints a line of JSON with its `url` when it is ready. */
export function startDeno(
  args: readonly string[],
  environment: { readonly [name: string]: string } = {},
  stderr: "inherit" | "ignore" = "inherit",
): Promise<Contender> {
  return startProgram(Deno.execPath(), ["run", "-A", "--no-lock", ...args], environment, stderr);
}

/** Starts any program that prints such a line. */
export async function startProgram(
  program: string,
  args: readonly string[],
  environment: { readonly [name: string]: string } = {},
  stderr: "inherit" | "ignore" = "inherit",
): Promise<Contender> {
  const child = spawn(program, args, {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", stderr],
  });
  for await (const line of createInterface({ input: child.stdout! })) {
    const ready = line.startsWith("{") ? JSON.parse(line) as { url?: string } : {};
    if (ready.url !== undefined) {
      child.stdout!.resume();
      return { url: ready.url, pid: child.pid!, [Symbol.asyncDispose]: () => stop(child) };
    }
  }
  throw new Error(`Cannot start ${program} ${args.join(" ")}: it ended before it was ready`);
}

/** Starts nginx with one worker, which serves a folder's files. */
export async function startNginx(folder: string): Promise<Contender> {
  const port = await findFreePort();
  const path = join(folder, "nginx.conf");
  await writeFile(
    path,
    `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr crit;
    ${process.getuid?.() === 0 ? "user root;" : ""}
    events { worker_connections 1024; }
    http {
      access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000;
      types { application/javascript mjs; application/octet-stream tckb; application/json json; }
      add_header Cache-Control "public, max-age=31536000, immutable";
      add_header X-Content-Type-Options nosniff;
      server { listen 127.0.0.1:${port}; root ${folder}; }
    }`,
  );
  const child = spawn((await findProgram("nginx"))!, ["-c", path], { stdio: "ignore" });
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/6.mjs`).then((response) => response.bytes(), () => null))) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const children = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, "utf8");
  return { url, pid: Number(children.trim().split(" ")[0]), [Symbol.asyncDispose]: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}
