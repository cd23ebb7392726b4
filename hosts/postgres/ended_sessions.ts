import { sql } from "kysely";
import type { EndedSessions } from "../auth/mod.ts";
import type { Database } from "./database.ts";
import { gatherReads } from "./gather_reads.ts";

/** Twice as long as a session lasts: after that time no token of an ended session is valid any more. */
const RETENTION = sql`interval '24 hours'`;

/** The sessions that were ended, for all servers on one database. Ending a session removes the records that expired. */
export function createEndedSessions({ kysely }: Pick<Database, "kysely">): EndedSessions {
  const has = gatherReads<string, boolean>(async (sessionIds) => {
    const rows = await kysely.selectFrom("ended_sessions").select("session_id")
      .where("session_id", "=", sql<string>`any(${[...new Set(sessionIds)]}::uuid[])`).execute();
    const ended = new Set(rows.map(({ session_id }) => session_id));
    return sessionIds.map((sessionId) => ended.has(sessionId));
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
