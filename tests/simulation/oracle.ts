import type { BatchFlip, CommitIntents } from "../../core/commit/mod.ts";
import type { DatabaseWitness, ModelDatabase, ModelRow } from "./model_database.ts";
import type { ModelObjects } from "./model_objects.ts";

/** A violated invariant of the commit protocol. */
export class InvariantViolation extends Error {
  override name = "InvariantViolation";
  constructor(readonly invariant: number, message: string) {
    super(`invariant ${invariant}: ${message}`);
  }
}

/** What the oracle checks. */
export interface OracleView {
  readonly database: ModelDatabase;
  readonly objects: ModelObjects;
  now(): number;
}

/** How long a reader may use a list that it has read, in milliseconds: less than the grace period. */
export const MAX_READ_MS = 150_000;

/** Checks the protocol's invariants on the model's stores after each step. */
export class Oracle implements DatabaseWitness {
  readonly #view: () => OracleView;
  #deadlines = new Map<string, { keys: readonly string[]; deadline: number }>();
  #flips = new Map<string, BatchFlip>();
  #last = new Map<string, BatchFlip>();
  #delivered = new Set<string>();
  #readers: { keys: readonly string[]; until: number }[] = [];
  /** The rows whose batches were checked: each flip creates a new array. */
  #checkedRows: readonly ModelRow[] | null = null;
  /** The first violation during an event, where an exception would be taken for a failed call. */
  #violation: InvariantViolation | null = null;

  constructor(view: () => OracleView) {
    this.#view = view;
  }

  onIntents({ commitId, keys }: CommitIntents, deadline: number): void {
    this.#deadlines.set(commitId, { keys, deadline });
  }

  onFlip(flip: BatchFlip, checkedAt: number): void {
    const deadline = this.#deadlines.get(flip.commitId)?.deadline ?? 0;
    if (deadline <= checkedAt) this.#report(8, `commit ${flip.commitId} flipped after its deadline`);
    this.#deadlines.delete(flip.commitId);
    this.#flips.set(flip.commitId, flip);
    this.#last.set(flip.localDate, flip);
  }

  onDelete(key: string): void {
    const { database, now } = this.#view();
    if (database.rows.some((row) => row.keys.includes(key))) {
      this.#report(4, `${key} is deleted, but a row references it`);
    }
    for (const [commitId, { keys, deadline }] of this.#deadlines) {
      if (deadline > now() && keys.includes(key)) {
        this.#report(4, `${key} is deleted while commit ${commitId} is writing it`);
      }
    }
  }

  onDelivered(commitId: string): void {
    if (!this.#flips.has(commitId)) this.#report(7, `commit ${commitId} is notified before its flip`);
    this.#delivered.add(commitId);
  }

  /** A commit has returned to its caller. */
  onAnswer(commitId: string, outcome: "committed" | "failed" | "unknown"): void {
    const flipped = this.#flips.has(commitId);
    if (outcome === "committed" && !flipped) {
      this.#report(6, `commit ${commitId} returned as committed, but did not flip`);
    }
    if (outcome === "failed" && flipped) {
      this.#report(6, `commit ${commitId} failed, but flipped`);
    }
  }

  /** A reader lists a batch, and will read its objects. */
  onRead(localDate: string): void {
    const { database, now } = this.#view();
    const keys = database.rows.filter((row) => row.localDate === localDate).flatMap((row) => row.keys);
    this.#readers.push({ keys, until: now() + MAX_READ_MS });
  }

  /** Checks what must hold at any time. */
  check(): void {
    if (this.#violation) throw this.#violation;
    const { database, objects, now } = this.#view();
    for (const row of database.rows) checkObjects(row, objects);
    if (database.rows !== this.#checkedRows) this.#checkBatches(database.rows);
    this.#readers = this.#readers.filter(({ until }) => until > now());
    for (const { keys } of this.#readers) {
      const gone = keys.find((key) => !objects.stored.has(key));
      if (gone !== undefined) {
        throw new InvariantViolation(4, `${gone} is gone, but a reader still uses its list`);
      }
    }
  }

  /** Checks what must hold after every agent has finished, the grace period is over and a sweep has run. */
  checkEnd(): void {
    this.check();
    const { database, objects } = this.#view();
    const referenced = [...new Set(database.rows.flatMap(({ keys }) => keys))].sort();
    const stored = [...objects.stored.keys()].sort();
    if (stored.join() !== referenced.join()) {
      throw new InvariantViolation(5, `${stored} are stored, but ${referenced} are referenced`);
    }
    const records = database.intents.size + database.tombstones.size + objects.interrupted.size;
    if (records > 0) throw new InvariantViolation(5, `${records} records of unfinished work are left`);
    for (const commitId of this.#flips.keys()) {
      if (!this.#delivered.has(commitId)) {
        throw new InvariantViolation(7, `commit ${commitId} was never notified`);
      }
    }
  }

  #checkBatches(rows: readonly ModelRow[]): void {
    for (const [localDate, flip] of this.#last) {
      checkBatch(rows.filter((row) => row.localDate === localDate), flip);
    }
    this.#checkedRows = rows;
  }

  #report(invariant: number, message: string): void {
    this.#violation ??= new InvariantViolation(invariant, message);
  }
}

function checkObjects(row: ModelRow, objects: ModelObjects): void {
  const gone = row.keys.find((key) => !objects.stored.has(key));
  if (gone !== undefined) {
    throw new InvariantViolation(1, `${gone} is gone, but ${row.name} of ${row.localDate} references it`);
  }
}

/** The rows of a batch are exactly those of its last flip. */
function checkBatch(rows: readonly ModelRow[], flip: BatchFlip): void {
  const found = rows.map(({ commitId, widgetId }) => `${commitId} ${widgetId}`).join();
  const expected = flip.rows.map(({ widgetId }) => `${flip.commitId} ${widgetId}`).join();
  if (found !== expected) {
    throw new InvariantViolation(3, `batch ${flip.localDate} is ${found} after the flip of ${expected}`);
  }
}
