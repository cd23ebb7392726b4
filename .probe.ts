import { PGlite } from "@electric-sql/pglite";
import { Kysely, sql } from "kysely";
import { PooledPGliteDialect } from "./hosts/postgres/pglite_dialect.ts";
import { migrateSchema } from "./hosts/postgres/migrate_schema.ts";
import { createBatchReader } from "./hosts/postgres/batch_reader.ts";
const pg = await PGlite.create("/tmp/w/dist2_pg");
const kysely = new Kysely<any>({ dialect: new PooledPGliteDialect(pg) });
await migrateSchema(kysely, "newest");
await sql.raw(`insert into widgets (user_id, local_date, kind, position, name, widget_id, bundle_hash, bundle_size, manifest_json, commit_id, committed_at)
 select 'list', date '2026-03-01', 'morning_brief', n, '00' || n || '_widget', 'w_' || rpad(to_hex(n), 26, 'q'), rpad(to_hex(n), 64, '_'), 1000, '{"id":"widget","title":"Widget","cardType":"feed","sizes":["fill-auto"]}', '00000000-0000-7000-8000-000000000001', now() from generate_series(1,6) n`).execute(kysely);
const reader = createBatchReader({ kysely } as any, {} as any);
const cpu = () => { const u = process.cpuUsage(); return (u.user + u.system) / 1000; };
import process from "node:process";
async function time(name: string, f: () => Promise<unknown>, n = 2000) { for (let i = 0; i < 500; i++) await f(); const a = cpu(); for (let i = 0; i < n; i++) await f(); console.log(name, ((cpu() - a) / n).toFixed(3), "ms cpu"); }
const q = { after: null, limit: 20, direction: "older" } as const;
await time("list", () => reader.listBatches("list", q));
await time("batch", () => reader.readBatch("list", "2026-03-01", "morning_brief"));
await time("select 1 kysely", () => sql`select 1`.execute(kysely));
await time("select 1 query", () => pg.query("select 1"));
await time("select 1 exec", () => pg.exec("select 1"));
await time("select $1 query", () => pg.query("select $1::text", ["a"]));
// raw prepared
const { rows: [x] } = await pg.query("select 1 as a");
export { pg, kysely };
