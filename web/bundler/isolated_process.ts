import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import type { Isolation } from "./isolation.ts";
import { type ReactBuild, realmScript } from "./realm_script.ts";

/** How an evaluation ended, and what was found out by then. */
export interface IsolatedResult {
  /** `unheard` when the process ended on a widget before this one. */
  outcome: "ended" | "timeout" | "crashed" | "unheard";
  /** Whether the process had evaluated nothing before. */
  isFirst: boolean;
  /** What the realm answered, in that order. */
  answers: unknown[];
  /** What the process said as it died, for people. */
  detail: string;
}

/** Most characters that an evaluation may print, its answers included (4 MiB). */
const OUTPUT_LENGTH = 4_194_304;

/** An evaluation that a process is busy with, or will be. */
interface Evaluation {
  token: string;
  isFirst: boolean;
  answers: unknown[];
  finish(result: IsolatedResult): void;
}

/**
 * A process that evaluates widgets, one after another, until one of them kills it. It may be handed the next ones while it
 * is busy: it need not wait for them then.
 */
export class IsolatedProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #deadline: number;
  readonly #loaded = new Set<ReactBuild>();
  /** The first one is under way. */
  readonly #evaluations: Evaluation[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #output = "";
  #printed = 0;
  #problem = "";
  #isDead = false;
  #isUsed = false;
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

  /** Evaluates a widget's code, after those that were handed over before. */
  async evaluate(code: string, script: ReactBuild): Promise<IsolatedResult> {
    await this.load(script);
    return await new Promise((finish) => {
      const isFirst = !this.#isUsed;
      this.#isUsed = true;
      if (this.#isDead) {
        return finish({ outcome: "crashed", isFirst, answers: [], detail: explain(this.#problem) });
      }
      const token = randomUUID();
      this.#evaluations.push({ token, isFirst, answers: [], finish });
      this.#send({ script, token, code });
      if (this.#evaluations.length === 1) this.#begin();
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

  /** The time of an evaluation begins when the one before has ended. */
  #begin(): void {
    clearTimeout(this.#timer);
    this.#printed = 0;
    if (this.#evaluations.length === 0) return;
    this.#timer = setTimeout(() => this.#kill("timeout", ""), this.#deadline);
  }

  /** What has another token, or none, is no answer. */
  #readLine(line: string): void {
    const [current] = this.#evaluations;
    if (!current || !line.startsWith(current.token)) return;
    const text: string | null = JSON.parse(line.slice(current.token.length));
    if (text !== null) return void current.answers.push(JSON.parse(text));
    this.#evaluations.shift();
    this.#begin();
    const { isFirst, answers } = current;
    current.finish({ outcome: "ended", isFirst, answers, detail: "" });
  }

  #kill(outcome: "timeout" | "crashed", detail: string): void {
    this.#die(outcome, detail);
    this.#child.kill("SIGKILL");
  }

  #die(outcome: "timeout" | "crashed", detail: string): void {
    this.#isDead = true;
    this.#problem ||= detail;
    const [current, ...others] = this.#evaluations.splice(0);
    this.#begin();
    current?.finish({ outcome, isFirst: current.isFirst, answers: current.answers, detail });
    for (const { finish } of others) finish({ outcome: "unheard", isFirst: false, answers: [], detail });
  }
}

function explain(problem: string): string {
  if (problem.includes("out of memory")) return "it runs out of memory";
  return problem.trim().split("\n")[0] || "it ends before it is done";
}
