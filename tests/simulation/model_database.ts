import type {
  BatchCommittedEvent,
  BatchFlip,
  CommitIntents,
  CommitStore,
  CommittedFlip,
  FlipOutcome,
  IntentsOutcome,
  KeyPageQuery,
  KeyState,
  NotificationQueue,
  PlannedRow,
  SweepClaim,
} from "../../core/commit/mod.ts";
import { formatBatchCommittedEvent, listRowKeys } from "../../core/commit/mod.ts";
import { parseObjectKey } from "../../core/naming/mod.ts";
import { makeCall } from "./model_calls.ts";
import { ModelTransactions } from "./model_transactions.ts";
import type { ModelProcess, Scheduler } from "./scheduler.ts";
import { planTombstones } from "./tombstones.ts";

/** A part of the protocol that can be removed from the model, to test that the oracle detects it. */
export type Mutation = "lock" | "intents" | "fence" | "grace";

/** A row of `widgets`. */
export interface ModelRow extends PlannedRow {
  readonly userId: string;
  readonly localDate: string;
  readonly commitId: string;
  readonly keys: readonly string[];
}

interface Tombstone {
  readonly userId: string;
  readonly notBefore: number;
  readonly deletingBy: string | null;
  readonly deletingUntil: number | null;
}

/** Is notified of what the database does. */
export interface DatabaseWitness {
  onIntents(intents: CommitIntents, deadline: number): void;
  /** A flip took effect. Its fence was checked at `checkedAt`. */
  onFlip(flip: BatchFlip, checkedAt: number): void;
}

/** How long after it was taken an unconfirmed notification is due again, in milliseconds. */
const DELIVERY_MS = 60_000;
const UNTOUCHED = () => {};

/** The model of the database: the commit protocol's records and the queue, with one clock. */
export class ModelDatabase {
  rows: ModelRow[] = [];
  readonly commits = new Map<string, CommittedFlip>();
  readonly intents = new Map<string, Map<string, { userId: string; deadline: number }>>();
  readonly tombstones = new Map<string, Tombstone>();
  readonly jobs = new Map<string, { event: BatchCommittedEvent; dueAt: number }>();
  readonly #transactions: ModelTransactions;

  constructor(
    private readonly scheduler: Scheduler,
    private readonly witness: DatabaseWitness,
    private readonly without: Mutation | null,
  ) {
    this.#transactions = new ModelTransactions(scheduler, without !== "lock");
  }

  /** Adds a tombstone, as an earlier commit would have. */
  addTombstone(key: string, userId: string, notBefore: number): void {
    this.tombstones.set(key, { userId, notBefore, deletingBy: null, deletingUntil: null });
  }

  /** The records as a process sees them. */
  connect(process: ModelProcess): CommitStore {
    const { scheduler } = this;
    const read = <Result>(label: string, apply: () => Result) =>
      makeCall(scheduler, { process, label, apply });
    return {
      readClock: () => read("read clock", () => scheduler.now),
      readErasures: () => read("read erasures", () => ""),
      recordIntents: (intents) =>
        this.#transactions.run({
          process,
          label: "record intents",
          userId: intents.userId,
          read: () => this.#recordIntents(intents),
        }),
      flip: (flip) =>
        this.#transactions.run({
          process,
          label: `flip ${flip.commitId}`,
          userId: flip.userId,
          read: () => this.#flip(flip),
        }),
      readCommit: ({ commitId, userId }) =>
        this.#transactions.run({
          process,
          label: `read commit ${commitId}`,
          userId,
          read: () => {
            const commit = this.commits.get(commitId);
            return { write: UNTOUCHED, result: commit === undefined ? null : { ...commit, sweepDue: true } };
          },
        }),
      listExpiredIntents: (query) => read("list expired intents", () => this.#listExpired(query)),
      listDueTombstones: (query) => read("list due tombstones", () => this.#listDue(query)),
      readKeyStates: (keys) => read("read key states", () => keys.flatMap((key) => this.#readKey(key))),
      applySweepStep: (claim) =>
        this.#transactions.run({
          process,
          label: `claim ${claim.action} ${claim.key}`,
          userId: claim.userId,
          read: () => this.#applySweepStep(claim),
        }),
      finishDeletion: ({ userId, key, sweepId }) =>
        this.#transactions.run({
          process,
          label: `finish deletion ${key}`,
          userId,
          read: () => {
            const isOwn = this.tombstones.get(key)?.deletingBy === sweepId;
            return { write: () => void (isOwn && this.tombstones.delete(key)), result: isOwn };
          },
        }),
    };
  }

  /** The queue as a process sees it. */
  connectQueue(process: ModelProcess): NotificationQueue {
    const call = <Result>(label: string, apply: () => Result) =>
      makeCall(this.scheduler, { process, label, apply });
    return {
      take: (limit) =>
        call("take notifications", () => {
          const due = [...this.jobs].filter(([, { dueAt }]) => dueAt <= this.scheduler.now).slice(0, limit);
          for (const [, job] of due) job.dueAt = this.scheduler.now + DELIVERY_MS;
          return due.map(([jobId, { event }]) => ({ jobId, event }));
        }),
      confirm: (jobId) => call(`confirm ${jobId}`, () => void this.jobs.delete(jobId)),
      giveBack: (jobId) =>
        call(`give back ${jobId}`, () => {
          const job = this.jobs.get(jobId);
          if (job !== undefined) job.dueAt = this.scheduler.now + 1_000;
        }),
    };
  }

  #recordIntents(intents: CommitIntents): { write: () => void; result: IntentsOutcome } {
    const { now } = this.scheduler;
    const deadline = now + intents.lifetime;
    const marks = intents.keys.map((key) => this.tombstones.get(key)?.deletingUntil ?? 0);
    const until = this.without === "intents" ? 0 : Math.max(...marks);
    if (until > now) return { write: UNTOUCHED, result: { recorded: false, retryAfter: until - now } };
    const write = () => {
      this.witness.onIntents(intents, deadline);
      for (const key of intents.keys) {
        const tombstone = this.tombstones.get(key);
        if (tombstone) this.tombstones.set(key, { ...tombstone, deletingBy: null, deletingUntil: null });
        const holders = this.intents.get(key) ?? new Map();
        this.intents.set(key, holders.set(intents.commitId, { userId: intents.userId, deadline }));
      }
    };
    return { write, result: { recorded: true } };
  }

  #flip(flip: BatchFlip): { write: () => void; result: FlipOutcome } {
    const { now } = this.scheduler;
    if (flip.signal?.aborted) return { write: UNTOUCHED, result: { outcome: "aborted" } };
    if (!this.#holdsIntents(flip, now)) return { write: UNTOUCHED, result: { outcome: "expired" } };
    const replaced = new Set(
      this.rows.filter(({ userId, localDate }) => userId === flip.userId && localDate === flip.localDate),
    );
    const { userId, localDate, commitId } = flip;
    const present = [...replaced][0]?.commitId ?? null;
    if (flip.replaces !== undefined && flip.replaces !== present) {
      return { write: UNTOUCHED, result: { outcome: "other_revision", present } };
    }
    const inserted = flip.rows.map((row) => ({
      ...row,
      userId,
      localDate,
      commitId,
      keys: listRowKeys(userId, row),
    }));
    const kept = this.rows.filter((row) => !replaced.has(row));
    const referenced = new Set([...kept, ...inserted].flatMap(({ keys }) => keys));
    const candidates = [...[...replaced].flatMap(({ keys }) => keys), ...flip.intents];
    const tombstoned = planTombstones(candidates, referenced);
    const result = {
      committedAt: new Date(now).toISOString(),
      replaced: replaced.size,
      tombstoned,
      sweepDue: this.#isDue(flip, now) || (flip.grace <= 0 && tombstoned.length > 0),
    };
    const write = () => {
      this.rows = [...this.rows.filter((row) => !replaced.has(row)), ...inserted];
      this.#settleKeys(flip, now, candidates.filter((key) => referenced.has(key)), tombstoned);
      this.commits.set(commitId, result);
      const details = { ...flip, widgetCount: flip.rows.length, committedAt: result.committedAt };
      this.jobs.set(commitId, { event: formatBatchCommittedEvent(details), dueAt: now });
      this.witness.onFlip(flip, now);
    };
    return { write, result: { outcome: "committed", ...result } };
  }

  /** Evaluated on the records before the flip, like the real statement. */
  #isDue({ userId }: BatchFlip, now: number): boolean {
    const intents = [...this.intents.values()].flatMap((holders) => [...holders.values()]);
    return intents.some((intent) => intent.userId === userId && intent.deadline <= now) ||
      [...this.tombstones.values()].some((tombstone) =>
        tombstone.userId === userId && tombstone.notBefore <= now
      );
  }

  #holdsIntents(flip: BatchFlip, now: number): boolean {
    if (this.without === "fence") return true;
    return flip.intents.every((key) => (this.intents.get(key)?.get(flip.commitId)?.deadline ?? 0) > now);
  }

  #settleKeys(
    flip: BatchFlip,
    now: number,
    referenced: readonly string[],
    tombstoned: readonly string[],
  ): void {
    const grace = this.without === "grace" ? 0 : flip.grace;
    for (const key of tombstoned) {
      const earlier = this.tombstones.get(key);
      this.tombstones.set(key, {
        ...(earlier ?? { userId: flip.userId, deletingBy: null, deletingUntil: null }),
        notBefore: Math.max(earlier?.notBefore ?? 0, now + grace),
      });
    }
    for (const key of referenced) this.tombstones.delete(key);
    for (const key of flip.intents) {
      const holders = this.intents.get(key);
      holders?.delete(flip.commitId);
      if (holders?.size === 0) this.intents.delete(key);
    }
  }

  #applySweepStep(claim: SweepClaim): { write: () => void; result: boolean } {
    const { now } = this.scheduler;
    const [state] = this.#readKey(claim.key);
    const step = state === undefined ? null : claim.plan(state, now);
    if (step?.action !== claim.action) return { write: UNTOUCHED, result: false };
    const write = () => {
      if (this.without !== "intents") this.intents.delete(claim.key);
      if (step.action === "untrack") return void this.tombstones.delete(claim.key);
      const deleting = step.action === "delete";
      this.tombstones.set(claim.key, {
        userId: claim.userId,
        notBefore: Math.max(this.tombstones.get(claim.key)?.notBefore ?? 0, step.notBefore ?? now),
        deletingBy: deleting ? claim.sweepId : null,
        deletingUntil: deleting ? now + claim.lease : null,
      });
    };
    return { write, result: true };
  }

  #listExpired(query: KeyPageQuery): KeyState[] {
    const isExpired = (key: string) =>
      [...this.intents.get(key)!.values()].some(({ deadline, userId }) =>
        deadline <= this.scheduler.now && (query.userId ?? userId) === userId
      );
    return this.#page([...this.intents.keys()].filter(isExpired), query);
  }

  #listDue(query: KeyPageQuery): KeyState[] {
    const due = [...this.tombstones].filter(([key, { notBefore, userId }]) =>
      notBefore <= this.scheduler.now && !(this.intents.has(key) && this.without !== "intents") &&
      (query.userId ?? userId) === userId
    );
    return this.#page(due.map(([key]) => key), query);
  }

  #page(keys: readonly string[], { after, limit }: KeyPageQuery): KeyState[] {
    return keys.filter((key) => key > after).sort().slice(0, limit).flatMap((key) => this.#readKey(key));
  }

  #readKey(key: string): KeyState[] {
    const userId = parseObjectKey(key)?.userId;
    if (userId === undefined) return [];
    const deadlines = this.without === "intents"
      ? []
      : [...this.intents.get(key)?.values() ?? []].map(({ deadline }) => deadline);
    const tombstone = this.tombstones.get(key);
    return [{
      key,
      userId,
      referenced: this.rows.some(({ keys }) => keys.includes(key)),
      intentDeadline: deadlines.length === 0 ? null : Math.max(...deadlines),
      tombstone: tombstone === undefined
        ? null
        : { notBefore: tombstone.notBefore, deletingUntil: tombstone.deletingUntil },
    }];
  }
}
