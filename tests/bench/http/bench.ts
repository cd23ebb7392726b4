// deno-lint-ignore-file no-console -- its output is what it is for
/**
 * The routes that clients read, with a bearer: a module of 6 and of 20 KB, warm and cold, its envelope, the list and one
 * batch, on PGlite and on PostgreSQL; the list and batches among 1,000 to 1,000,000; and the memory over a million
 * requests. Beside them nginx with the same bytes as files, bare `node:http` on Deno with the same bytes and headers, and a
 * registry of OpenComponents. It needs Linux, nginx, wrk, and npm for the registry. `--quick` runs everything for a short
 * time, to see that it works; `--scales` runs only what depends on the number of batches and of requests, without nginx.
 *
 * "per core" is requests for each second that the server's process used a core, so that another load on the machine hardly
 * changes it. PostgreSQL's own processes are not included. A cold module is never kept (`TCK_BUNDLE_CACHE=0`), and stands
 * beside the floor that reads the same file, inflates and hashes it, behind the same listener.
 */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { sha384Base64Url } from "../../../core/bytes/mod.ts";
import { writeTckb } from "../../../core/tckb/mod.ts";
import { createSecretBearers } from "../../../hosts/auth/mod.ts";
import { commitBatch } from "../../../hosts/commit/mod.ts";
import { createFileObjectStore } from "../../../hosts/objects/mod.ts";
import { openDatabase } from "../../../hosts/postgres/mod.ts";
import { systemClock } from "../../../hosts/time/mod.ts";
import { findProgram } from "../../servers/programs.ts";
import { startPostgres } from "../../servers/postgres.ts";
import { type Contender, startDeno, startNginx } from "./contender.ts";
import { type Load, type LoadOptions, measureLoad, readMemory } from "./load.ts";
import { countTableScans, fillWithBatches, listReadUsers } from "./many_batches.ts";
import { COMPONENT_PATH, startOpenComponents } from "./open_components.ts";

const SECRET = "the secret of a benchmark, 32 or more";
const IS_QUICK = Deno.env.get("TCK_BENCH_QUICK") === "1";
const SECONDS = Number(Deno.env.get("TCK_BENCH_SECONDS") ?? (IS_QUICK ? 2 : 5));
/** How many batches there are in turn. */
const SCALES = IS_QUICK ? [1_000, 5_000, 20_000] : [1_000, 100_000, 1_000_000];
const ONLY_SCALES = Deno.env.get("TCK_BENCH_SCALES") === "1";
/** Over how many requests the memory is observed. */
const MEMORY_REQUESTS = IS_QUICK ? 20_000 : 1_000_000;
/** A session of PostgreSQL reports what it has read after a second of work, or at the latest after 10 s without any. */
const REPORT_MS = 11_000;
const BATCH = "20260301-morning-brief";
/** How many widgets of each size there are: more than connections, so that no two of them ask for the same one. */
const WIDGETS = 64;
/** Their user. */
const USER = "bench";
/** The user with one batch of six widgets, for the list. */
const LIST_USER = "list";

const SERVE = fileURLToPath(new URL("../../../hosts/deno/main.ts", import.meta.url));
const BARE = fileURLToPath(new URL("./bare.ts", import.meta.url));
const FLOOR = fileURLToPath(new URL("./floor.ts", import.meta.url));

for (const program of ONLY_SCALES ? ["wrk"] : ["wrk", "nginx"]) {
  if (await findProgram(program) === null) {
    throw new Error(`Cannot measure: there is no ${program} (Debian: apt-get install wrk nginx-light)`);
  }
}

const folder = await mkdtemp(join(tmpdir(), "tck-bench-http-"));
const issuer = createSecretBearers(new TextEncoder().encode(SECRET), Date.now);
try {
  const hashes = await writeWidgets(folder);
  const base = ONLY_SCALES ? null : await measureBase(hashes);
  if (base) await measureEngine("PGlite", base, 1_000, {});
  await using server = await startPostgres();
  if (base) {
    await measureEngine("PostgreSQL", base, 3_000, { TCK_DATABASE_URL: await server.createDatabase() });
  }
  await measureScales(await server.createDatabase(), hashes);
} finally {
  await rm(folder, { recursive: true });
}

/** What the routes are compared with. */
interface Base {
  /** The hashes of the bundles with modules of 6 and of 20 KB. */
  hashes: { readonly [size: string]: readonly string[] };
  nginx: Map<string, Load>;
  /** Bare `node:http` on Deno, by the size of the module. */
  bare: Map<string, Load>;
  /** Reading, inflating and hashing, by the size of the module. */
  floor: Map<string, Load>;
  openComponents: Load | null;
}

async function measureBase(hashes: Base["hashes"]): Promise<Base> {
  const base: Base = {
    hashes,
    nginx: new Map(),
    bare: new Map(),
    floor: new Map(),
    openComponents: await measureOpenComponents(),
  };
  await using nginx = await startNginx(folder);
  for (const path of ["6.mjs", "20.mjs", "6.tckb"]) {
    base.nginx.set(path, print(`nginx ${path}`, await measure(nginx, [`/${path}`])));
  }
  await using bare = await startDeno([BARE, folder]);
  await using floor = await startDeno([FLOOR, folder]);
  for (const size of ["6", "20"]) {
    const file = { load: base.nginx.get(`${size}.mjs`)!, name: "nginx" };
    const load = await measure(bare, [`/${size}`]);
    base.bare.set(size, print(`bare node:http, ${size} KB`, load, [file]));
    print(`its listener, ${size} KB from memory`, await measure(floor, [`/memory/${size}`]), [file]);
    const read = await measure(floor, [`/read/${size}`]);
    base.floor.set(size, print(`floor: ${size} KB read, inflated, hashed`, read));
  }
  return base;
}

/** Null when the registry cannot be installed or run; the reason is printed. */
async function measureOpenComponents(): Promise<Load | null> {
  try {
    await using registry = await startOpenComponents(folder);
    return print("OpenComponents registry, 6 KB view", await measure(registry, [COMPONENT_PATH]));
  } catch (error) {
    console.log(`  OpenComponents could not be measured: ${error instanceof Error ? error.message : error}`);
    return null;
  }
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
  goal: number,
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
      print(`module of ${size} KB, warm`, await measure(service, modulePaths(base, size)), [
        { load: base.nginx.get(`${size}.mjs`)!, name: "nginx", goal: 0.5 },
        { load: base.bare.get(size)!, name: "bare" },
        ...(base.openComponents ? [{ load: base.openComponents, name: "oc", goal: 50 }] : []),
      ]);
    }
    const envelopes = base.hashes["6"]!.map((hash) => `/v2/daily-pages/bundles/${hash}.tckb`);
    const file = { load: base.nginx.get("6.tckb")!, name: "nginx", goal: 0.4 };
    print("envelope of 6 KB", await measure(service, envelopes), [file]);
    const needed = `goal ${goal}/s per core`;
    print("list", await measure(service, ["/v2/daily-pages"], { user: LIST_USER }), [], needed);
    print("batch", await measure(service, [`/v2/daily-pages/${BATCH}`], { user: LIST_USER }), [], needed);
    await measureMemory(service, modulePaths(base, "6"));
  }
  await using cold = await startDeno(args, { ...settings, TCK_BUNDLE_CACHE: "0" });
  for (const size of ["6", "20"]) {
    const load = await measure(cold, modulePaths(base, size));
    const floor = { load: base.floor.get(size)!, name: "floor", goal: 0.667 };
    print(`module of ${size} KB, cold`, load, [floor]);
  }
}

/** Prints the memory after each quarter of many requests. */
async function measureMemory(service: Contender, paths: readonly string[]): Promise<void> {
  const memory = [await readMemory(service.pid)];
  let requests = 0;
  for (let quarter = 1; quarter <= 4; quarter++) {
    while (requests < MEMORY_REQUESTS * quarter / 4) {
      requests += (await measure(service, paths, { isWarm: true })).requests;
    }
    memory.push(await readMemory(service.pid));
  }
  console.log(`  memory over ${requests} requests            ${memory.join(", ")} MiB`);
}

/** Reads the batches of some users among those of many. */
async function measureScales(url: string, hashes: Base["hashes"]): Promise<void> {
  const dataDir = join(folder, "scales");
  await commitWidgets(dataDir, url); // Which migrates the database.
  const settings = {
    TCK_AUTH_SECRET: SECRET,
    TCK_APP_URL: "https://app.example",
    TCK_DATABASE_URL: url,
  };
  await using service = await startDeno(
    [SERVE, "serve", "--json", "--port", "0", "--data", dataDir],
    settings,
  );
  // The rows of the bundles are replaced below.
  if (ONLY_SCALES) await measureMemory(service, modulePaths({ hashes }, "6"));
  for (const batches of SCALES) {
    await fillWithBatches(url, batches);
    console.log(`\nPostgreSQL with ${batches} batches`);
    await sleep(REPORT_MS);
    const scans = await countTableScans(url);
    const users = listReadUsers(batches);
    print("list", await measure(service, ["/v2/daily-pages"], { users }));
    print("batch", await measure(service, [`/v2/daily-pages/20260301-morning-brief`], { users }));
    await sleep(REPORT_MS);
    console.log(`  the whole table was read ${await countTableScans(url) - scans} times`);
  }
}

function modulePaths({ hashes }: Pick<Base, "hashes">, size: string): string[] {
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

async function measure(
  contender: Contender,
  paths: readonly string[],
  { user = USER, users = [user], isWarm = false }:
    & { user?: string; users?: readonly string[] }
    & Pick<
      LoadOptions,
      "isWarm"
    > = {},
): Promise<Load> {
  const bearers = await Promise.all(users.map((id) => issuer.issue(id, 86_400)));
  return await measureLoad(contender, paths, { bearers, seconds: SECONDS, folder, isWarm });
}

/** What a measurement is compared with. */
interface Comparison {
  load: Load;
  name: string;
  /** The least ratio that is wanted. */
  goal?: number;
}

function print(name: string, load: Load, comparisons: readonly Comparison[] = [], note = ""): Load {
  const ratios = comparisons.map(({ load: { perCore }, name, goal }) =>
    `${(load.perCore / perCore).toFixed(3)} × ${name}${goal === undefined ? "" : ` (goal ${goal})`}`
  );
  const columns = [load.perCore, load.perSecond].map((value) => Math.round(value).toString().padStart(9));
  const compared = [...ratios, note].filter((text) => text !== "").join(", ");
  console.log(
    `  ${name.padEnd(36)}${columns[0]}/s per core${columns[1]}/s  p50 ${load.p50.padStart(8)}  p99 ${
      load.p99.padStart(8)
    }  ${compared}`,
  );
  return load;
}
