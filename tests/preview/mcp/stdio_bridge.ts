import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { json } from "node:stream/consumers";

/** A message of JSON-RPC 2.0. */
interface Message {
  readonly id?: string | number;
  readonly method?: string;
}

/**
 * Serves a program that speaks the Model Context Protocol over standard input and output as an endpoint over HTTP, for a suite
 * that knows endpoints only.
 *
 * @param start the command
 * @param sessions how many processes are ready, each for the next `initialize`; 0 for one process without sessions
 */
export async function serveStdioProgram(
  start: readonly string[],
  sessions: number,
): Promise<AsyncDisposable & { readonly url: string }> {
  const programs = Array.from({ length: Math.max(sessions, 1) }, () => new Program(start));
  let used = 0;
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  });
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    if (incoming.method !== "POST") return void outgoing.writeHead(405).end();
    const message = await json(incoming) as Message;
    if (sessions > 0 && message.method === "initialize") used++;
    const program = programs[Math.max(used - 1, 0)]!;
    if (message.id === undefined) {
      program.send(message);
      return void outgoing.writeHead(202).end();
    }
    if (message.method === "subscriptions/listen") return await stream(program, message, outgoing);
    const lines: string[] = [];
    await program.request(message, (line) => lines.push(line));
    outgoing.writeHead(200, { "Content-Type": "application/json" }).end(lines.at(-1));
  };
  // The suite gives an answer five seconds, also the first one.
  if (sessions > 0) await Promise.all(programs.map((one) => one.request(PING, () => {})));
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await Promise.all(programs.map((program) => program.close()));
    },
  };
}

/** Answers with events, since the response comes when the subscription ends. */
async function stream(program: Program, message: Message, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(200, { "Content-Type": "text/event-stream" });
  const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: message.id } };
  outgoing.on("close", () => program.send(cancelled));
  await program.request(message, (line) => outgoing.write(`event: message\ndata: ${line}\n\n`));
  outgoing.end();
}

const PING: Message & object = { jsonrpc: "2.0", id: "ready", method: "ping" } as Message;

/** One process. Its requests are answered one after another. */
class Program {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<string, { onLine: (line: string) => void; resolve: () => void }>();

  constructor([command, ...args]: readonly string[]) {
    this.#child = spawn(command!, args, { stdio: ["pipe", "pipe", "ignore"] });
    createInterface(this.#child.stdout!).on("line", (line) => this.#receive(line));
  }

  send(message: Message): void {
    this.#child.stdin!.write(`${JSON.stringify(message)}\n`);
  }

  /** Sends a request, and resolves after its response. @param onLine gets the notifications before it, and the response */
  request(message: Message, onLine: (line: string) => void): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.set(JSON.stringify(message.id), { onLine, resolve });
      this.send(message);
    });
  }

  #receive(line: string): void {
    const { id, method }: Message = JSON.parse(line);
    const waiting = id === undefined || method !== undefined
      ? [...this.#waiting.values()].at(-1)
      : this.#waiting.get(JSON.stringify(id));
    waiting?.onLine(line);
    if (id === undefined || method !== undefined) return;
    this.#waiting.delete(JSON.stringify(id));
    waiting?.resolve();
  }

  async close(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, "exit");
    this.#child.stdin!.end();
    await ended;
  }
}
