/**
 * One of many processes on the same stores: `race_program.ts ADDRESS ROLE`. It opens the stores, says that it is ready,
 * waits for a line, and goes on with its role until it reads another one. It tells of what it does in lines of JSON
 * ({@link RaceNews}).
 *
 * @module
 */
import process from "node:process";
import { createInterface } from "node:readline";
import { sweepObjects } from "../../hosts/sweep/mod.ts";
import { commitRound } from "./race_batches.ts";
import { RaceReader, type Read } from "./race_reader.ts";
import { openStores, type StoresAddress } from "./stores.ts";

/** What the process does, over and over. */
export type RaceRole =
  | { readonly role: "committer"; readonly number: number }
  | { readonly role: "sweeper" }
  | { readonly role: "reader" };

/** What it tells. */
export type RaceNews =
  | { readonly news: "ready" }
  | { readonly news: "committed"; readonly commitId: string }
  | { readonly news: "swept"; readonly deleted: number }
  | { readonly news: "read" } & Read
  | { readonly news: "failed"; readonly reason: string };

/** How long a replaced object stays in a race, in milliseconds. */
const RACE_RETENTION = 500;
/** After each round readers and the sweeper leave the machine to those who commit, in milliseconds. */
const PAUSE = 25;

const address: StoresAddress = JSON.parse(process.argv[2]!);
const role: RaceRole = JSON.parse(process.argv[3]!);
const stores = { ...await openStores(address), retention: RACE_RETENTION };
const reader = new RaceReader(stores, RACE_RETENTION);
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

tell({ news: "ready" });
await lines.next();
let stopped = false;
const stop = lines.next().then(() => void (stopped = true));
for (let round = 0; !stopped; round++) {
  await act(round).then(tell, (error) => tell({ news: "failed", reason: String(error) }));
  if (role.role !== "committer") await stores.clock.sleep(PAUSE);
}
await stop;
await stores.database.close();
process.exit(0);

async function act(round: number): Promise<RaceNews> {
  switch (role.role) {
    case "committer":
      return { news: "committed", commitId: await commitRound(stores, address.folder, role.number, round) };
    case "sweeper":
      return { news: "swept", deleted: (await sweepObjects(stores)).deleted };
    case "reader":
      return { news: "read", ...await reader.readAll() };
  }
}

function tell(news: RaceNews): void {
  process.stdout.write(`${JSON.stringify(news)}\n`);
}
