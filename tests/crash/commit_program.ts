/**
 * A process that commits batches and relays their notifications: `commit_program.ts ADDRESS`. It opens the stores, reads a
 * {@link CommitOrder} as a line of JSON, carries it out, and tells of it in lines of JSON ({@link CommitNews}). At its
 * failpoint it stands still until it is killed, or reads another line.
 *
 * @module
 */
import process from "node:process";
import { createInterface } from "node:readline";
import { commitBatch } from "../../hosts/commit/mod.ts";
import { createNotificationLog, deliverNotifications } from "../../hosts/notifications/mod.ts";
import { BATCH } from "./batches.ts";
import { CallWatch, type Failpoint } from "./call_watch.ts";
import { openStores, type StoresAddress } from "./stores.ts";
import { watchDatabase, watchObjects, watchQueue, watchSink } from "./watched_stores.ts";

/** What the process is to do. */
export interface CommitOrder {
  /** Whose batches to commit, all at once. */
  readonly userIds: readonly string[];
  /** The project with the built widgets. */
  readonly directory: string;
  /** Where the notifications are delivered to. */
  readonly logFolder: string;
  readonly failpoint: Failpoint | null;
}

/** What it tells. */
export type CommitNews =
  /** Every one of the commits stands at the failpoint. */
  | { readonly news: "reached" }
  /** It has come to its end: what became of each commit (`committed`, or an error's code), and which calls each made. */
  | { readonly news: "ended"; readonly outcomes: string[]; readonly calls: string[][] };

const address: StoresAddress = JSON.parse(process.argv[2]!);
const stores = await openStores(address);
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const order: CommitOrder = JSON.parse((await lines.next()).value!);

const isRelays = order.failpoint?.call.startsWith("relay:") === true;
let missing = isRelays ? 1 : order.userIds.length;
const goOn = Promise.withResolvers<void>();

async function hold(): Promise<void> {
  if (--missing === 0) {
    tell({ news: "reached" });
    // Whoever kills a process may close its input first: that is no word to go on.
    if (!(await lines.next()).done) goOn.resolve();
  }
  await goOn.promise;
}

function tell(news: CommitNews): void {
  process.stdout.write(`${JSON.stringify(news)}\n`);
}

async function commit(userId: string, watch: CallWatch): Promise<string> {
  const deps = {
    ...stores,
    database: watchDatabase(stores.database, address.databaseUrl, watch),
    objects: watchObjects(stores.objects, watch),
  };
  const request = { ...BATCH, userId, taskId: `task of ${userId}`, directory: order.directory };
  return await commitBatch(deps, request).then(() => "committed", (error) => error.code ?? String(error));
}

async function relay(watch: CallWatch): Promise<void> {
  const { clock, log } = stores;
  const sink = watchSink(createNotificationLog(order.logFolder), watch);
  await deliverNotifications({ database: watchQueue(stores.database, watch), clock, log, sink });
}

const watches = order.userIds.map(() => new CallWatch(order.failpoint, hold));
const outcomes = await Promise.all(order.userIds.map((userId, index) => commit(userId, watches[index]!)));
const relayWatch = new CallWatch(order.failpoint, hold);
await relay(relayWatch).catch(() => {}); // what is not delivered stays in the queue
tell({ news: "ended", outcomes, calls: [...watches, relayWatch].map(({ calls }) => calls) });
process.exit(0);
