import { sql } from "kysely";
import type { Database } from "./database.ts";

/** The number of jobs of a queue in a state. */
export interface JobCount {
  queue: string;
  state: string;
  count: number;
}

/** Counts the jobs of all queues that are not completed, by state. */
export async function countJobs({ kysely }: Pick<Database, "kysely">): Promise<JobCount[]> {
  const { rows } = await sql<JobCount>`
    select name as queue, state::text as state, count(*)::int as count
    from tck_queue.job where state <> 'completed' group by name, state`.execute(kysely);
  return rows;
}
