import type { LogEvent, PlannedPut } from "../../core/commit/mod.ts";
import { errorMessage } from "../../core/errors/mod.ts";
import { executePlan } from "../../hosts/commit/execute_plan.ts";
import type { FlipDependencies } from "../../hosts/commit/flip_batch.ts";
import { CommitError } from "../../hosts/commit/mod.ts";
import { deliverNotifications } from "../../hosts/notifications/mod.ts";
import { sweepStores } from "../../hosts/sweep/sweep_objects.ts";
import { BATCHES, type ModelBatch, USER } from "./batches.ts";
import { makeCall } from "./model_calls.ts";
import { ModelDatabase, type Mutation } from "./model_database.ts";
import { ModelObjects } from "./model_objects.ts";
import { InvariantViolation, MAX_READ_MS, Oracle } from "./oracle.ts";
import { Random } from "./random.ts";
import { type ModelProcess, Scheduler } from "./scheduler.ts";

/** The result of one schedule. */
export interface ScheduleResult {
  readonly seed: number;
  readonly steps: number;
  /** The violated invariant, or null. */
  readonly violation: InvariantViolation | null;
  /** What happened, in order, if it was traced. */
  readonly trace: readonly string[];
}

/** The options of a schedule. */
export interface ScheduleOptions {
  /** The part that is removed from the protocol. */
  readonly without?: Mutation | undefined;
  /** Whether to record what happens. */
  readonly traced?: boolean | undefined;
}

/** How long a commit may take, and the grace period, in milliseconds. */
const DEADLINE_MS = 60_000;
const GRACE_MS = 2 * MAX_READ_MS;
/** Longer than every deadline, lease, grace period and put, in milliseconds. */
const CLEAN_UP_DELAY_MS = 8_000_000;
const FAULTY_STEPS = 110;
const MAX_STEPS = 5_000;

/** Runs the real executor, sweeper and relay on the model, under the schedule of one seed. */
export async function runSchedule(seed: number, options: ScheduleOptions = {}): Promise<ScheduleResult> {
  const world = new World(seed, options);
  let violation: InvariantViolation | null = null;
  try {
    await world.run();
  } catch (error) {
    if (!(error instanceof InvariantViolation)) throw error;
    violation = error;
  }
  return { seed, steps: world.steps, violation, trace: world.scheduler.trace };
}

/** A program that runs in a process, and again in a new process after a crash. */
interface Agent {
  readonly name: string;
  readonly run: (process: ModelProcess) => Promise<void>;
  process: ModelProcess;
  done: boolean;
}

class World {
  readonly scheduler: Scheduler;
  readonly #random: Random;
  readonly #oracle: Oracle;
  readonly #database: ModelDatabase;
  readonly #objects: ModelObjects;
  readonly #agents: Agent[] = [];
  steps = 0;
  #ids = 0;

  constructor(seed: number, options: ScheduleOptions) {
    this.#random = new Random(seed);
    this.scheduler = new Scheduler(this.#random, options.traced === true);
    this.#oracle = new Oracle(() => ({
      database: this.#database,
      objects: this.#objects,
      now: () => this.scheduler.now,
    }));
    this.#objects = new ModelObjects(this.scheduler, (key) => this.#oracle.onDelete(key));
    this.#database = new ModelDatabase(this.scheduler, this.#oracle, options.without ?? null);
  }

  async run(): Promise<void> {
    this.#addWaste();
    this.#startAgents();
    for (let count = 0; count < FAULTY_STEPS && !this.#isDone(); count++) {
      await this.#step();
      this.#disturb();
    }
    this.scheduler.faults = false;
    while (!this.#isDone() || !this.scheduler.isIdle()) await this.#step();
    await this.#cleanUp();
    this.#oracle.checkEnd();
  }

  async #step(): Promise<void> {
    if (++this.steps > MAX_STEPS) throw new InvariantViolation(6, "the agents do not end");
    await this.scheduler.step();
    this.#oracle.check();
  }

  /** Adds what earlier commits left: objects with a due tombstone, or without any record. */
  #addWaste(): void {
    const { intents } = this.#random.pick(BATCHES).plan;
    for (const key of intents) {
      this.#objects.stored.set(key, { bytes: new Uint8Array(1), modifiedAt: this.scheduler.now - GRACE_MS });
      if (this.#random.chance(0.7)) this.#database.addTombstone(key, USER, this.scheduler.now);
    }
  }

  #startAgents(): void {
    const committers = 2 + this.#random.below(2);
    for (let count = 1; count <= committers; count++) {
      const batches = Array.from({ length: 1 + this.#random.below(2) }, () => this.#random.pick(BATCHES));
      this.#start(`committer ${count}`, (process) => this.#commitAll(process, batches));
    }
    this.#start("sweeper", (process) => this.#sweepOften(process, 1 + this.#random.below(3)));
    this.#start("relay", (process) => this.#deliver(process));
  }

  #start(name: string, run: Agent["run"]): void {
    const agent = { name, run, process: this.#createProcess(name), done: false };
    this.#agents.push(agent);
    this.#launch(agent);
  }

  #createProcess(name: string): ModelProcess {
    return { name, slow: this.#random.chance(0.3), alive: true };
  }

  #launch(agent: Agent): void {
    void agent.run(agent.process).then(() => void (agent.done = true));
  }

  #isDone(): boolean {
    return this.#agents.every(({ done }) => done);
  }

  /** Crashes a process, or adds a reader. */
  #disturb(): void {
    const agent = this.#random.pick(this.#agents);
    if (!agent.done && this.#random.chance(0.02)) {
      this.scheduler.crash(agent.process);
      agent.process = this.#createProcess(agent.name);
      this.#launch(agent);
    }
    if (this.#random.chance(0.1)) this.#oracle.onRead(this.#random.pick(BATCHES).localDate);
  }

  /** Commits each batch until it succeeds. Committed batches are removed, so that a restarted process continues. */
  async #commitAll(process: ModelProcess, batches: ModelBatch[]): Promise<void> {
    for (let batch = batches[0]; batch !== undefined; batch = batches[0]) {
      if (await this.#commit(process, batch)) batches.shift();
      else await this.scheduler.clock(process).sleep(1_000);
    }
  }

  async #commit(process: ModelProcess, batch: ModelBatch): Promise<boolean> {
    const commitId = this.#createId();
    this.scheduler.note(`${process.name} begins commit ${commitId} of ${batch.label}`);
    const deps = { ...this.#connect(process), createId: firstThen(commitId, () => this.#createId()) };
    try {
      const load = (put: PlannedPut) => Promise.resolve(new TextEncoder().encode(put.key));
      await executePlan(deps, targetOf(batch), batch.plan, { load }, { deadline: DEADLINE_MS });
      this.#oracle.onAnswer(commitId, "committed");
      return true;
    } catch (error) {
      if (!(error instanceof CommitError)) throw error;
      this.scheduler.note(`${process.name} commit ${commitId}: ${error.code}`);
      this.#oracle.onAnswer(commitId, error.code === "commit.outcome_unknown" ? "unknown" : "failed");
      return false;
    }
  }

  async #sweepOften(process: ModelProcess, times: number): Promise<void> {
    for (let count = 0; count < times; count++) {
      await sweepStores(this.#connect(process)).catch((error) => this.#noteFailure(process, error));
      await this.scheduler.clock(process).sleep(this.#random.pick([1_000, 70_000, 310_000]));
    }
  }

  async #deliver(process: ModelProcess): Promise<void> {
    for (let count = 0; count < 2; count++) {
      await this.#deliverOnce(process).catch((error) => this.#noteFailure(process, error));
      await this.scheduler.clock(process).sleep(5_000);
    }
  }

  #deliverOnce(process: ModelProcess): Promise<number> {
    return deliverNotifications({
      database: { notifications: this.#database.connectQueue(process) },
      clock: this.scheduler.clock(process),
      log: () => {},
      sink: (event, signal) =>
        makeCall(this.scheduler, {
          process,
          label: `notify ${event.id}`,
          apply: () => this.#oracle.onDelivered(event.id),
          outlivesCaller: true,
          signal,
        }),
    });
  }

  /** After all agents have ended, without faults: everything that is unreferenced must be deleted. */
  async #cleanUp(): Promise<void> {
    await this.scheduler.pass(CLEAN_UP_DELAY_MS);
    this.#start("last sweep", async (process) => void await sweepStores(this.#connect(process)));
    this.#start("last delivery", async (process) => void await this.#deliverOnce(process));
    while (!this.#isDone()) await this.#step();
  }

  #connect(process: ModelProcess): FlipDependencies {
    return {
      records: this.#database.connect(process),
      objects: this.#objects.connect(process),
      clock: this.scheduler.clock(process),
      createId: () => this.#createId(),
      log: (event: LogEvent) => this.scheduler.note(`${process.name} logs ${event.message}`),
      retention: GRACE_MS,
      appUrl: "",
    };
  }

  #createId(): string {
    return `id-${++this.#ids}`;
  }

  #noteFailure(process: ModelProcess, error: unknown): void {
    this.scheduler.note(`${process.name} fails: ${errorMessage(error)}`);
  }
}

function targetOf({ userId, localDate }: ModelBatch) {
  return { userId, localDate, kind: "morning_brief", taskId: "task-1" } as const;
}

function firstThen(first: string, next: () => string): () => string {
  let used = false;
  return () => used ? next() : (used = true, first);
}
