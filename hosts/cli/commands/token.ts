import { type Command, type CommandInput, type Terminal, UsageError } from "../../../terminal/mod.ts";
import { quote } from "../../../core/errors/mod.ts";
import { createSecretBearers, createWriterCredentials } from "../../auth/mod.ts";
import { systemClock } from "../../time/mod.ts";
import { openDataFolder } from "../../application/data_folder.ts";
import { SettingError } from "../../application/errors.ts";
import { DATA_OPTION, readUser } from "../options.ts";
import { loadAuthSecret } from "../../application/application_settings.ts";
import { readSettings, type Settings } from "../../application/settings.ts";

const LIFETIME_SECONDS = 24 * 60 * 60;

/** `deno task token`. */
export const command: Command = {
  name: "token",
  summary: "Print a bearer for local use, or the credential of a writer, valid for 24 hours.",
  options: {
    user: { type: "string", value: "U", help: "the user of the bearer" },
    writer: {
      type: "string",
      value: "NAME",
      help: "instead of a bearer, the credential of a program that commits batches over HTTP",
    },
    "for": {
      type: "string",
      value: "U",
      help: "a user for whom --writer may write, or U* for all that begin with U; may be repeated",
      repeatable: true,
    },
    data: DATA_OPTION,
    json: {
      type: "boolean",
      help: "print { token, userId, expiresAt }, with --writer { token, writer, users, expiresAt }",
    },
  },
  notes: [
    "A bearer is signed with TCK_AUTH_SECRET, the credential of a writer with TCK_INTERNAL_SECRET or else that one; " +
    "without them, both are signed with the secret in the data folder.",
  ],
  examples: [
    "deno task token --user demo",
    'curl -H "Authorization: Bearer $(deno task token --user demo)" http://127.0.0.1:8787/v2/daily-pages',
    "deno task token --writer agent-1 --for demo --for 'team-*'",
  ],
  async run(input, terminal) {
    const [user, writer] = [input.optional("user"), input.optional("writer")];
    if ((user === undefined) === (writer === undefined)) {
      throw new UsageError("expected either --user or --writer");
    }
    if (user !== undefined && input.all("for").length > 0) throw new UsageError("--for requires --writer");
    const { token, ...claims } = writer === undefined
      ? await issueBearer(readUser(user!), input, terminal)
      : await issueCredential(readUser(writer), input, terminal);
    terminal.print(input.has("json") ? JSON.stringify({ token, ...claims }) : token);
    return 0;
  },
};

async function issueBearer(userId: string, input: CommandInput, terminal: Terminal) {
  const settings = readSettings();
  if (settings.authJwksUrl) {
    throw new SettingError(
      "Cannot issue a bearer: with TCK_AUTH_JWKS_URL, the identity provider does, and the services accept no other",
    );
  }
  const secret = await loadSecret(settings, input, terminal);
  const now = systemClock.now();
  const token = await createSecretBearers(secret, () => now).issue(userId, LIFETIME_SECONDS);
  return { token, userId, expiresAt: formatEnd(now) };
}

async function issueCredential(writer: string, input: CommandInput, terminal: Terminal) {
  const users = input.all("for").map(readUser);
  if (users.length === 0) throw new UsageError("--writer requires --for");
  const settings = readSettings();
  if (settings.authJwksUrl && !settings.internalSecret) {
    throw new SettingError(
      "Cannot issue a credential: with TCK_AUTH_JWKS_URL, set TCK_INTERNAL_SECRET, which signs it",
    );
  }
  const secret = settings.internalSecret ?? await loadSecret(settings, input, terminal);
  const now = systemClock.now();
  const token = await createWriterCredentials(secret, () => now).issue(writer, users, LIFETIME_SECONDS);
  return { token, writer, users, expiresAt: formatEnd(now) };
}

async function loadSecret(settings: Settings, input: CommandInput, terminal: Terminal): Promise<Uint8Array> {
  const data = input.text("data");
  if (!settings.authSecret) {
    await openDataFolder(data, terminal);
    terminal.note(`signed with the secret of ${quote(data)}: services that have TCK_AUTH_SECRET reject it`);
  }
  return await loadAuthSecret(settings, data);
}

function formatEnd(now: number): string {
  return new Date(now + LIFETIME_SECONDS * 1000).toISOString();
}
