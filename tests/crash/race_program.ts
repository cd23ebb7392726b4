/**
 * One of many processes on the same stores: `race_program.ts ADDRESS ROLE`. It opens the stores, writes that it is ready,
 * waits for a line, and performs its role until it reads another line. It writes lines of JSON ({@link RaceMessage}).
 *
 * @module
 */
import process from "node:process";
import { createInterface } from "node:readline";
import { sweepObjects } from "../../hosts/sweep/mod.ts";
import { commitRound } from "./race_batches.ts";
import { RaceReader, type Read } from "./race_reader.ts";
import { openStores, type StoresAddress } from "./stores.ts";

/** What the process does repeatedly. */
export type RaceRole =
  | { readonly role: "committer"; readonly number: number }
  | { readonly role: "sweeper" }
  | { readonly role: "reader" };

/** A message of the process. */
export type RaceMessage =
  | { readonly message: "ready" }
  | { readonly message: "committed"; readonly commitId: string }
  | { readonly message: "swept"; readonly deleted: number }
  | { readonly message: "read" } & Read
  | { readonly message: "failed"; readonly reason: string };

/** The grace period in a race, in milliseconds. */
const RETENTION_MS = 500;
/** The pause of readers and of the sweeper after each round, in milliseconds, which leaves the CPU to the committers. */
const PAUSE_MS = 25;

const address: StoresAddress = JSON.parse(process.argv[2]!);
const role: RaceRole = JSON.parse(process.argv[3]!);
const stores = { ...await openStores(address), retention: RETENTION_MS };
const reader = new RaceReader(stores, RETENTION_MS);
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

send({ message: "ready" });
await lines.next();
let stopped = false;
const stop = lines.next().then(() => void (stopped = true));
for (let round = 0; !stopped; round++) {
  await act(round).then(send, (error) => send({ message: "failed", reason: String(error) }));
  if (role.role !== "committer") await stores.clock.sleep(PAUSE_MS);
}
await stop;
await stores.database.close();
process.exit(0);

async function act(round: number): Promise<RaceMessage> {
  switch (role.role) {
    case "committer":
      return {
        message: "committed",
        commitId: await commitRound(stores, address.folder, role.number, round),
      };
    case "sweeper":
      return { message: "swept", deleted: (await sweepObjects(stores)).deleted };
    case "reader":
      return { message: "read", ...await reader.readAll() };
  }
}

function send(message: RaceMessage): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}
