import { type RawBuilder, sql } from "kysely";
import type { Database } from "./database.ts";
import { setUtc } from "./user_lock.ts";

/** The tables with data of users, apart from the records of the commit protocol. */
export const USER_TABLES = ["widgets", "commits", "tasks", "notifications", "commitRequests"] as const;

/** The rows of one of these tables, as lines of JSON. */
export type UserTable = typeof USER_TABLES[number];

/** A table, its rows of a user, and how a row becomes a line. An export and an erasure have the same lines in the same order. */
interface UserRows {
  readonly from: RawBuilder<unknown>;
  readonly where: RawBuilder<unknown>;
  readonly line: RawBuilder<string>;
  readonly order: RawBuilder<unknown>;
}

/** Any program may have written a job, so the id is searched where a message of this service has it. */
function selectJobs(name: RawBuilder<unknown>, userId: string): UserRows {
  return {
    from: sql`tck_queue.job`,
    where: sql`name in (${name}, ${name} || '.dead') and data #>> '{data,userId}' = ${userId}`,
    line: sql`jsonb_build_object('queue', name, 'event', data)::text`,
    order: sql`name, id::text collate "C"`,
  };
}

export function rowsOf(table: UserTable, userId: string): UserRows {
  const where = sql`user_id = ${userId}`;
  switch (table) {
    case "widgets":
      return {
        from: sql`widgets`,
        where,
        line: sql`to_jsonb(widgets)::text`,
        order: sql`local_date, kind, name`,
      };
    case "commits":
      return {
        from: sql`commits`,
        where,
        line: sql`to_jsonb(commits)::text`,
        order: sql`committed_at, commit_id`,
      };
    case "tasks":
      return {
        from: sql`worker_agent_tasks`,
        where,
        line: sql`to_jsonb(worker_agent_tasks)::text`,
        order: sql`task_id collate "C"`,
      };
    case "notifications":
      return selectJobs(sql`'task-notifications'`, userId);
    case "commitRequests":
      return selectJobs(sql`'tck.commit.requested'`, userId);
  }
}

/** The lines of all tables, as they were at one moment. */
export function readUserRows(
  { kysely }: Pick<Database, "kysely">,
  userId: string,
): Promise<{ readonly [table in UserTable]: string[] }> {
  return kysely.transaction().setIsolationLevel("repeatable read").execute(async (transaction) => {
    await setUtc(transaction);
    const lines: Partial<Record<UserTable, string[]>> = {};
    for (const table of USER_TABLES) {
      const { from, where, line, order } = rowsOf(table, userId);
      const { rows } = await sql<
        { line: string }
      >`select ${line} as line from ${from} where ${where} order by ${order}`
        .execute(transaction);
      lines[table] = rows.map((row) => row.line);
    }
    return lines as Record<UserTable, string[]>;
  });
}
