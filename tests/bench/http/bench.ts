// deno-lint-ignore-file no-console -- its output is what it is for
/**
 * The routes that clients read, with a bearer, beside nginx with the same bytes as files: a module of 6 and of 20 KB, warm
 * and cold, its envelope, the list and one batch; on PGlite and on PostgreSQL. It needs Linux, nginx and wrk.
 *
 * "per core" is requests for each second that the server's process used a core, so that another load on the machine hardly
 * changes it. PostgreSQL's own processes are not included. A cold module is never kept (`TCK_BUNDLE_CACHE=0`), and stands
 * beside the floor that reads the same file, inflates and hashes it, behind the same listener.
 */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sha384Base64Url } from "../../../core/bytes/mod.ts";
import { writeTckb } from "../../../core/tckb/mod.ts";
import { createSecretBearers } from "../../../hosts/auth/mod.ts";
import { commitBatch } from "../../../hosts/commit/mod.ts";
import { createFileObjectStore } from "../../../hosts/objects/mod.ts";
import { openDatabase } from "../../../hosts/postgres/mod.ts";
import { systemClock } from "../../../hosts/protocol/mod.ts";
import { findProgram } from "../../servers/programs.ts";
import { startPostgres } from "../../servers/postgres.ts";
import { type Contender, startDeno, startNginx } from "./contender.ts";
import { type Load, measureLoad, readMemory } from "./load.ts";

const SECRET = "the secret of a benchmark, 32 or more";
const SECONDS = Number(Deno.env.get("TCK_BENCH_SECONDS") ?? 5);
const BATCH = "20260301-morning-brief";
/** How many widgets of each size there are: more than connections, so that no two of them ask for the same one. */
const WIDGETS = 64;
/** Their user. */
const USER = "bench";
/** The user with one batch of six widgets, for the list. */
const LIST_USER = "list";

const SERVE = fileURLToPath(new URL("../../../hosts/cli/main.ts", import.meta.url));
const FLOOR = fileURLToPath(new URL("./floor.ts", import.meta.url));

for (const program of ["wrk", "nginx"]) {
  if (await findProgram(program) === null) {
    throw new Error(`Cannot measure: there is no ${program} (Debian: apt-get install wrk nginx-light)`);
  }
}

const folder = await mkdtemp(join(tmpdir(), "tck-bench-http-"));
const issuer = createSecretBearers(new TextEncoder().encode(SECRET), Date.now);
try {
  const hashes = await writeWidgets(folder);
  await using nginx = await startNginx(folder);
  await using floor = await startDeno([FLOOR, folder]);
  const base: Base = { hashes, nginx: new Map(), floor: new Map() };
  for (const path of ["6.mjs", "20.mjs", "6.tckb"]) {
    base.nginx.set(path, print(`nginx ${path}`, await measure(nginx, [`/${path}`])));
  }
  for (const size of ["6", "20"] as const) {
    print(
      `floor: ${size} KB from memory`,
      await measure(floor, [`/memory/${size}`]),
      base.nginx.get(`${size}.mjs`),
    );
    base.floor.set(
      size,
      print(`floor: ${size} KB read, inflated, hashed`, await measure(floor, [`/read/${size}`])),
    );
  }
  await measureEngine("PGlite", base, {});
  await using server = await startPostgres();
  await measureEngine("PostgreSQL", base, { TCK_DATABASE_URL: await server.createDatabase() });
} finally {
  await rm(folder, { recursive: true });
}

/** What the routes are compared with. */
interface Base {
  /** The hashes of the bundles with modules of 6 and of 20 KB. */
  hashes: { readonly [size: string]: readonly string[] };
  nginx: Map<string, Load>;
  floor: Map<string, Load>;
}

/** Writes widgets with modules of 6 and of 20 KB, six of the former once more, and the first of each as files. */
async function writeWidgets(target: string): Promise<Base["hashes"]> {
  const hashes: { [size: string]: string[] } = {};
  for (const size of ["6", "20"]) {
    const few = join(target, `list-${size}`, "widget-batch", "dist");
    await mkdir(few, { recursive: true });
    const dist = join(target, `task-${size}`, "widget-batch", "dist");
    await mkdir(dist, { recursive: true });
    hashes[size] = [];
    for (let index = 1; index <= WIDGETS; index++) {
      const module = new TextEncoder().encode(writeModule(Number(size) * 1000, index));
      const manifest = {
        id: `widget-${index}`,
        title: `Widget ${index}`,
        cardType: "feed",
        sizes: ["fill-auto"],
      };
      const envelope = await writeTckb({ module, manifest });
      const name = `${String(index).padStart(3, "0")}_widget.tckb`;
      await writeFile(join(dist, name), envelope);
      if (index <= 6) await writeFile(join(few, name), envelope);
      hashes[size].push(await sha384Base64Url(module));
      if (index > 1) continue;
      await writeFile(join(target, `${size}.mjs`), module);
      await writeFile(join(target, `${size}.tckb`), envelope);
    }
  }
  return hashes;
}

/** Text that compresses about as well as minified JavaScript. */
function writeModule(bytes: number, seed: number): string {
  let text = "export default () => null;\n";
  for (let line = 0; text.length < bytes; line++) {
    const value = Math.imul(line + seed * 7919 + 1, 2654435761) >>> 0;
    text += `const value${value.toString(36)}=(${value},"${value.toString(16)}");\n`;
  }
  return text.slice(0, bytes - 1).replace(/\n[^\n]*$/, "\n").padEnd(bytes, " ");
}

async function measureEngine(
  engine: string,
  base: Base,
  environment: { readonly [name: string]: string },
): Promise<void> {
  const dataDir = join(folder, engine);
  await commitWidgets(dataDir, environment["TCK_DATABASE_URL"]);
  const settings = { TCK_AUTH_SECRET: SECRET, TCK_APP_URL: "https://app.example", ...environment };
  const args = [SERVE, "serve", "--json", "--port", "0", "--data", dataDir];
  {
    await using service = await startDeno(args, settings);
    console.log(`\n${engine}, memory ${await readMemory(service.pid)} MiB`);
    for (const size of ["6", "20"]) {
      const load = await measure(service, modulePaths(base, size));
      print(`module of ${size} KB, warm`, load, base.nginx.get(`${size}.mjs`));
    }
    const envelopes = base.hashes["6"]!.map((hash) => `/v2/daily-pages/bundles/${hash}.tckb`);
    const envelope = await measure(service, envelopes);
    print("envelope of 6 KB", envelope, base.nginx.get("6.tckb"));
    print("list", await measure(service, ["/v2/daily-pages"], LIST_USER));
    print("batch", await measure(service, [`/v2/daily-pages/${BATCH}`], LIST_USER));
    console.log(`  memory ${await readMemory(service.pid)} MiB`);
  }
  await using cold = await startDeno(args, { ...settings, TCK_BUNDLE_CACHE: "0" });
  for (const size of ["6", "20"]) {
    const load = await measure(cold, modulePaths(base, size));
    print(`module of ${size} KB, cold`, load, base.floor.get(size), "floor");
  }
}

function modulePaths({ hashes }: Base, size: string): string[] {
  return hashes[size]!.map((hash) => `/api/widgets/v1/${hash}/widget.mjs`);
}

async function commitWidgets(dataDir: string, url: string | undefined): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const objects = await createFileObjectStore(join(dataDir, "objects"));
  await using database = await openDatabase({ url, dataDir });
  const createId = () => crypto.randomUUID();
  const deps = {
    database,
    objects,
    clock: systemClock,
    createId,
    log: () => {},
    appUrl: "https://app.example",
  };
  for (
    const [userId, kind, directory] of [
      [USER, "morning_brief", "task-6"],
      [USER, "evening_brief", "task-20"],
      [LIST_USER, "morning_brief", "list-6"],
    ] as const
  ) {
    const target = { userId, taskId: directory, localDate: "2026-03-01", kind };
    await commitBatch(deps, { ...target, directory: join(folder, directory) });
  }
}

async function measure(contender: Contender, paths: readonly string[], user = USER): Promise<Load> {
  const bearer = await issuer.issue(user, 86_400);
  return await measureLoad(contender, paths, { bearer, seconds: SECONDS, folder });
}

function print(name: string, load: Load, base?: Load, baseName = "nginx"): Load {
  const ratio = base === undefined ? "" : `  ${(load.perCore / base.perCore).toFixed(3)} × ${baseName}`;
  const columns = [load.perCore, load.perSecond].map((value) => Math.round(value).toString().padStart(9));
  console.log(
    `  ${name.padEnd(34)}${columns[0]}/s per core${columns[1]}/s  p99 ${load.p99.padStart(8)}${ratio}`,
  );
  return load;
}
