// profile over sockets: serve, run wrk, exit
import { serve } from "./hosts/deno/serve.ts";
import { createApplication } from "./hosts/cli/application.ts";
import { readSettings } from "./hosts/cli/settings.ts";
import { openDatabase } from "./hosts/postgres/mod.ts";
import { createFileObjectStore } from "./hosts/objects/mod.ts";
import { createSecretBearers } from "./hosts/auth/mod.ts";
const [dir, url, path] = Deno.args;
const SECRET = "the secret of a benchmark, 32 or more";
const database = await openDatabase({ url: url === "-" ? undefined : url, dataDir: dir });
const objects = await createFileObjectStore(dir + "/objects");
const settings = readSettings({ TCK_AUTH_SECRET: SECRET, TCK_APP_URL: "https://app.example", ...(Deno.env.get("COLD") ? { TCK_BUNDLE_CACHE: "0" } : {}) });
const app = await createApplication({ settings, dataDir: dir, roles: ["storage", "public", "web"], hostname: "127.0.0.1", localUser: "bench" }, { service: { database, objects }, log: (e) => console.log(e) });
const server = await serve(app, { hostname: "127.0.0.1", port: 0 });
const bearer = await createSecretBearers(new TextEncoder().encode(SECRET), Date.now).issue("bench", 86400);
let p = path;
if (p.includes("HASH")) { const r = await (await app(new Request(server.url + "/v2/daily-pages", { headers: { Authorization: "Bearer " + bearer } }))).json(); p = p.replace("HASH", r.batches[0].widgets[0].bundle.hash); }
const wrk = (d: string) => new Deno.Command("wrk", { args: ["-t1", "-c32", "-d" + d, "-H", "Authorization: Bearer " + bearer, server.url + p], stdout: "piped" }).output();
await wrk("2");
const c = () => { const f = Deno.readTextFileSync("/proc/self/stat").split(") ")[1].split(" "); return (+f[11] + +f[12]) / 100; };
const b = c(); const { stdout } = await wrk("3"); const used = c() - b; const out = new TextDecoder().decode(stdout);
console.log(path, Math.round(+/(\d+) requests in/.exec(out)![1] / used), "per core", /Non-2xx.*/.exec(out)?.[0] ?? "");
Deno.exit(0);
