import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { type Erasure, hashUser } from "../../hosts/postgres/mod.ts";
import { eraseUser } from "../../hosts/user_data/mod.ts";
import { type Failpoint, formatFailpoint } from "./call_watch.ts";
import { type CrashReport, listFailpoints, reportFailure } from "./crash_matrix.ts";
import type { ErasureMessage, ErasureTask } from "./erasure_program.ts";
import { openErasures } from "./erasure_stores.ts";
import { type Site, USERS } from "./site.ts";
import { printMatrix } from "./test_sites.ts";
import { passTime } from "./time.ts";

const PROGRAM = fileURLToPath(new URL("./erasure_program.ts", import.meta.url));
const HEADING = ["killed", "after the crash", "erased again", "parts"];
const [ERASED, OTHER] = USERS;

/**
 * Kills erasures at calls that the sites share, and checks that each ends whole when it is run again.
 *
 * @param choose The failpoints to try, of all
 */
export async function tryErasureKills(
  sites: readonly Site[],
  choose: (failpoints: readonly Failpoint[]) => readonly Failpoint[] = (all) => all,
): Promise<void> {
  const [first] = sites as [Site, ...Site[]];
  await first.restore();
  const { calls } = await run(first, null) as { calls: string[] };
  const counts = countParts(await readErasure(first));
  const failpoints = choose(
    listFailpoints(calls).filter(({ call }) => !isRepeated(call) || calls.indexOf(call) >= calls.length - 12),
  );
  const reports = new Map<Failpoint, CrashReport>();
  const pending = failpoints.values();
  await Promise.all(sites.map(async (site) => {
    for (const failpoint of pending) {
      const crash = formatFailpoint(failpoint);
      reports.set(failpoint, await reportFailure(crash, () => tryCrash(site, failpoint, calls, counts)));
    }
  }));
  printMatrix(HEADING, failpoints.map((failpoint) => reports.get(failpoint)!));
}

/** Each object is deleted by the same calls: of these, the first two objects' are tried, and what follows the last one. */
function isRepeated(call: string): boolean {
  return Number(/\((\d+)\)$/.exec(call)?.[1] ?? 1) > 2;
}

async function tryCrash(
  site: Site,
  failpoint: Failpoint,
  calls: readonly string[],
  counts: string,
): Promise<CrashReport> {
  const crash = formatFailpoint(failpoint);
  const faults: string[] = [];
  const expect = (found: unknown, expected: unknown, what: string): void => {
    if (JSON.stringify(found) !== JSON.stringify(expected)) {
      faults.push(`${crash}: ${what} is ${JSON.stringify(found)}`);
    }
  };
  await site.restore();
  const [old, other] = [await site.view(ERASED), await site.view(OTHER)];
  const { message } = await run(site, failpoint);
  expect(message, "reached", "the process");
  const crashed = await site.view(ERASED);
  expect(crashed.widgets, isErased(failpoint, calls) ? [] : old.widgets, "what readers see");
  expect(await site.view(OTHER), other, "the other user");

  await passTime(site.stores); // ends the leases of the killed process
  const erasure = await eraseUser(await openErasures(site.stores, site.address), ERASED);
  const last = await site.view(ERASED);
  expect(
    [last.widgets, last.stored, last.records, last.flipped, last.output],
    [[], [], 0, [], []],
    "what is left",
  );
  expect((await site.view(OTHER)).widgets, other.widgets, "the other user");
  expect(erasure.finishedAt === null, false, "an unfinished erasure");
  expect(countParts(erasure), counts, "what was counted");
  expect(await readErasure(site), erasure, "the record");
  return {
    row: [crash, `${crashed.widgets.length} widgets`, "0 widgets", String(erasure.erased.length)],
    faults,
  };
}

/** Erases the user in a process of its own, which is killed where it pauses. */
async function run(site: Site, failpoint: Failpoint | null): Promise<ErasureMessage> {
  const args = ["run", "--quiet", "-A", "--no-check", PROGRAM, JSON.stringify(site.address)];
  const child: ChildProcess = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(child, "exit");
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  child.stdin!.write(`${JSON.stringify({ userId: ERASED, failpoint } satisfies ErasureTask)}\n`);
  const { value } = await lines.next();
  child.kill("SIGKILL");
  await ended;
  if (value === undefined) throw new Error("The process ended without a message");
  return JSON.parse(value);
}

function isErased({ when, call }: Failpoint, calls: readonly string[]): boolean {
  const [erased, place] = [calls.indexOf("erase: commit"), calls.indexOf(call)];
  return place > erased || (place === erased && when !== "before");
}

/** What was erased, whatever the number of attempts. */
function countParts({ erased }: Erasure): string {
  const counts = new Map<string, number>();
  for (const { what, count } of erased) counts.set(what, (counts.get(what) ?? 0) + count);
  return JSON.stringify([...counts].toSorted());
}

/** The only erasure of the user, by plain SQL. */
async function readErasure({ stores }: Site): Promise<Erasure> {
  const { rows } = await sql<Erasure & { userId: string | null }>`
    select erasure_id as "erasureId", user_hash as "user", user_id as "userId", started_at as "startedAt",
      erased_at as "erasedAt", late_until as "lateUntil", finished_at as "finishedAt", erased from erasures`
    .execute(stores.database.kysely);
  const [{ userId, ...erasure }] = rows as [Erasure & { userId: string | null }];
  if (rows.length !== 1 || userId !== null || erasure.user !== hashUser(ERASED)) {
    throw new Error(`The record is ${JSON.stringify(rows)}`);
  }
  return JSON.parse(JSON.stringify(erasure));
}
