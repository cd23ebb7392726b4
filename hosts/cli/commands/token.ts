import { secretBearers } from "../../auth/mod.ts";
import type { Command } from "../../../terminal/command.ts";
import { DATA_OPTION, readUser } from "../options.ts";
import { loadAuthSecret, readSettings } from "../settings.ts";

/** How long a printed bearer is valid, in seconds. */
const LIFETIME = 24 * 60 * 60;

/** `deno task token`. */
export const command: Command = {
  name: "token",
  summary: "Print a bearer for local use, valid for 24 hours.",
  options: {
    user: { type: "string", value: "U", help: "the user it stands for", required: true },
    data: DATA_OPTION,
    json: { type: "boolean", help: "print { token, userId, expiresAt }" },
  },
  notes: ["The bearer is signed with TCK_AUTH_SECRET, else with the secret kept under --data."],
  examples: [
    "deno task token --user demo",
    'curl -H "Authorization: Bearer $(deno task token --user demo)" http://127.0.0.1:8787/v2/daily-pages',
  ],
  async run(input, terminal) {
    const userId = readUser(input.text("user"));
    const secret = await loadAuthSecret(readSettings(), input.text("data"));
    const now = Date.now();
    const token = await secretBearers(secret, () => now).issue(userId, LIFETIME);
    const expiresAt = new Date(now + LIFETIME * 1000).toISOString();
    terminal.print(input.has("json") ? JSON.stringify({ token, userId, expiresAt }) : token);
    return 0;
  },
};
