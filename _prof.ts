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
if (p.includes("HASH")) { const r = await (await fetch(server.url + "/v2/daily-pages", { headers: { Authorization: "Bearer " + bearer } })).json(); p = p.replace("HASH", r.batches[0].widgets[0].bundle.hash); }
const headers = { Authorization: "Bearer " + bearer };
// in process, without sockets
const N = Number(Deno.env.get("N") ?? 20000);
for (let round = 0; round < 3; round++) {
  const t = performance.now();
  for (let i = 0; i < N; i += 16) await Promise.all(Array.from({ length: 16 }, async () => { const r = await app(new Request("http://127.0.0.1" + p, { headers })); if (r.status !== 200) throw new Error(await r.text()); await r.arrayBuffer(); }));
  console.log(p.slice(0, 40), ((performance.now() - t) * 1000 / N).toFixed(1), "us each");
}
Deno.exit(0);
