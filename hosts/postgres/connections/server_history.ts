import { createStandbyError, DatabaseError } from "../errors.ts";

/** Sends a statement on one connection. */
type Query = (text: string) => Promise<{ readonly rows: readonly unknown[] }>;

/** The position of a server in its history. */
interface Position {
  /** When its process began. */
  readonly started: string;
  /** The number of its cluster. */
  readonly system: string;
  /** It rises with each promotion of a standby and each restore to a point in time. */
  readonly timeline: number;
  /** How much it has written. */
  readonly written: bigint;
}

/** Which server is behind the address of the database: it may be exchanged while the process runs. */
export interface ServerHistory {
  /**
   * Rises when what the server confirmed may be lost: another one was promoted, or it was started again or set back. Who has
   * read something while it rose reads it again.
   */
  readonly generation: number;
  /**
   * Compares the server of a connection with what is known.
   *
   * @throws {DatabaseError} `database.standby`, `database.other_server`, `database.former_primary`
   */
  check(query: Query): Promise<void>;
  /** Notes that a connection was lost: the next one may be to another server, also where that cannot be compared. */
  noteLoss(): void;
}

/** A function is 42883, a right is 42501, and what a compatible database lacks is 0A000. */
const NOT_AVAILABLE = /^(42883|42501|0A000)$/;

const POSITION = `select extract(epoch from pg_postmaster_start_time())::text as started,
  (select system_identifier::text from pg_control_system()) as system,
  case when pg_is_in_recovery() then null else pg_walfile_name(pg_current_wal_insert_lsn()) end as file,
  case when pg_is_in_recovery() then null else (pg_current_wal_insert_lsn() - '0/0')::text end as written`;

/**
 * Compares each server with the one before. A server on a lower timeline is a primary of before: another one was promoted
 * since, and what it takes is lost. One that was started again may have been set back: its position says so only if it has
 * written less than at the last connection, which may be minutes old.
 *
 * @param onPromotion called when a higher timeline is seen: all connections lead to the former primary but the one on which it
 * was seen
 */
export function createServerHistory(onPromotion: (seenBy: Query) => void = () => {}): ServerHistory {
  let known: Position | null = null;
  let [generation, isLost] = [0, false];
  return {
    get generation() {
      return generation;
    },
    noteLoss() {
      isLost = true;
    },
    async check(query) {
      const before: Position | null = known;
      const found = await readPosition(query);
      if (found === null) {
        // Nothing is known of this server, so it may be another one.
        if (isLost) generation++;
        isLost = false;
        return;
      }
      rejectOther(known, found);
      const isPromoted = known !== null && found.timeline > known.timeline;
      const isSetBack = before !== null && found.timeline === before.timeline &&
        found.written < before.written;
      // What another server had answered before may arrive now: it is that of `before`.
      const isStarted = known !== null && found.started !== known.started &&
        found.started !== before?.started;
      const isOther = isPromoted || isSetBack || isStarted;
      if (isOther) generation++;
      const isLater = found.started === known?.started && found.written > known.written;
      if (isOther || known === null || isLater) known = found;
      if (isPromoted) onPromotion(query);
    },
  };
}

/** Null if the database does not say. */
async function readPosition(query: Query): Promise<Position | null> {
  const answer = await query(POSITION).catch((error: { code?: string }) => {
    if (NOT_AVAILABLE.test(error.code ?? "")) return null;
    throw error;
  });
  if (answer === null) return null;
  const { started, system, file, written } = answer.rows[0] as { [name: string]: string | null };
  if (!file || !written) {
    throw createStandbyError();
  }
  return {
    started: started ?? "",
    system: system ?? "",
    timeline: parseInt(file.slice(0, 8), 16),
    written: BigInt(written),
  };
}

function rejectOther(known: Position | null, { system, timeline }: Position): void {
  if (known === null) return;
  if (system !== known.system) {
    const message =
      `Cannot use the database: its address leads to another server now (system identifier ${system}, ` +
      `before ${known.system}); start this process again if that is intended`;
    throw new DatabaseError("database.other_server", message);
  }
  if (timeline >= known.timeline) return;
  const message =
    `Cannot use the database: its address leads to a former primary on timeline ${timeline}, but timeline ` +
    `${known.timeline} was seen; what it takes is lost, so stop that server or make it a standby`;
  throw new DatabaseError("database.former_primary", message);
}
