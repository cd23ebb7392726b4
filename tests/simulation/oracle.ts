import type { BatchFlip, CommitIntents } from "../../core/commit/mod.ts";
import type { DatabaseWitness, ModelDatabase, ModelRow } from "./model_database.ts";
import type { ModelObjects } from "./model_objects.ts";

/** An invariant of the commit protocol that does not hold. */
export class BrokenInvariant extends Error {
  override name = "BrokenInvariant";
  constructor(readonly invariant: number, message: string) {
    super(`invariant ${invariant}: ${message}`);
  }
}

/** What the oracle looks at. */
export interface OracleView {
  readonly database: ModelDatabase;
  readonly objects: ModelObjects;
  now(): number;
}

/** How long a reader may go on with a list that it has, in milliseconds: less than the grace period. */
export const LONGEST_READ = 150_000;

/** Watches the stores of the model, and throws as soon as one of the protocol's invariants does not hold. */
export class Oracle implements DatabaseWitness {
  readonly #view: () => OracleView;
  #deadlines = new Map<string, { keys: readonly string[]; deadline: number }>();
  #flips = new Map<string, BatchFlip>();
  #last = new Map<string, BatchFlip>();
  #delivered = new Set<string>();
  #readers: { keys: readonly string[]; until: number }[] = [];
  /** The rows whose batches are known to be whole: each flip makes a new array. */
  #checkedRows: readonly ModelRow[] | null = null;
  /** What went wrong inside of an event, where an exception would look like an answer. */
  #broken: BrokenInvariant | null = null;

  constructor(view: () => OracleView) {
    this.#view = view;
  }

  onIntents({ commitId, keys }: CommitIntents, deadline: number): void {
    this.#deadlines.set(commitId, { keys, deadline });
  }

  onFlip(flip: BatchFlip, checkedAt: number): void {
    const deadline = this.#deadlines.get(flip.commitId)?.deadline ?? 0;
    if (deadline <= checkedAt) this.#break(8, `commit ${flip.commitId} flipped after its deadline`);
    this.#deadlines.delete(flip.commitId);
    this.#flips.set(flip.commitId, flip);
    this.#last.set(flip.localDate, flip);
  }

  onDelete(key: string): void {
    const { database, now } = this.#view();
    if (database.rows.some((row) => row.keys.includes(key))) {
      this.#break(4, `${key} is deleted and a row names it`);
    }
    for (const [commitId, { keys, deadline }] of this.#deadlines) {
      if (deadline > now() && keys.includes(key)) {
        this.#break(4, `${key} is deleted while commit ${commitId} is writing it`);
      }
    }
  }

  onDelivered(commitId: string): void {
    if (!this.#flips.has(commitId)) this.#break(7, `commit ${commitId} is notified before its flip`);
    this.#delivered.add(commitId);
  }

  /** A commit's own answer to its caller. */
  onAnswer(commitId: string, outcome: "committed" | "failed" | "unknown"): void {
    const flipped = this.#flips.has(commitId);
    if (outcome === "committed" && !flipped) {
      this.#break(6, `commit ${commitId} says that it flipped, and did not`);
    }
    if (outcome === "failed" && flipped) {
      this.#break(6, `commit ${commitId} says that it failed, and flipped`);
    }
  }

  /** Somebody lists a batch, and will fetch what it names. */
  onRead(localDate: string): void {
    const { database, now } = this.#view();
    const keys = database.rows.filter((row) => row.localDate === localDate).flatMap((row) => row.keys);
    this.#readers.push({ keys, until: now() + LONGEST_READ });
  }

  /** What must hold at every moment. */
  check(): void {
    if (this.#broken) throw this.#broken;
    const { database, objects, now } = this.#view();
    for (const row of database.rows) checkObjects(row, objects);
    if (database.rows !== this.#checkedRows) this.#checkBatches(database.rows);
    this.#readers = this.#readers.filter(({ until }) => until > now());
    for (const { keys } of this.#readers) {
      const gone = keys.find((key) => !objects.held.has(key));
      if (gone !== undefined) {
        throw new BrokenInvariant(4, `${gone} is gone, and a reader still holds the list`);
      }
    }
  }

  /** What must hold when every agent has finished, the grace is over and a sweep has run. */
  checkEnd(): void {
    this.check();
    const { database, objects } = this.#view();
    const named = [...new Set(database.rows.flatMap(({ keys }) => keys))].sort();
    const held = [...objects.held.keys()].sort();
    if (held.join() !== named.join()) {
      throw new BrokenInvariant(5, `${held} are held, and ${named} are named`);
    }
    const records = database.intents.size + database.tombstones.size + objects.interrupted.size;
    if (records > 0) throw new BrokenInvariant(5, `${records} records of unfinished work are left`);
    for (const commitId of this.#flips.keys()) {
      if (!this.#delivered.has(commitId)) {
        throw new BrokenInvariant(7, `commit ${commitId} was never notified`);
      }
    }
  }

  #checkBatches(rows: readonly ModelRow[]): void {
    for (const [localDate, flip] of this.#last) {
      checkBatch(rows.filter((row) => row.localDate === localDate), flip);
    }
    this.#checkedRows = rows;
  }

  #break(invariant: number, message: string): void {
    this.#broken ??= new BrokenInvariant(invariant, message);
  }
}

function checkObjects(row: ModelRow, objects: ModelObjects): void {
  const gone = row.keys.find((key) => !objects.held.has(key));
  if (gone !== undefined) {
    throw new BrokenInvariant(1, `${gone} is gone, and ${row.name} of ${row.localDate} names it`);
  }
}

/** The rows of a batch are those of its last flip, whole and alone. */
function checkBatch(rows: readonly ModelRow[], flip: BatchFlip): void {
  const found = rows.map(({ commitId, widgetId }) => `${commitId} ${widgetId}`).join();
  const expected = flip.rows.map(({ widgetId }) => `${flip.commitId} ${widgetId}`).join();
  if (found !== expected) {
    throw new BrokenInvariant(3, `batch ${flip.localDate} is ${found} after the flip of ${expected}`);
  }
}
