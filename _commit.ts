import { openDatabase } from "./hosts/postgres/mod.ts";
import { createFileObjectStore } from "./hosts/objects/mod.ts";
import { commitBatch } from "./hosts/commit/mod.ts";
import { systemClock } from "./hosts/protocol/mod.ts";
import { writeTckb } from "./core/tckb/mod.ts";
const dir = "/tmp/d1/data"; await Deno.mkdir(dir + "/task/widget-batch/dist", { recursive: true });
for (let i = 1; i <= 6; i++) { let t = "export default () => null;\n"; for (let l = 0; t.length < 6000; l++) { const v = Math.imul(l + i * 7919, 2654435761) >>> 0; t += `const v${v.toString(36)}=(${v},"${v.toString(16)}");\n`; }
 await Deno.writeFile(`${dir}/task/widget-batch/dist/00${i}_w.tckb`, await writeTckb({ module: new TextEncoder().encode(t), manifest: { id: "w" + i, title: "W", cardType: "feed", sizes: ["fill-auto"] } })); }
await using database = await openDatabase({ url: Deno.args[0], dataDir: dir });
await commitBatch({ database, objects: await createFileObjectStore(dir + "/objects"), clock: systemClock, createId: () => crypto.randomUUID(), log() {}, appUrl: "https://x" }, { userId: "bench", taskId: "b", localDate: "2026-03-01", kind: "morning_brief", directory: dir + "/task" });
