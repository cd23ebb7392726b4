import pg from "pg"; import process from "node:process"; import { readFileSync } from "node:fs";
import { startPostgres } from "./tests/servers/postgres.ts";
import { openDatabase } from "./hosts/postgres/mod.ts";
import { fillWithBatches } from "./tests/bench/http/many_batches.ts";
await using server = await startPostgres({ fsync: false });
const url = await server.createDatabase();
{ await using _ = await openDatabase({ url, dataDir: "/tmp/w/x" }); }
await fillWithBatches(url, 100_000);
const c = new pg.Client({ connectionString: url }); await c.connect();
const { rows: [{ pid }] } = await c.query("select pg_backend_pid() as pid");
const ticks = () => { const s = readFileSync(`/proc/${pid}/stat`, "utf8"); const f = s.slice(s.lastIndexOf(")") + 2).split(" "); return (Number(f[11]) + Number(f[12])) * 10; };
const cpu = () => { const u = process.cpuUsage(); return (u.user + u.system) / 1000; };
const text = `with page as (select distinct local_date, kind from widgets where user_id = $1 and true order by local_date desc, kind asc limit $2)
 select to_char(local_date, 'YYYY-MM-DD') as local_date, kind, committed_at, widget_id, bundle_hash, bundle_size, manifest_json, manifest_object_key
 from page join widgets using (local_date, kind) where user_id = $3 order by page.local_date desc, kind asc, name`;
const find = `(select committed_at as time, bundle_size as size from widgets where user_id = $1 and bundle_hash = $2 order by committed_at desc limit 1)
 union all select not_before, null from tombstones where key = $3 and not_before > clock_timestamp() order by size nulls last limit 1`;
async function time(name: string, f: (i: number) => Promise<unknown>, n = 4000) { for (let i = 0; i < 500; i++) await f(i); const a = cpu(), b = ticks(); for (let i = 0; i < n; i++) await f(i); console.log(name, "client", ((cpu() - a) / n).toFixed(3), "server", ((ticks() - b) / n).toFixed(3)); }
const hash = "1".padEnd(64, "_");
for (let round = 0; round < 2; round++) {
await time("list plain", (i) => c.query(text, [`user${i % 1000}`, 21, `user${i % 1000}`]));
await time("list named", (i) => c.query({ name: "l", text, values: [`user${i % 1000}`, 21, `user${i % 1000}`] }));
await time("find plain", (i) => c.query(find, [`user${i % 1000}`, hash, "k"]));
await time("find named", (i) => c.query({ name: "f", text: find, values: [`user${i % 1000}`, hash, "k"] }));
}
await c.end();
