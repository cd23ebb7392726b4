import process from "node:process";
import { quote } from "../../core/errors/mod.ts";
import { openSink } from "../notifications/mod.ts";
import { systemClock } from "../time/mod.ts";
import {
  type ApplicationSettings,
  readApplicationSettings,
  type ReadSetting,
} from "./application_settings.ts";
import { SettingError } from "./errors.ts";
import type { RateLimit } from "./request_counter.ts";

/** The validated settings of the environment. An undefined one means the embedded default. */
export interface Settings extends ApplicationSettings {
  /** `TCK_DATABASE_URL`. */
  databaseUrl: string | undefined;
  /** `TCK_OBJECTS_URL`. */
  objectsUrl: string | undefined;
  /** `TCK_NOTIFY_URL`. */
  notifyUrl: string | undefined;
  /** `TCK_RETENTION`, in milliseconds. */
  retention: number | undefined;
  /** `TCK_RATE_LIMIT`. */
  rateLimit: RateLimit | undefined;
  /** `TCK_RATE_LIMIT_URL`: the database in which several processes count. */
  rateLimitUrl: string | undefined;
  /** `TCK_SHUTDOWN_TIMEOUT`, in milliseconds. */
  shutdownTimeout: number;
  /** Reads the settings that belong to one kind of store or sink, such as credentials. */
  read: ReadSetting;
}

/** How long a server that ends waits for the responses that have begun. */
const DEFAULT_SHUTDOWN_TIMEOUT_MS = 10_000;
/** A timer of 25 days or more ends at once. */
const MAX_TIMER_DAYS = 24;
/** A hundred years: a time within what the database can store. */
const MAX_RETENTION_DAYS = 36_500;

/**
 * Reads the settings.
 *
 * @throws {SettingError} with a message that contains no secret
 */
export function readSettings(
  environment: { readonly [name: string]: string | undefined } = process.env,
): Settings {
  const read: ReadSetting = (name) => environment[name] || undefined;
  return {
    ...readApplicationSettings(read),
    databaseUrl: read("TCK_DATABASE_URL"),
    objectsUrl: read("TCK_OBJECTS_URL"),
    notifyUrl: readNotifyUrl(read),
    retention: readDuration("TCK_RETENTION", read, MAX_RETENTION_DAYS),
    rateLimit: readRateLimit("TCK_RATE_LIMIT", read),
    rateLimitUrl: readPostgresUrl("TCK_RATE_LIMIT_URL", read),
    shutdownTimeout: readDuration("TCK_SHUTDOWN_TIMEOUT", read, MAX_TIMER_DAYS) ??
      DEFAULT_SHUTDOWN_TIMEOUT_MS,
    read,
  };
}

/**
 * The web app's address, to which notifications link. Null when it is not set, as is allowed on the embedded default only:
 * there a process that serves the web app knows its own address.
 *
 * @throws {SettingError}
 */
export function resolveAppUrl({ appUrl, databaseUrl, objectsUrl }: Settings): string | null {
  if (appUrl !== undefined) return appUrl;
  if (databaseUrl === undefined && objectsUrl === undefined) return null;
  throw new SettingError(
    "Cannot link to the web app: set TCK_APP_URL to its public URL, which is required with TCK_DATABASE_URL or TCK_OBJECTS_URL",
  );
}

/** The URL is not repeated in the message, because it may contain a password. */
function readPostgresUrl(name: string, read: ReadSetting): string | undefined {
  const url = read(name);
  if (url === undefined || (/^postgres(ql)?:\/\//.test(url) && URL.canParse(url))) return url;
  throw new SettingError(
    `Cannot use ${name}: it must be a URL that begins with postgres:// or postgresql://`,
  );
}

/** Opens the sink only to check its settings: nothing is contacted or written before the first delivery. */
function readNotifyUrl(read: ReadSetting): string | undefined {
  const url = read("TCK_NOTIFY_URL");
  openSink(url, { read, clock: systemClock, dataDir: "" });
  return url;
}

const MILLISECONDS: { readonly [unit: string]: number } = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function readDuration(name: string, read: ReadSetting, maxDays: number): number | undefined {
  const value = read(name);
  if (value === undefined) return undefined;
  const match = /^(\d{1,9})([smhd])$/.exec(value);
  const duration = match ? Number(match[1]) * MILLISECONDS[match[2]!]! : Infinity;
  if (duration <= maxDays * MILLISECONDS["d"]!) return duration;
  throw new SettingError(
    `Cannot use ${name} ${
      quote(value)
    }: expected a number and s, m, h or d, such as 24h, of ${maxDays}d at most`,
  );
}

/** A number of requests and a duration, such as `1200/1m`. */
function readRateLimit(name: string, read: ReadSetting): RateLimit | undefined {
  const value = read(name);
  if (value === undefined) return undefined;
  const match = /^([1-9]\d{0,8})\/(\d{1,4})([smhd])$/.exec(value);
  const window = match ? Number(match[2]) * MILLISECONDS[match[3]!]! : 0;
  if (window > 0 && window <= MAX_TIMER_DAYS * MILLISECONDS["d"]!) {
    return { requests: Number(match![1]), windowSeconds: window / 1000 };
  }
  throw new SettingError(
    `Cannot use ${name} ${
      quote(value)
    }: expected a number of requests and a duration, such as 1200/1m, of ${MAX_TIMER_DAYS}d at most`,
  );
}
