import type { ClientBase } from "pg";
import { quote } from "../../../core/errors/mod.ts";
import { createStandbyError, DatabaseError } from "../errors.ts";

/** A client that hangs in a transaction would otherwise keep its user's lock forever. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000;

/** The properties that are read from a new connection. */
interface SessionState {
  readonly pid: number;
  readonly standby: boolean;
  readonly schema: string | null;
  readonly statement_timeout: string;
  readonly read_only: string;
  readonly synchronous_commit: string;
}

/** One transaction: in front of the server may be a pooler that changes the connection between two. */
const READ_STATE = `begin; set local statement_timeout = 0; set local lock_timeout = 0;
  select pg_backend_pid() as pid, pg_is_in_recovery() as standby, current_schema() as schema,
    (select reset_val from pg_settings where name = 'statement_timeout') as statement_timeout,
    current_setting('default_transaction_read_only') as read_only,
    current_setting('synchronous_commit') as synchronous_commit;
  commit`;

/** Whether a pooler is between this process and the server, and the settings of a session are not this client's alone. */
export interface Session {
  readonly isPooled: boolean;
}

/**
 * Applies the settings that the statements rely on, over those of the server, the database and the role. Where a
 * pooler is in front of the server, a setting of the session would be set for other clients as well: then the role
 * must have what they rely on.
 *
 * @throws {DatabaseError} `database.standby`; `database.unreachable` for a role whose settings do not work behind a
 * pooler
 */
export async function prepareSession(client: ClientBase): Promise<Session> {
  const results = await client.query(READ_STATE) as unknown as { rows: SessionState[] }[];
  const state = results.find(({ rows }) => rows.length === 1)!.rows[0]!;
  if (state.standby) {
    throw createStandbyError();
  }
  const isPooled = state.pid !== (client as { processID?: number }).processID;
  if (isPooled) checkRole(state);
  await client.query(isPooled ? SHARED_SETTINGS : describeSettings(state));
  return { isPooled };
}

/** A pooler keeps this one for each client. */
const SHARED_SETTINGS = "set DateStyle = 'ISO, MDY'";

/** The limits of the statements are this process's own (`limitAnswer`); migrations have none. */
function describeSettings({ schema, synchronous_commit }: SessionState): string {
  return [
    SHARED_SETTINGS,
    "set statement_timeout = 0",
    "set lock_timeout = 0",
    `set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_TIMEOUT_MS}`,
    "set default_transaction_read_only = off",
    "set default_transaction_isolation = 'read committed'",
    "set standard_conforming_strings = on",
    ...schema === null ? ["set search_path = public"] : [],
    ...synchronous_commit === "off" ? ["set synchronous_commit = on"] : [],
  ].join("; ");
}

/** The first statement of a transaction behind a pooler. */
export const TRANSACTION_SETTINGS =
  `set local idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_TIMEOUT_MS}; ` +
  "set local statement_timeout = 0; set local lock_timeout = 0";

/** A shorter limit ends statements that are no fault. */
const MIN_STATEMENT_TIMEOUT_MS = 1_000;

function checkRole(state: SessionState): void {
  const limit = Number(state.statement_timeout);
  const faults = [
    limit > 0 && limit < MIN_STATEMENT_TIMEOUT_MS && `statement_timeout is ${limit} ms`,
    state.read_only !== "off" && `default_transaction_read_only is ${quote(state.read_only)}`,
    state.schema === null && "search_path names no schema that exists",
    state.synchronous_commit === "off" && "synchronous_commit is off",
  ].filter((fault) => fault !== false);
  if (faults.length === 0) return;
  throw new DatabaseError(
    "database.unreachable",
    `The database cannot be used behind a pooler: ${
      faults.join(", ")
    }; set it for the role (ALTER ROLE … SET …)`,
  );
}
