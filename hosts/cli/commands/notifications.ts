import type { DeadNotification } from "../../postgres/mod.ts";
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
    data: DATA_OPTION,
    json: { type: "boolean", help: "print the list as one JSON array, or { replayed } as one object" },
  },
  notes: [
    "A notification's id is its commit's. What is replayed is queued as new; serve delivers it.",
    "Exit codes: 0 done, 1 failed or no such notification, 2 the command line is wrong.",
  ],
  examples: [
    "deno task notifications",
    "deno task notifications replay 0d4c1a52-7a57-4c4c-9d0e-5b1b2f1d7c11 --json",
  ],
  async run(input, terminal) {
    const id = readReplayedId(input);
    return id === null ? await list(input, terminal) : await replay(id, input, terminal);
  },
};

function readReplayedId({ positionals: [action = "list", id] }: CommandInput): string | null {
  if (action === "list" && id === undefined) return null;
  if (action === "replay" && id !== undefined) return id;
  throw new UsageError("Cannot notifications: expected list, or replay and the id of a dead notification");
}

async function list(input: CommandInput, terminal: Terminal): Promise<number> {
  const [settings, dataDir] = [readSettings(), input.text("data")];
  const listHere = () => withStores(settings, dataDir, terminal, ({ database }) => database.queue.listDead());
  const dead = await actOnStores<DeadNotification[]>(
    settings,
    dataDir,
    terminal,
    "list-notifications",
    null,
    listHere,
  );
  if (input.has("json")) {
    terminal.print(JSON.stringify(dead));
    return 0;
  }
  for (const { event, diedAt, attempts, reason } of dead) {
    const what = `${event.subject} of ${JSON.stringify(event.data.userId)}`;
    terminal.print(`${event.id} ${diedAt} ${what}: attempt ${attempts} was the last: ${reason}`);
  }
  terminal.print(`${dead.length} dead notifications`);
  return 0;
}

async function replay(id: string, input: CommandInput, terminal: Terminal): Promise<number> {
  const [settings, dataDir] = [readSettings(), input.text("data")];
  const replayHere = () =>
    withStores(settings, dataDir, terminal, ({ database }) => database.queue.replay(id));
  const replayed = await actOnStores<boolean>(
    settings,
    dataDir,
    terminal,
    "replay-notification",
    id,
    replayHere,
  );
  if (input.has("json")) terminal.print(JSON.stringify({ replayed }));
  else terminal.print(replayed ? "queued again" : "there is no dead notification with this id");
  return replayed ? 0 : 1;
}
