import * as v from "valibot";
import { quote } from "../../core/errors/mod.ts";
import { type CommandInput, type Terminal, UsageError } from "../../terminal/mod.ts";
import type { DeadLetter } from "../postgres/mod.ts";
import { type Action, type ActionDependencies, defineAction } from "../application/action.ts";
import { dispatch } from "./dispatch.ts";
import type { HostCommand, StoreCommand } from "./host.ts";
import { DATA_OPTION } from "./options.ts";

interface DeadLetterQueue extends Pick<HostCommand, "name" | "summary" | "examples"> {
  /** What a dead letter is, singular and plural. */
  readonly nouns: readonly [one: string, several: string];
  /** A sentence of the help about replaying. */
  readonly replayNote: string;
  /** The names of the actions on the control socket. */
  readonly actionNames: { readonly list: string; readonly replay: string };
  /** The queue in the database. */
  readonly source: "notifications" | "commitRequests";
  /** Called after a replay. */
  onReplayed?(deps: ActionDependencies): void;
}

interface DeadLetterActions {
  readonly list: Action<null, DeadLetter[]>;
  readonly replay: Action<string, boolean>;
}

/** Creates the command that lists the dead letters of a queue and replays them. */
export function createDeadLetterCommand(queue: DeadLetterQueue): StoreCommand {
  const actions: DeadLetterActions = {
    list: defineAction({
      name: queue.actionNames.list,
      input: v.null(),
      run: ({ database }) => database[queue.source].listDead(),
    }),
    replay: defineAction({
      name: queue.actionNames.replay,
      input: v.string(),
      async run(deps, id) {
        const replayed = await deps.database[queue.source].replay(id);
        queue.onReplayed?.(deps);
        return replayed;
      },
      audit: (id, replayed) => ({
        action: "replay",
        user: null,
        id,
        queue: queue.source,
        outcome: replayed ? "done" : "failed",
      }),
    }),
  };
  return { command: createCommand(queue, actions), actions: Object.values(actions) };
}

function createCommand(queue: DeadLetterQueue, actions: DeadLetterActions): HostCommand {
  const { name, summary, examples, nouns, replayNote } = queue;
  return {
    name,
    summary,
    positionals: { usage: "[list | replay ID]", least: 0, most: 2, help: "what to do (default: list)" },
    options: {
      data: DATA_OPTION,
      json: { type: "boolean", help: "print the list as one JSON array, or { replayed } as one object" },
    },
    notes: [
      replayNote,
      "Exit codes: 0 done, 1 failed or no dead letter with this id, 2 invalid arguments.",
    ],
    examples,
    async run(input, terminal, host) {
      const id = readReplayedId(input);
      const options = { command: input, terminal, host };
      if (id === null) {
        printList(await dispatch(actions.list, null, options), nouns[1], input, terminal);
        return 0;
      }
      const replayed = await dispatch(actions.replay, id, options);
      if (input.has("json")) terminal.print(JSON.stringify({ replayed }));
      else if (replayed) terminal.print("queued again");
      else terminal.warn(`error: Cannot replay ${quote(id)}: there is no dead ${nouns[0]} with this id`);
      return replayed ? 0 : 1;
    },
  };
}

function readReplayedId({ positionals: [action = "list", id] }: CommandInput): string | null {
  if (action === "list" && id === undefined) return null;
  if (action === "replay" && id !== undefined) return id;
  throw new UsageError("expected `list` or `replay ID`");
}

function printList(dead: readonly DeadLetter[], noun: string, input: CommandInput, terminal: Terminal): void {
  if (input.has("json")) return terminal.print(JSON.stringify(dead));
  for (const letter of dead) terminal.print(formatDeadLetter(letter));
  terminal.print(`${dead.length} dead ${noun}`);
}

/**
 * Formats a dead letter as one line that cannot control the terminal. Any program may have written a commit request, so
 * its fields are cut and escaped.
 */
function formatDeadLetter({ event, diedAt, attempts, reason }: DeadLetter): string {
  const { id, subject, data } = event;
  const format = (value: unknown) => typeof value === "object" ? JSON.stringify(value) : String(value);
  const show = (value: unknown) => format(value).slice(0, 80).replace(/[^\x20-\x7e]/g, "?");
  const batch = `${show(subject)} of ${quote(show(Object(data).userId))}`;
  return `${show(id)} ${diedAt} ${batch}: attempt ${attempts} was the last: ${
    reason.replace(/\p{Cc}/gu, "?")
  }`;
}
