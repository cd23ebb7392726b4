import { quote } from "../../../core/errors/mod.ts";
import { type Command, UsageError } from "../../../terminal/mod.ts";
import { migrateDatabase } from "../../postgres/mod.ts";
import { createDataFolder } from "../../application/data_folder.ts";
import { DATA_OPTION } from "../options.ts";
import { readSettings } from "../../application/settings.ts";

/** `deno task migrate`. */
export const command: Command = {
  name: "migrate",
  summary: "Migrate the database to this version's schema.",
  options: {
    to: {
      type: "string",
      value: "VERSION",
      help: "newest, or none: reverts every migration and deletes all rows",
      default: "newest",
    },
    data: DATA_OPTION,
    json: { type: "boolean", help: "print { to, migrations }" },
  },
  notes: [
    "Every command that opens the database migrates it first, under a lock, and rejects a newer schema.",
    "Exit codes: 0 done, 1 failed, 2 invalid arguments.",
  ],
  examples: ["deno task migrate", "TCK_DATABASE_URL=postgres://… deno task migrate --to none"],
  async run(input, terminal) {
    const to = input.text("to");
    if (to !== "newest" && to !== "none") {
      throw new UsageError(`invalid version ${quote(to)}: expected newest or none`);
    }
    const dataDir = input.text("data");
    const { databaseUrl } = readSettings();
    await createDataFolder(dataDir);
    const migrations = await migrateDatabase({ url: databaseUrl, dataDir }, to === "none" ? null : "newest");
    if (input.has("json")) {
      terminal.print(JSON.stringify({ to, migrations }));
      return 0;
    }
    for (const name of migrations) terminal.print(`${to === "none" ? "reverted" : "applied"} ${name}`);
    if (migrations.length === 0) terminal.print("nothing to do");
    return 0;
  },
};
