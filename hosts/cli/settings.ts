import { randomBytes } from "node:crypto";
import { chmod, link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { openSink } from "../notifications/mod.ts";
import type { S3Credentials } from "../objects/mod.ts";
import { systemClock } from "../protocol/mod.ts";

/** The settings of the environment, checked. Absent ones mean the embedded defaults. */
export interface Settings {
  /** `TCK_DATABASE_URL`. */
  databaseUrl: string | undefined;
  /** `TCK_OBJECTS_URL`. */
  objectsUrl: string | undefined;
  /** `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, with `AWS_SESSION_TOKEN` where there is one. */
  objectsCredentials: S3Credentials | undefined;
  /** `TCK_NOTIFY_URL`. */
  notifyUrl: string | undefined;
  /** The value of a setting, or undefined if it is absent or empty. */
  read: (name: string) => string | undefined;
  /** `TCK_AUTH_SECRET`, in bytes of UTF-8. */
  authSecret: Uint8Array | undefined;
  /** `TCK_AUTH_JWKS_URL`. */
  authJwksUrl: URL | undefined;
  /** `TCK_APP_URL`, without a slash at its end. */
  appUrl: string | undefined;
  /** `TCK_INTERNAL_URL`: where the public API finds the storage service. */
  internalUrl: string | undefined;
  /** `TCK_CLOUD_URL`: where the web app finds the public API. */
  cloudUrl: string | undefined;
  /** `TCK_FIXTURES_DIR`. */
  fixturesDir: string | undefined;
  /** `TCK_RETENTION`, in milliseconds. */
  retention: number | undefined;
}

/** A setting that cannot be used. */
export class SettingError extends Error {
  override name = "SettingError";
}

/**
 * Reads the settings.
 *
 * @throws {SettingError} naming the setting, and never showing a secret
 */
export function readSettings(
  environment: { readonly [name: string]: string | undefined } = process.env,
): Settings {
  const read = (name: string) => environment[name] || undefined;
  const secret = readSecretSetting("TCK_AUTH_SECRET", read);
  return {
    databaseUrl: read("TCK_DATABASE_URL"),
    objectsUrl: read("TCK_OBJECTS_URL"),
    objectsCredentials: readCredentials(read),
    notifyUrl: readNotifyUrl(read),
    read,
    authSecret: secret === undefined ? undefined : new TextEncoder().encode(secret),
    authJwksUrl: readUrl("TCK_AUTH_JWKS_URL", read),
    appUrl: readUrl("TCK_APP_URL", read)?.href.replace(/\/$/, ""),
    internalUrl: readUrl("TCK_INTERNAL_URL", read)?.origin,
    cloudUrl: readUrl("TCK_CLOUD_URL", read)?.origin,
    fixturesDir: read("TCK_FIXTURES_DIR"),
    retention: readDuration("TCK_RETENTION", read),
  };
}

type Read = (name: string) => string | undefined;

function readCredentials(read: Read): S3Credentials | undefined {
  const [accessKeyId, secretAccessKey] = [read("AWS_ACCESS_KEY_ID"), read("AWS_SECRET_ACCESS_KEY")];
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  return { accessKeyId, secretAccessKey, sessionToken: read("AWS_SESSION_TOKEN") };
}

function readSecretSetting(name: string, read: Read): string | undefined {
  const secret = read(name);
  if (secret === undefined || secret.length >= 32) return secret;
  throw new SettingError(`Cannot use ${name}: it has ${secret.length} characters, at least 32 are needed`);
}

/** Opens the sink only to check its settings: nothing is contacted or written before the first delivery. */
function readNotifyUrl(read: Read): string | undefined {
  const url = read("TCK_NOTIFY_URL");
  openSink(url, { read, clock: systemClock, dataDir: "" });
  return url;
}

function readUrl(name: string, read: Read): URL | undefined {
  const value = read(name);
  if (value === undefined) return undefined;
  const url = URL.parse(value);
  if (url && (url.protocol === "http:" || url.protocol === "https:")) return url;
  throw new SettingError(`Cannot use ${name}: expected an http: or https: URL`);
}

const UNITS: { readonly [unit: string]: number } = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function readDuration(name: string, read: Read): number | undefined {
  const value = read(name);
  if (value === undefined) return undefined;
  const match = /^(\d{1,9})([smhd])$/.exec(value);
  if (match) return Number(match[1]) * UNITS[match[2]!]!;
  throw new SettingError(
    `Cannot use ${name} ${
      JSON.stringify(value.slice(0, 80))
    }: expected a number and s, m, h or d, such as 24h`,
  );
}

/** Makes the data folder if it is not there. It holds a user's pages and a secret: nobody else may look into it. */
export async function makeDataFolder(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
}

/**
 * The secret that signs bearers and sessions: the setting, else a random one that is kept under the data folder with
 * mode 0600, the same for every command that uses the folder.
 */
export async function loadAuthSecret(settings: Settings, dataDir: string): Promise<Uint8Array> {
  if (settings.authSecret) return settings.authSecret;
  const path = join(dataDir, "auth-secret");
  await makeDataFolder(dataDir);
  return await readSecret(path) ?? await createSecret(path);
}

async function readSecret(path: string): Promise<Uint8Array | null> {
  const secret = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (secret !== null && secret.byteLength < 32) {
    throw new SettingError(
      `Cannot use the secret in ${JSON.stringify(path)}: it is cut short; remove the file to get a new one`,
    );
  }
  return secret;
}

/** Two commands that start at once must end with one secret: the file appears whole, and only if there is none. */
async function createSecret(path: string): Promise<Uint8Array> {
  const temporary = `${path}.${process.pid}.tmp`;
  await writeFile(temporary, randomBytes(48).toString("base64url"), { mode: 0o600 });
  await chmod(temporary, 0o600);
  try {
    await link(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  return (await readSecret(path))!;
}
