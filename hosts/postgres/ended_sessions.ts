import { sql } from "kysely";
import type { EndedSessions } from "../auth/mod.ts";
import type { Database } from "./database.ts";
import { hashUser } from "./erasures.ts";
import { gatherReads } from "./gather_reads.ts";

/** Twice as long as a session lasts: after that time no token of an ended session is valid any more. */
const RETENTION = sql`interval '24 hours'`;

/** The sessions that were ended, for all servers on one database. Ending a session removes the records that expired. */
export function createEndedSessions({ kysely }: Pick<Database, "kysely">): EndedSessions {
  const has = gatherReads(async (sessions: readonly Parameters<EndedSessions["has"]>[0][]) => {
    const asked = sessions.map(({ sessionId, userId, sessionOpenedAt }) => ({
      id: sessionId,
      user: hashUser(userId),
      opened: sessionOpenedAt ?? 0,
    }));
    const { rows } = await sql<{ id: string }>`
      select id from jsonb_to_recordset(${{
      asked,
    }}::jsonb -> 'asked') as asked (id uuid, "user" text, opened float8)
      where exists (select from ended_sessions where session_id = id)
        or exists (
          select from erasures where user_hash = "user" collate "C" and erased_at >= to_timestamp(opened)
        )`.execute(kysely);
    const ended = new Set(rows.map(({ id }) => id));
    return sessions.map(({ sessionId }) => ended.has(sessionId));
  });
  return {
    has,
    async end(sessionId) {
      await kysely.deleteFrom("ended_sessions")
        .where("ended_at", "<", sql<Date>`statement_timestamp() - ${RETENTION}`).execute();
      const ended = await kysely.insertInto("ended_sessions")
        .values({ session_id: sessionId, ended_at: sql<Date>`statement_timestamp()` })
        .onConflict((conflict) => conflict.doNothing()).returning("session_id").execute();
      return ended.length > 0;
    },
  };
}
