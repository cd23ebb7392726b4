import process from "node:process";
import { readSink } from "../notifications/mod.ts";
import { errorMessage } from "../../core/errors/mod.ts";
import { readPostgresUrl } from "../postgres/mod.ts";
import { systemClock } from "../time/mod.ts";
import {
  APPLICATION_SETTING_NAMES,
  type ApplicationSettings,
  createSettingError,
  readApplicationSettings,
  type ReadSetting,
  readTable,
  type SettingsOf,
} from "./application_settings.ts";
import { SettingError } from "./errors.ts";
import type { RateLimit } from "./request_counter.ts";
import { checkSettingNames } from "./setting_names.ts";

/**
 * How long a server that is ending still accepts connections, in milliseconds, so that a load balancer notices that
 * it is not ready.
 */
const DEFAULT_DRAIN_MS = 5_000;
/** How long a server that ends waits for the responses that have begun. */
const DEFAULT_SHUTDOWN_TIMEOUT_MS = 10_000;
/** A timer of 25 days or more ends at once. */
const MAX_TIMER_DAYS = 24;
/** A hundred years: a time within what the database can store. */
const MAX_RETENTION_DAYS = 36_500;

/** The settings of stores and sinks, and of a process that serves. Durations are in milliseconds. */
const SETTINGS = {
  databaseUrl: ["TCK_DATABASE_URL", String],
  objectsUrl: ["TCK_OBJECTS_URL", String],
  notifyUrl: ["TCK_NOTIFY_URL", String],
  erasuresUrl: ["TCK_ERASURES_URL", String],
  retention: ["TCK_RETENTION", (text, name) => parseDuration(text, name, MAX_RETENTION_DAYS)],
  keepBatches: ["TCK_KEEP_BATCHES", parseKeptTime],
  rateLimit: ["TCK_RATE_LIMIT", parseRateLimit],
  rateLimitUrl: ["TCK_RATE_LIMIT_URL", parsePostgresUrl],
  drain: ["TCK_DRAIN", (text, name) => parseDuration(text, name, MAX_TIMER_DAYS), DEFAULT_DRAIN_MS],
  shutdownTimeout: [
    "TCK_SHUTDOWN_TIMEOUT",
    (text, name) => parseDuration(text, name, MAX_TIMER_DAYS),
    DEFAULT_SHUTDOWN_TIMEOUT_MS,
  ],
} satisfies Parameters<typeof readTable>[0];

/** The names of all settings, as the table of `docs/settings.md` lists them. */
export const SETTING_NAMES: readonly string[] = [
  ...APPLICATION_SETTING_NAMES,
  ...Object.values(SETTINGS).map(([name]) => name),
  "TCK_NOTIFY_SECRET",
  "TCK_DEBUG",
];

/** The validated settings of the environment. An undefined one means the embedded default. */
export interface Settings extends ApplicationSettings, SettingsOf<typeof SETTINGS> {
  /** Reads the settings that belong to one kind of store or sink, such as credentials. */
  read: ReadSetting;
}

/**
 * Reads the settings, with those of the sink.
 *
 * @throws {SettingError} with a message that contains no secret
 */
export function readSettings(
  environment: { readonly [name: string]: string | undefined } = process.env,
): Settings {
  checkSettingNames(environment, SETTING_NAMES);
  const read: ReadSetting = (name) => environment[name] || undefined;
  const settings = { ...readApplicationSettings(read), ...readTable(SETTINGS, read), read };
  if (settings.notifyUrl !== undefined) readSink(settings.notifyUrl, { read, clock: systemClock });
  if (settings.notifyUrl?.startsWith("nats:") && read("TCK_NOTIFY_SECRET")) {
    throw createSettingError("TCK_NOTIFY_SECRET", "it has no effect with NATS, it signs a webhook");
  }
  return settings;
}

/**
 * The web app's address, for the links of notifications. Null when it is not set, which only the embedded default
 * allows: there the process that serves the web app knows its own address.
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
function parsePostgresUrl(text: string, name: string): string {
  try {
    readPostgresUrl(text);
    return text;
  } catch (error) {
    const isOfAttrs = errorMessage(error).includes("target_session_attrs");
    const problem = isOfAttrs
      ? "its target_session_attrs is not read-write or primary, and a service works with a primary"
      : "it must be a URL that begins with postgres:// or postgresql://";
    throw createSettingError(name, problem);
  }
}

const MILLISECONDS: { readonly [unit: string]: number } = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** How long batches are kept. Nothing is kept for no time: that would delete every batch. */
function parseKeptTime(text: string, name: string): number {
  const milliseconds = parseDuration(text, name, MAX_RETENTION_DAYS);
  if (milliseconds >= MILLISECONDS["d"]!) return milliseconds;
  throw createSettingError(name, "it would delete the batches of today: expected 1d or more", text);
}

function parseDuration(text: string, name: string, maxDays: number): number {
  const match = /^(\d{1,9})([smhd])$/.exec(text);
  const milliseconds = match ? Number(match[1]) * MILLISECONDS[match[2]!]! : Infinity;
  if (milliseconds <= maxDays * MILLISECONDS["d"]!) return milliseconds;
  const problem = `expected a number and s, m, h or d, such as 24h, of ${maxDays}d at most`;
  throw createSettingError(name, problem, text);
}

/** A number of requests and a duration, such as `1200/1m`. */
function parseRateLimit(text: string, name: string): RateLimit {
  const match = /^([1-9]\d{0,8})\/(\d{1,4})([smhd])$/.exec(text);
  const window = match ? Number(match[2]) * MILLISECONDS[match[3]!]! : 0;
  if (window > 0 && window <= MAX_TIMER_DAYS * MILLISECONDS["d"]!) {
    return { requests: Number(match![1]), windowSeconds: window / 1000 };
  }
  const problem =
    `expected a number of requests and a duration, such as 1200/1m, of ${MAX_TIMER_DAYS}d at most`;
  throw createSettingError(name, problem, text);
}
