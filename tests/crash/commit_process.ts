import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { CommitMessage, CommitTask } from "./commit_program.ts";
import type { StoresAddress } from "./stores.ts";

/** A process of `commit_program.ts`. It is started in advance, so that its stores are open when it gets its task. */
export class CommitProcess {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  readonly #messages: AsyncIterator<string>;

  constructor(address: StoresAddress) {
    const program = fileURLToPath(new URL("./commit_program.ts", import.meta.url));
    const args = ["run", "--quiet", "-A", "--no-check", program, JSON.stringify(address)];
    this.#child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
    this.#ended = once(this.#child, "exit");
    this.#messages = createInterface({ input: this.#child.stdout! })[Symbol.asyncIterator]();
  }

  /** Sends the task, and waits for the first message. */
  async run(task: CommitTask): Promise<CommitMessage> {
    return await this.#send(JSON.stringify(task));
  }

  /** Lets it continue from its failpoint to its end. */
  async resume(): Promise<CommitMessage> {
    return await this.#send("resume");
  }

  /** Kills the process, unless it has ended. */
  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#ended;
  }

  async #send(line: string): Promise<CommitMessage> {
    this.#child.stdin!.write(`${line}\n`);
    const { value } = await this.#messages.next();
    if (value === undefined) throw new Error("The commit process ended without a message");
    return JSON.parse(value);
  }
}
