// deno-lint-ignore-file no-console -- its output is what it is for
/**
 * The commit of a batch of 20 widgets compared with its floor, with objects in files and in Ceph's radosgw if it is
 * installed. Then the memory of a process that commits 999 widgets.
 *
 * The floor has every object and row in memory beforehand. It writes the objects concurrently and as durably as the commit's
 * store (each file and each folder synced; each PUT signed with the hash of its body), and then makes one transaction with
 * pipelined statements of postgres.js for the rows of a commit: the widgets, the revision, the task's output and the
 * notification.
 *
 * The commit begins with a folder. It reads, checks and hashes the bundles (until "scanned"), packs the sources, and needs
 * a second transaction for the intents.
 */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import type { ObjectStore, PlannedRow } from "../../core/commit/mod.ts";
import { commitBatch, type CommitDependencies } from "../../hosts/commit/mod.ts";
import { systemClock } from "../../hosts/time/mod.ts";
import { fetchOnce } from "../../hosts/deno/deno_host.ts";
import { createFileObjectStore, createS3ObjectStore } from "../../hosts/objects/mod.ts";
import { type Database, openDatabase, readRevision } from "../../hosts/postgres/mod.ts";
import { nodeSha256 } from "../../hosts/zlib/mod.ts";
import { printedBy, runProcess } from "../runtimes/process.ts";
import { findProgram } from "../servers/programs.ts";
import { startPostgres } from "../servers/postgres.ts";
import { startRadosGateway } from "../servers/radosgw.ts";
import { writeProject } from "./commit_batch.ts";
import { insertRows, makeBucketPuts, makeFilePuts, type Objects, type PutAll } from "./commit_floor.ts";

const WIDGETS = 20;
/** How often each contender runs. The first run is not counted. */
const TURNS = 21;
const USER = "bench";

const folder = await mkdtemp(join(tmpdir(), "tck-bench-"));
await using server = await startPostgres();
const url = await server.createDatabase();
const database = await openDatabase({ url, dataDir: folder });
try {
  const work = await writeProject(join(folder, "work"), WIDGETS, 1);
  const files = await createFileObjectStore(join(folder, "objects"));
  const { objects, rows } = await readCommitted(files, work);
  console.log(`a batch of ${WIDGETS} widgets: ${objects.size} objects, ${sizeOf(objects)} bytes`);
  await compare(
    "PostgreSQL and files",
    files,
    work,
    await makeFilePuts(join(folder, "floor"), objects.keys()),
    {
      objects,
      rows,
    },
  );
  if (await findProgram("radosgw") !== null) await compareOnBucket(work, { objects, rows });
  await measureMemory();
} finally {
  await database.close();
  await rm(folder, { recursive: true });
}

/** What the commit writes, for the floor. */
interface Committed {
  readonly objects: Objects;
  readonly rows: readonly PlannedRow[];
}

async function readCommitted(store: ObjectStore, work: string): Promise<Committed> {
  const { commitId, written } = await commit(store, work, "2000-01-01");
  const objects = new Map<string, Uint8Array>();
  for (const key of written) objects.set(key, (await store.get(key))!);
  const { rows } = (await readRevision(database, USER, commitId))!;
  return { objects, rows: rows! };
}

function commit(objects: ObjectStore, directory: string, localDate: string, onScanned = () => {}) {
  const deps: CommitDependencies = {
    database: database as Database,
    objects,
    clock: systemClock,
    createId: randomUUID,
    log: () => {},
    appUrl: "https://app.example",
  };
  return commitBatch(deps, {
    userId: USER,
    taskId: "bench",
    localDate,
    kind: "morning_brief",
    directory,
    onProgress: ({ stage, done, total }) => void (stage === "scan" && done === total && onScanned()),
  });
}

/** The contenders alternate, so that a slow phase of the machine affects both. */
async function compare(
  title: string,
  store: ObjectStore,
  work: string,
  putAll: PutAll,
  { objects, rows }: Committed,
): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  const times = { floor: [] as number[], commit: [] as number[], scanned: [] as number[] };
  for (let turn = 0; turn < TURNS; turn++) {
    const localDate = new Date(Date.UTC(2001, 0, turn)).toISOString().slice(0, 10);
    const runFloor = async (): Promise<void> => {
      const started = performance.now();
      await putAll(objects);
      await insertRows(client, { userId: "floor", localDate, kind: title }, rows);
      times.floor.push(performance.now() - started);
    };
    const runCommit = async (): Promise<void> => {
      const started = performance.now();
      await commit(store, work, localDate, () => times.scanned.push(performance.now() - started));
      times.commit.push(performance.now() - started);
    };
    const contenders = [runFloor, runCommit];
    for (const run of turn % 2 === 0 ? contenders : contenders.toReversed()) await run();
  }
  for (const samples of Object.values(times)) samples.shift();
  await client`delete from widgets where user_id = 'floor'`;
  await client.end();
  const floor = median(times.floor);
  console.log(`\n${title}`);
  printTime("floor", floor, floor);
  printTime("commit", median(times.commit), floor);
  printTime("  until scanned", median(times.scanned), floor);
}

function printTime(label: string, milliseconds: number, floor: number): void {
  const factor = (milliseconds / floor).toFixed(2);
  console.log(`  ${label.padEnd(16)} ${milliseconds.toFixed(1).padStart(8)} ms ${factor.padStart(7)} ×`);
}

async function compareOnBucket(work: string, committed: Committed): Promise<void> {
  await using gateway = await startRadosGateway();
  const { endpoint, credentials } = gateway;
  const bucketUrl = `${endpoint}/${await gateway.createBucket()}`;
  const store = createS3ObjectStore(
    { bucket: "bench", bucketUrl, region: "us-east-1", credentials },
    { clock: systemClock, fetchOnce, sha256: nodeSha256 },
  );
  const putAll = makeBucketPuts(`${endpoint}/${await gateway.createBucket()}`, credentials);
  await compare("PostgreSQL and radosgw", store, work, putAll, committed);
}

async function measureMemory(): Promise<void> {
  const work = await writeProject(join(folder, "large"), 999, 2);
  const program = fileURLToPath(new URL("../hosts/commit/measured_commit.ts", import.meta.url));
  const args = ["run", "-A", "--no-check", program, await server.createDatabase(), join(folder, "999"), work];
  const { memory } = JSON.parse(printedBy(await runProcess(process.execPath, args)));
  console.log(`\n999 widgets, scanned and committed: ${Math.round(memory)} MiB maximum resident memory`);
}

function median(samples: number[]): number {
  return samples.toSorted((left, right) => left - right)[samples.length >> 1]!;
}

function sizeOf(objects: Objects): number {
  return [...objects.values()].reduce((sum, { length }) => sum + length, 0);
}
