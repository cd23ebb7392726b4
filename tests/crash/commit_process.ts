import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { CommitNews, CommitOrder } from "./commit_program.ts";
import type { StoresAddress } from "./stores.ts";

/** A process of `commit_program.ts`. It is started ahead, so that it has opened its stores when its order comes. */
export class CommitProcess {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  readonly #news: AsyncIterator<string>;

  constructor(address: StoresAddress) {
    const program = fileURLToPath(new URL("./commit_program.ts", import.meta.url));
    const args = ["run", "--quiet", "-A", "--no-check", program, JSON.stringify(address)];
    this.#child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
    this.#ended = once(this.#child, "exit");
    this.#news = createInterface({ input: this.#child.stdout! })[Symbol.asyncIterator]();
  }

  /** Gives it its order, and waits for what it tells first. */
  async carryOut(order: CommitOrder): Promise<CommitNews> {
    return await this.#ask(JSON.stringify(order));
  }

  /** Lets it go on from its failpoint to its end. */
  async goOn(): Promise<CommitNews> {
    return await this.#ask("go on");
  }

  /** Kills it, at whatever it is, unless it has ended. */
  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#ended;
  }

  async #ask(line: string): Promise<CommitNews> {
    this.#child.stdin!.write(`${line}\n`);
    const { value } = await this.#news.next();
    if (value === undefined) throw new Error("The process that commits ended without a word");
    return JSON.parse(value);
  }
}
