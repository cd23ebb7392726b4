import { migrateDatabase } from "../../postgres/mod.ts";
import { type Command, UsageError } from "../../../terminal/command.ts";
import { DATA_OPTION } from "../options.ts";
import { makeDataFolder, readSettings } from "../settings.ts";

/** `deno task migrate`. */
export const command: Command = {
  name: "migrate",
  summary: "Bring the database to this version's schema.",
  options: {
    to: {
      type: "string",
      value: "VERSION",
      help: "newest, or none: takes every migration back, and all rows with them",
      default: "newest",
    },
    data: DATA_OPTION,
    json: { type: "boolean", help: "print { to, migrations }" },
  },
  notes: [
    "Every command that opens the database does this by itself, under a lock; a newer schema is refused.",
    "Exit codes: 0 done, 1 failed, 2 the command line is wrong.",
  ],
  examples: ["deno task migrate", "TCK_DATABASE_URL=postgres://… deno task migrate --to none"],
  async run(input, terminal) {
    const to = input.text("to");
    if (to !== "newest" && to !== "none") {
      throw new UsageError(`Cannot migrate to ${JSON.stringify(to.slice(0, 80))}: expected newest or none`);
    }
    const dataDir = input.text("data");
    const settings = readSettings();
    await makeDataFolder(dataDir);
    const migrations = await migrateDatabase(
      { url: settings.databaseUrl, dataDir },
      to === "none" ? null : "newest",
    );
    if (input.has("json")) terminal.print(JSON.stringify({ to, migrations }));
    else {
      for (const name of migrations) terminal.print(`${to === "none" ? "took back" : "made"} ${name}`);
      if (migrations.length === 0) terminal.print("nothing to do");
    }
    return 0;
  },
};
