import type { Command } from "../../../terminal/mod.ts";
import { createSecretBearers } from "../../auth/mod.ts";
import { systemClock } from "../../time/mod.ts";
import { openDataFolder } from "../../application/data_folder.ts";
import { SettingError } from "../../application/errors.ts";
import { DATA_OPTION, readUser } from "../options.ts";
import { loadAuthSecret } from "../../application/application_settings.ts";
import { readSettings } from "../../application/settings.ts";

const LIFETIME_SECONDS = 24 * 60 * 60;

/** `deno task token`. */
export const command: Command = {
  name: "token",
  summary: "Print a bearer for local use, valid for 24 hours.",
  options: {
    user: { type: "string", value: "U", help: "the user of the bearer", required: true },
    data: DATA_OPTION,
    json: { type: "boolean", help: "print { token, userId, expiresAt }" },
  },
  notes: ["The bearer is signed with TCK_AUTH_SECRET, or else with the secret in the data folder."],
  examples: [
    "deno task token --user demo",
    'curl -H "Authorization: Bearer $(deno task token --user demo)" http://127.0.0.1:8787/v2/daily-pages',
  ],
  async run(input, terminal) {
    const userId = readUser(input.text("user"));
    const settings = readSettings();
    if (settings.authJwksUrl) {
      throw new SettingError(
        "Cannot issue a bearer: with TCK_AUTH_JWKS_URL, the identity provider does, and the services accept no other",
      );
    }
    if (!settings.authSecret) await openDataFolder(input.text("data"), terminal);
    const secret = await loadAuthSecret(settings, input.text("data"));
    const now = systemClock.now();
    const token = await createSecretBearers(secret, () => now).issue(userId, LIFETIME_SECONDS);
    const expiresAt = new Date(now + LIFETIME_SECONDS * 1000).toISOString();
    terminal.print(input.has("json") ? JSON.stringify({ token, userId, expiresAt }) : token);
    return 0;
  },
};
