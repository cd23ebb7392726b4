import type { LogEvent } from "../../core/commit/mod.ts";
import { executePlan, type ExecutionDependencies } from "../../hosts/commit/execute_plan.ts";
import { CommitError, deliverNotifications } from "../../hosts/commit/mod.ts";
import { sweepStores } from "../../hosts/commit/sweep_objects.ts";
import { writeObjects } from "../../hosts/commit/write_objects.ts";
import type { Database } from "../../hosts/postgres/mod.ts";
import { BATCHES, type ModelBatch, USER } from "./batches.ts";
import { makeCall } from "./model_calls.ts";
import { ModelDatabase, type Mutation } from "./model_database.ts";
import { ModelObjects } from "./model_objects.ts";
import { BrokenInvariant, LONGEST_READ, Oracle } from "./oracle.ts";
import { Random } from "./random.ts";
import { type ModelProcess, Scheduler } from "./scheduler.ts";

/** What came of one schedule. */
export interface ScheduleResult {
  readonly seed: number;
  readonly steps: number;
  /** What did not hold, or null. */
  readonly broken: BrokenInvariant | null;
  /** What happened, in order, when it was asked for. */
  readonly trace: readonly string[];
}

/** How a schedule runs. */
export interface ScheduleOptions {
  /** What is taken out of the protocol. */
  readonly without?: Mutation | undefined;
  /** Whether to keep what happened. */
  readonly traced?: boolean | undefined;
}

/** How long a commit may take, and how long what nothing names stays, in milliseconds. */
const DEADLINE = 60_000;
const GRACE = 2 * LONGEST_READ;
/** More than every deadline, lease and grace period, and than the longest put, in milliseconds. */
const AFTERWARDS = 8_000_000;
const FAULTY_STEPS = 110;
const MOST_STEPS = 5_000;

/** Runs the real executor, sweeper and relay on the model under the schedule of one seed. */
export async function runSchedule(seed: number, options: ScheduleOptions = {}): Promise<ScheduleResult> {
  const world = new World(seed, options);
  let broken: BrokenInvariant | null = null;
  try {
    await world.run();
  } catch (error) {
    if (!(error instanceof BrokenInvariant)) throw error;
    broken = error;
  }
  return { seed, steps: world.steps, broken, trace: world.scheduler.trace };
}

/** Something that runs in a process, and again in a new one when that has crashed. */
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
    this.#leaveWaste();
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
    if (++this.steps > MOST_STEPS) throw new BrokenInvariant(6, "the agents do not come to an end");
    await this.scheduler.step();
    this.#oracle.check();
  }

  /** What earlier commits left, as the sweeper finds it: due on a tombstone, or in no record at all. */
  #leaveWaste(): void {
    const { intents } = this.#random.pick(BATCHES).plan;
    for (const key of intents) {
      this.#objects.held.set(key, { bytes: new Uint8Array(1), modifiedAt: this.scheduler.now - GRACE });
      if (this.#random.chance(0.7)) this.#database.bury(key, USER, this.scheduler.now);
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

  /** Crashes a process, or lets a reader come. */
  #disturb(): void {
    const agent = this.#random.pick(this.#agents);
    if (!agent.done && this.#random.chance(0.02)) {
      this.scheduler.crash(agent.process);
      agent.process = this.#createProcess(agent.name);
      this.#launch(agent);
    }
    if (this.#random.chance(0.1)) this.#oracle.onRead(this.#random.pick(BATCHES).localDate);
  }

  /** Commits each batch, and again until it is committed. `batches` loses what is done, so a restart goes on. */
  async #commitAll(process: ModelProcess, batches: ModelBatch[]): Promise<void> {
    for (let batch = batches[0]; batch !== undefined; batch = batches[0]) {
      if (await this.#commit(process, batch)) batches.shift();
      else await this.scheduler.clock(process).sleep(1_000);
    }
  }

  async #commit(process: ModelProcess, batch: ModelBatch): Promise<boolean> {
    const commitId = this.#createId();
    this.scheduler.note(`${process.name} begins commit ${commitId} of ${batch.label}`);
    const deps = { ...this.#connect(process), createId: onceThen(commitId, () => this.#createId()) };
    try {
      await executePlan(deps, describeTarget(batch), batch.plan, (signal) =>
        writeObjects(batch.plan, {
          objects: deps.objects,
          read: (put) => Promise.resolve(new TextEncoder().encode(put.key)),
          log: deps.log,
          signal,
          onWritten: () => {},
        }));
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
      database: { queue: this.#database.connectQueue(process) } as unknown as Database,
      clock: this.scheduler.clock(process),
      log: () => {},
      sink: (event) =>
        makeCall(this.scheduler, {
          process,
          label: `notify ${event.id}`,
          apply: () => this.#oracle.onDelivered(event.id),
          outlivesCaller: true,
        }),
    });
  }

  /** Everything has been done and nothing fails any more: what is left over must vanish. */
  async #cleanUp(): Promise<void> {
    await this.scheduler.pass(AFTERWARDS);
    this.#start("last sweep", async (process) => void await sweepStores(this.#connect(process)));
    this.#start("last delivery", async (process) => void await this.#deliverOnce(process));
    while (!this.#isDone()) await this.#step();
  }

  #connect(process: ModelProcess): ExecutionDependencies {
    return {
      records: this.#database.connect(process),
      objects: this.#objects.connect(process),
      clock: this.scheduler.clock(process),
      createId: () => this.#createId(),
      log: (event: LogEvent) => this.scheduler.note(`${process.name} logs ${event.message}`),
      retention: GRACE,
      deadline: DEADLINE,
      appUrl: "",
    };
  }

  #createId(): string {
    return `id-${++this.#ids}`;
  }

  #noteFailure(process: ModelProcess, error: unknown): void {
    this.scheduler.note(`${process.name} fails: ${error instanceof Error ? error.message : error}`);
  }
}

function describeTarget({ userId, localDate }: ModelBatch) {
  return { userId, localDate, kind: "morning_brief", taskId: "task-1" } as const;
}

function onceThen(first: string, next: () => string): () => string {
  let used = false;
  return () => used ? next() : (used = true, first);
}
