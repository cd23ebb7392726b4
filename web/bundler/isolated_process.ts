import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import type { Isolation } from "./isolation.ts";
import { type ReactBuild, realmScript } from "./realm_script.ts";

/** How an evaluation ended, and what was found out by then. */
export interface IsolatedResult {
  outcome: "ended" | "timeout" | "crashed";
  /** What the realm answered, in that order. */
  answers: unknown[];
  /** What the process said as it died, for people. */
  detail: string;
}

/** Most characters that an evaluation may print, its answers included (4 MiB). */
const OUTPUT_LENGTH = 4_194_304;

/** The evaluation that a process is busy with. */
interface Evaluation {
  token: string;
  answers: unknown[];
  finish(result: IsolatedResult): void;
}

/** A process that evaluates widgets, one after another, until one of them kills it. */
export class IsolatedProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #deadline: number;
  readonly #loaded = new Set<ReactBuild>();
  #current: Evaluation | null = null;
  #output = "";
  #printed = 0;
  #problem = "";
  #isDead = false;
  readonly #closed: Promise<void>;

  constructor(isolation: Isolation) {
    this.#deadline = isolation.deadline;
    const { command, args, env } = isolation;
    this.#child = spawn(command, [...args], { env, stdio: ["pipe", "pipe", "pipe"] });
    this.#child.stdout.setEncoding("utf8").on("data", (text: string) => this.#read(text));
    this.#child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#problem = (this.#problem + text).slice(0, 4000);
    });
    this.#child.stdin.on("error", () => {}); // The process may die before it has read everything: its end tells why.
    this.#child.on("error", (error) => this.#die("crashed", error.message));
    this.#child.on("close", () => this.#die("crashed", explain(this.#problem)));
    this.#closed = new Promise((resolve) => this.#child.on("close", () => resolve()));
  }

  /** Has the process get ready for a build of React, unless it is. */
  async load(script: ReactBuild): Promise<void> {
    const source = await realmScript(script);
    if (this.#loaded.has(script)) return;
    this.#loaded.add(script);
    this.#send({ script, source });
  }

  /** Whether it evaluates no more. */
  get isDead(): boolean {
    return this.#isDead;
  }

  /** Evaluates a widget's code; the next one may be handed over when this one has ended. */
  async evaluate(code: string, script: ReactBuild): Promise<IsolatedResult> {
    await this.load(script);
    return await new Promise((resolve) => {
      if (this.#isDead) return resolve({ outcome: "crashed", answers: [], detail: explain(this.#problem) });
      const timer = setTimeout(() => this.#kill("timeout", ""), this.#deadline);
      const token = randomUUID();
      const finish = (result: IsolatedResult) => {
        clearTimeout(timer);
        this.#current = null;
        resolve(result);
      };
      this.#printed = 0;
      this.#current = { token, answers: [], finish };
      this.#send({ script, token, code });
    });
  }

  /** Ends the process. */
  async close(): Promise<void> {
    this.#kill("crashed", "it is no longer needed");
    await this.#closed;
  }

  #send(message: unknown): void {
    this.#child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  #read(text: string): void {
    this.#printed += text.length;
    if (this.#printed > OUTPUT_LENGTH) {
      return this.#kill("crashed", `it prints more than ${OUTPUT_LENGTH} characters`);
    }
    const lines = (this.#output + text).split("\n");
    this.#output = lines.pop()!;
    for (const line of lines) this.#readLine(line);
  }

  /** What has another token, or none, is no answer. */
  #readLine(line: string): void {
    const current = this.#current;
    if (!current || !line.startsWith(current.token)) return;
    const text: string | null = JSON.parse(line.slice(current.token.length));
    if (text === null) current.finish({ outcome: "ended", answers: current.answers, detail: "" });
    else current.answers.push(JSON.parse(text));
  }

  #kill(outcome: "timeout" | "crashed", detail: string): void {
    this.#die(outcome, detail);
    this.#child.kill("SIGKILL");
  }

  #die(outcome: "timeout" | "crashed", detail: string): void {
    this.#isDead = true;
    this.#problem ||= detail;
    const current = this.#current;
    current?.finish({ outcome, answers: current.answers, detail });
  }
}

function explain(problem: string): string {
  if (problem.includes("out of memory")) return "it runs out of memory";
  return problem.trim().split("\n")[0] || "it ends before it is done";
}
