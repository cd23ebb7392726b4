import { PGlite, parse, protocol } from "@electric-sql/pglite";
import process from "node:process";
import { Buffer } from "node:buffer";
const { serialize } = protocol;
const pg = await PGlite.create("/tmp/w/dist2_pg");
const cpu = () => { const u = process.cpuUsage(); return (u.user + u.system) / 1000; };
async function time(name: string, f: () => Promise<unknown>, n = 2000) { for (let i = 0; i < 500; i++) await f(); const a = cpu(); for (let i = 0; i < n; i++) await f(); console.log(name, ((cpu() - a) / n).toFixed(3), "ms cpu"); }
const text = `
    with page as (
      select distinct local_date, kind from widgets
      where user_id = $1 and true
      order by local_date desc, kind asc
      limit $2
    )
    select to_char(local_date, 'YYYY-MM-DD') as local_date, kind, committed_at,
      widget_id, bundle_hash, bundle_size, manifest_json, manifest_object_key
    from page join widgets using (local_date, kind)
    where user_id = $3
    order by page.local_date desc, kind asc, name`;
const join = (...m: Uint8Array[]) => new Uint8Array(Buffer.concat(m));
const prepared = await pg.execProtocol(join(serialize.parse({ name: "s1", text }), serialize.describe({ type: "S", name: "s1" }), serialize.sync()));
console.log(prepared.messages.map((m) => m.name));
const run = async () => {
  const { messages } = await pg.execProtocol(join(serialize.bind({ statement: "s1", values: ["list", "21", "list"] }), serialize.describe({ type: "P" }), serialize.execute({}), serialize.sync()));
  return parse.parseResults(messages, pg.parsers)[0]!;
};
const r = await run(); console.log(r.rows.length, r.affectedRows, r.rows[0], (await pg.execProtocol(join(serialize.bind({ statement: "s1", values: ["list", "21", "list"] }), serialize.describe({ type: "P" }), serialize.execute({}), serialize.sync()))).messages.map((m) => m.name).slice(-3));
await time("prepared, one message", run);
await time("raw only", () => pg.execProtocolRaw(join(serialize.bind({ statement: "s1", values: ["list", "21", "list"] }), serialize.describe({ type: "P" }), serialize.execute({}), serialize.sync())));
await pg.execProtocol(join(serialize.parse({ name: "one", text: "select 1" }), serialize.sync()));
await time("select 1 raw", () => pg.execProtocolRaw(join(serialize.bind({ statement: "one" }), serialize.execute({}), serialize.sync())));
try { await pg.execProtocol(join(serialize.bind({ statement: "s1", values: ["list", "x", "list"] }), serialize.describe({ type: "P" }), serialize.execute({}), serialize.sync())); } catch (e) { console.log("error", e.name, e.code, e.message); }
console.log((await run()).rows.length);
try { await pg.execProtocol(join(serialize.parse({ name: "bad", text: "select from from" }), serialize.describe({ type: "S", name: "bad" }), serialize.sync())); } catch (e) { console.log("error", e.name, e.code, e.message); }
console.log((await run()).rows.length, (await pg.query("select 2 as a")).rows);
process.exit();
