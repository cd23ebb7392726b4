/**
 * A process that commits batches and delivers their notifications: `commit_program.ts ADDRESS`. It opens the stores, reads a
 * {@link CommitTask} as a line of JSON, executes it, and writes lines of JSON ({@link CommitMessage}). At its failpoint it
 * pauses until it is killed or reads another line.
 *
 * @module
 */
import process from "node:process";
import { createInterface } from "node:readline";
import { commitBatch } from "../../hosts/commit/mod.ts";
import { openLogSink } from "../../hosts/notifications/log_sink.ts";
import { deliverNotifications } from "../../hosts/notifications/mod.ts";
import { BATCH } from "./batches.ts";
import { CallWatch, type Failpoint } from "./call_watch.ts";
import { openStores, type StoresAddress } from "./stores.ts";
import { watchDatabase, watchNotifications, watchObjects, watchSink } from "./watched_stores.ts";

/** What the process does. */
export interface CommitTask {
  /** The users whose batches are committed concurrently. */
  readonly userIds: readonly string[];
  /** The workspace. */
  readonly directory: string;
  /** The folder of the notification log. */
  readonly logFolder: string;
  readonly failpoint: Failpoint | null;
}

/** A message of the process. */
export type CommitMessage =
  /** All commits have reached the failpoint. */
  | { readonly message: "reached" }
  /** All commits have ended: the outcome of each (`committed` or an error's code), and its calls. */
  | { readonly message: "ended"; readonly outcomes: string[]; readonly calls: string[][] };

const address: StoresAddress = JSON.parse(process.argv[2]!);
const stores = await openStores(address);
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const task: CommitTask = JSON.parse((await lines.next()).value!);

const isInRelay = task.failpoint?.call.startsWith("relay:") === true;
let missing = isInRelay ? 1 : task.userIds.length;
const resumed = Promise.withResolvers<void>();

async function pause(): Promise<void> {
  if (--missing === 0) {
    send({ message: "reached" });
    // The end of the input is not a request to continue: it may be closed before the process is killed.
    if (!(await lines.next()).done) resumed.resolve();
  }
  await resumed.promise;
}

function send(message: CommitMessage): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

async function commit(userId: string, watch: CallWatch): Promise<string> {
  const deps = {
    ...stores,
    database: watchDatabase(stores.database, address.databaseUrl, watch),
    objects: watchObjects(stores.objects, watch),
  };
  const request = { ...BATCH, userId, taskId: `task of ${userId}`, directory: task.directory };
  return await commitBatch(deps, request).then(() => "committed", (error) => error.code ?? String(error));
}

async function relay(watch: CallWatch): Promise<void> {
  const { clock, log } = stores;
  const sink = watchSink(openLogSink(task.logFolder).sink, watch);
  await deliverNotifications({ database: watchNotifications(stores.database, watch), clock, log, sink });
}

const watches = task.userIds.map(() => new CallWatch(task.failpoint, pause));
const outcomes = await Promise.all(task.userIds.map((userId, index) => commit(userId, watches[index]!)));
const relayWatch = new CallWatch(task.failpoint, pause);
await relay(relayWatch).catch(() => {}); // undelivered notifications stay in the queue
send({ message: "ended", outcomes, calls: [...watches, relayWatch].map(({ calls }) => calls) });
process.exit(0);
