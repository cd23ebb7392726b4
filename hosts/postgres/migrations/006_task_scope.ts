import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Scopes a task id to its user, so that two users can use the same one. */
export const TASK_SCOPE: Migration = {
  async up(database): Promise<void> {
    await sql`alter table worker_agent_tasks drop constraint worker_agent_tasks_pkey,
      add constraint worker_agent_tasks_pkey primary key (user_id, task_id)`.execute(database);
  },
  /** Keeps one user's task of each id. */
  async down(database): Promise<void> {
    await sql`delete from worker_agent_tasks as task using worker_agent_tasks as other
      where task.task_id = other.task_id and task.user_id > other.user_id`.execute(database);
    await sql`alter table worker_agent_tasks drop constraint worker_agent_tasks_pkey,
      add constraint worker_agent_tasks_pkey primary key (task_id)`.execute(database);
  },
};
