import { type DeadLetterSource, listDeadLetters, replayDeadLetter } from "../../notifications/mod.ts";
import type { DeadLetter } from "../../postgres/mod.ts";
import { type Command, type CommandInput, UsageError } from "../../../terminal/command.ts";
import { DATA_OPTION } from "../options.ts";
import { readSettings } from "../settings.ts";
import { actOnStores, withStores } from "../stores.ts";
import type { Terminal } from "../../../terminal/terminal.ts";

/** `deno task notifications`. */
export const command: Command = {
  name: "notifications",
  summary: "List the notifications that could not be delivered and are not tried any more, or replay one.",
  positionals: { usage: "[list | replay ID]", least: 0, most: 2, help: "what to do (default: list)" },
  options: {
    requests: { type: "boolean", help: "the commit requests that could not be carried out instead" },
    data: DATA_OPTION,
    json: { type: "boolean", help: "print the list as one JSON array, or { replayed } as one object" },
  },
  notes: [
    "A notification's id is its commit's. What is replayed is queued as new; serve delivers it.",
    "What is replayed of the commit requests a deno task commit-worker takes up again.",
    "Exit codes: 0 done, 1 failed or no such dead letter, 2 the command line is wrong.",
  ],
  examples: [
    "deno task notifications",
    "deno task notifications replay 0d4c1a52-7a57-4c4c-9d0e-5b1b2f1d7c11 --json",
    "deno task notifications --requests",
  ],
  async run(input, terminal) {
    const id = readReplayedId(input);
    const letters = input.has("requests") ? REQUESTS : NOTIFICATIONS;
    return id === null ? await list(letters, input, terminal) : await replay(letters, id, input, terminal);
  },
};

/** One of the two kinds of dead letters. */
interface DeadLetters {
  /** What one of them is called, and several. */
  readonly names: readonly [one: string, several: string];
  /** The actions of a process that holds the data folder. */
  readonly actions: { readonly list: string; readonly replay: string };
  /** The queue in the database. */
  readonly queue: DeadLetterSource;
}

const NOTIFICATIONS: DeadLetters = {
  names: ["notification", "notifications"],
  actions: { list: "list-notifications", replay: "replay-notification" },
  queue: "notifications",
};

const REQUESTS: DeadLetters = {
  names: ["commit request", "commit requests"],
  actions: { list: "list-requests", replay: "replay-request" },
  queue: "commitRequests",
};

function readReplayedId({ positionals: [action = "list", id] }: CommandInput): string | null {
  if (action === "list" && id === undefined) return null;
  if (action === "replay" && id !== undefined) return id;
  throw new UsageError("Cannot notifications: expected list, or replay and the id of a dead letter");
}

async function list(
  { names, actions, queue }: DeadLetters,
  input: CommandInput,
  terminal: Terminal,
): Promise<number> {
  const [settings, dataDir] = [readSettings(), input.text("data")];
  const listHere = () =>
    withStores(settings, dataDir, terminal, ({ database }) => listDeadLetters(database, queue));
  const dead = await actOnStores<DeadLetter[]>(
    settings,
    dataDir,
    terminal,
    actions.list,
    null,
    listHere,
  );
  if (input.has("json")) {
    terminal.print(JSON.stringify(dead));
    return 0;
  }
  for (const letter of dead) terminal.print(describe(letter));
  terminal.print(`${dead.length} dead ${names[1]}`);
  return 0;
}

async function replay(
  { names, actions, queue }: DeadLetters,
  id: string,
  input: CommandInput,
  terminal: Terminal,
): Promise<number> {
  const [settings, dataDir] = [readSettings(), input.text("data")];
  const replayHere = () =>
    withStores(settings, dataDir, terminal, ({ database }) => replayDeadLetter(database, queue, id));
  const replayed = await actOnStores<boolean>(
    settings,
    dataDir,
    terminal,
    actions.replay,
    id,
    replayHere,
  );
  if (input.has("json")) terminal.print(JSON.stringify({ replayed }));
  else terminal.print(replayed ? "queued again" : `there is no dead ${names[0]} with this id`);
  return replayed ? 0 : 1;
}

/** A commit request may be anybody's writing: what is shown of it stays on one short line. */
function describe({ event, diedAt, attempts, reason }: DeadLetter): string {
  const { id, subject, data } = event;
  const show = (value: unknown) => String(value).slice(0, 80).replace(/[^\x20-\x7e]/g, "?");
  const what = `${show(subject)} of ${JSON.stringify(show(Object(data).userId))}`;
  return `${show(id)} ${diedAt} ${what}: attempt ${attempts} was the last: ${reason}`;
}
