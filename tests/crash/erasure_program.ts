/**
 * A process that erases a user: `erasure_program.ts ADDRESS`. It opens the stores, reads an {@link ErasureTask} as a line of
 * JSON, and writes lines of JSON ({@link ErasureMessage}). At its failpoint it pauses until it is killed.
 *
 * @module
 */
import process from "node:process";
import { createInterface } from "node:readline";
import { eraseUser } from "../../hosts/user_data/mod.ts";
import { CallWatch, type Failpoint } from "./call_watch.ts";
import { openErasures } from "./erasure_stores.ts";
import { openStores, type StoresAddress } from "./stores.ts";
import { watchDatabase, watchObjects } from "./watched_stores.ts";

/** What the process does. */
export interface ErasureTask {
  readonly userId: string;
  readonly failpoint: Failpoint | null;
}

/** A message of the process: it has reached the failpoint, or it has ended, with its calls. */
export type ErasureMessage = { readonly message: "reached" } | {
  readonly message: "ended";
  readonly calls: string[];
};

const address: StoresAddress = JSON.parse(process.argv[2]!);
const stores = await openErasures(await openStores(address), address);
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const { userId, failpoint }: ErasureTask = JSON.parse((await lines.next()).value!);

function send(message: ErasureMessage): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

async function pause(): Promise<void> {
  send({ message: "reached" });
  await new Promise(() => {});
}

const watch = new CallWatch(failpoint, pause);
await eraseUser({
  ...stores,
  database: watchDatabase(stores.database, address.databaseUrl, watch, ["begin", "erase"]),
  objects: watchObjects(stores.objects, watch),
  erasureLog: {
    ...stores.erasureLog,
    record: (erasure) => watch.around("record in the log", () => stores.erasureLog.record(erasure)),
  },
  eraseElsewhere: (user, last) => watch.around("erase elsewhere", () => stores.eraseElsewhere(user, last)),
}, userId);
send({ message: "ended", calls: watch.calls });
process.exit(0);
