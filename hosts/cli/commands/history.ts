import { isLocalDate } from "../../../core/naming/mod.ts";
import { listRevisions, type Revision, type RevisionQuery } from "../../postgres/mod.ts";
import { type Command, type CommandInput, UsageError } from "../../../terminal/command.ts";
import { DATA_OPTION, readKind, readUser } from "../options.ts";
import { readSettings } from "../settings.ts";
import { actOnStores, withStores } from "../stores.ts";

/** How many revisions are listed. */
const MOST = 100;

/** `deno task history`. */
export const command: Command = {
  name: "history",
  summary:
    "List the revisions of a user's batches, the newest first: who made what when, and what it replaced.",
  options: {
    user: { type: "string", value: "U", help: "the user", required: true },
    date: { type: "string", value: "YYYY-MM-DD", help: "only batches of this day" },
    kind: { type: "string", value: "KIND", help: "only batches of this kind" },
    data: DATA_OPTION,
    json: { type: "boolean", help: "print one JSON object: { revisions }" },
  },
  notes: [
    `At most ${MOST} revisions are listed. The one that readers see now is marked with *.`,
    "Exit codes: 0 listed, 1 failed, 2 the command line is wrong.",
  ],
  examples: ["deno task history --user demo", "deno task history --user demo --date 2026-01-31 --json"],
  async run(input, terminal) {
    const query = readQuery(input);
    const settings = readSettings();
    const dataDir = input.text("data");
    const revisions = await actOnStores(
      settings,
      dataDir,
      terminal,
      "history",
      query,
      () => withStores(settings, dataDir, terminal, ({ database }) => listRevisions(database, query)),
    );
    if (input.has("json")) terminal.print(JSON.stringify({ revisions }));
    else revisions.map(describe).forEach((line) => terminal.print(line));
    return 0;
  },
};

function readQuery(input: CommandInput): RevisionQuery {
  const [localDate, kind] = [input.optional("date"), input.optional("kind")];
  if (localDate !== undefined && !isLocalDate(localDate)) {
    const shown = JSON.stringify(localDate.slice(0, 80));
    throw new UsageError(`Cannot use date ${shown}: expected a calendar date as YYYY-MM-DD`);
  }
  return {
    userId: readUser(input.text("user")),
    localDate,
    kind: kind === undefined ? undefined : readKind(kind),
    limit: MOST,
  };
}

function describe(entry: Revision): string {
  const { revision, committedAt, localDate, kind, taskId, widgetCount, replaced, current } = entry;
  const mark = current ? "*" : " ";
  const origin = `${widgetCount} widgets by task ${JSON.stringify(taskId)}`;
  return `${mark} ${revision} ${committedAt} ${localDate} ${kind}: ${origin}, replaced ${
    replaced ?? "nothing"
  }`;
}
