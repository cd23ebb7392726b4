import process from "node:process";
import { quote } from "../../core/errors/mod.ts";
import type { IdentityProviderOptions, ScopeRule } from "../auth/mod.ts";
import { openSink } from "../notifications/mod.ts";
import type { RateLimit, ServerLogOptions } from "../operations/mod.ts";
import { isLoopbackName } from "../routes/mod.ts";
import { systemClock } from "../protocol/mod.ts";
import { loadFolderSecret } from "./data_folder.ts";
import { SettingError } from "./errors.ts";

/** The validated settings of the environment. An undefined one means the embedded default. */
export interface Settings {
  /** `TCK_DATABASE_URL`. */
  databaseUrl: string | undefined;
  /** `TCK_OBJECTS_URL`. */
  objectsUrl: string | undefined;
  /** `TCK_NOTIFY_URL`. */
  notifyUrl: string | undefined;
  /** `TCK_AUTH_SECRET`, in bytes of UTF-8. */
  authSecret: Uint8Array | undefined;
  /** `TCK_AUTH_JWKS_URL`. */
  authJwksUrl: URL | undefined;
  /** `TCK_OIDC_ISSUER` and the settings that belong to it. */
  identityProvider: IdentityProviderOptions | undefined;
  /** `TCK_APP_URL`, without a trailing slash. */
  appUrl: string | undefined;
  /** `TCK_INTERNAL_URL`: the storage service, for the public API. */
  internalUrl: string | undefined;
  /** `TCK_CLOUD_URL`: the public API, for the web app. */
  cloudUrl: string | undefined;
  /** `TCK_FIXTURES_DIR`. */
  fixturesDir: string | undefined;
  /** `TCK_CANVAS`. */
  canvas: "sealed" | "open";
  /** `TCK_CORS_ORIGINS`: origins whose pages may call the public API. */
  corsOrigins: readonly string[];
  /** `TCK_BUNDLE_CACHE`, in bytes. */
  bundleCacheBytes: number | undefined;
  /** `TCK_SERVICE_WORKER`. */
  serviceWorker: boolean;
  /** `TCK_EMBED_ORIGINS`. */
  embedOrigins: readonly string[];
  /** `TCK_RETENTION`, in milliseconds. */
  retention: number | undefined;
  /** `TCK_AUTH_ISSUER`: the `iss` of an identity provider's bearers. */
  authIssuer: string | undefined;
  /** `TCK_AUTH_SCOPES`. */
  scopeRule: ScopeRule;
  /** `TCK_INTERNAL_SECRET`, in bytes of UTF-8. */
  internalSecret: Uint8Array | undefined;
  /** `TCK_RATE_LIMIT`. */
  rateLimit: RateLimit | undefined;
  /** `TCK_RATE_LIMIT_URL`: the database in which several processes count. */
  rateLimitUrl: string | undefined;
  /** `TCK_METRICS_TOKEN`. */
  metricsToken: string | undefined;
  /** `TCK_LOG` and `TCK_LOG_LEVEL`. */
  log: ServerLogOptions;
  /** `TCK_LOG_REQUESTS`. */
  logsRequests: boolean;
  /** `TCK_SHUTDOWN_TIMEOUT`, in milliseconds. */
  shutdownTimeout: number;
  /** Reads the settings that belong to one kind of store or sink, such as credentials. */
  read: ReadSetting;
}

/** How long a server that ends waits for the responses that have begun. */
const DEFAULT_SHUTDOWN_TIMEOUT_MS = 10_000;

/** The value of a setting, or undefined if it is absent or empty. */
type ReadSetting = (name: string) => string | undefined;

/**
 * Reads the settings.
 *
 * @throws {SettingError} with a message that contains no secret
 */
export function readSettings(
  environment: { readonly [name: string]: string | undefined } = process.env,
): Settings {
  const read: ReadSetting = (name) => environment[name] || undefined;
  const [authJwksUrl, appUrl] = [readUrl("TCK_AUTH_JWKS_URL", read), readAppUrl(read)];
  return {
    databaseUrl: read("TCK_DATABASE_URL"),
    objectsUrl: read("TCK_OBJECTS_URL"),
    notifyUrl: readNotifyUrl(read),
    authSecret: readSecretBytes("TCK_AUTH_SECRET", read),
    authJwksUrl,
    identityProvider: readIdentityProvider(read, appUrl, authJwksUrl),
    appUrl,
    internalUrl: readUrl("TCK_INTERNAL_URL", read)?.origin,
    cloudUrl: readUrl("TCK_CLOUD_URL", read)?.origin,
    fixturesDir: read("TCK_FIXTURES_DIR"),
    canvas: readChoice("TCK_CANVAS", ["sealed", "open"], read),
    corsOrigins: readOrigins("TCK_CORS_ORIGINS", read),
    bundleCacheBytes: readMebibytes("TCK_BUNDLE_CACHE", read),
    serviceWorker: readChoice("TCK_SERVICE_WORKER", ["on", "off"], read) === "on",
    embedOrigins: readOrigins("TCK_EMBED_ORIGINS", read),
    retention: readDuration("TCK_RETENTION", read),
    authIssuer: read("TCK_AUTH_ISSUER"),
    scopeRule: readChoice("TCK_AUTH_SCOPES", ["optional", "required"], read),
    internalSecret: readSecretBytes("TCK_INTERNAL_SECRET", read),
    rateLimit: readRateLimit("TCK_RATE_LIMIT", read),
    rateLimitUrl: readPostgresUrl("TCK_RATE_LIMIT_URL", read),
    metricsToken: readSecretSetting("TCK_METRICS_TOKEN", read),
    log: {
      format: readChoice("TCK_LOG", ["text", "json"], read),
      level: readChoice("TCK_LOG_LEVEL", ["info", "warning", "error"], read),
    },
    logsRequests: readChoice("TCK_LOG_REQUESTS", ["no", "yes"], read) === "yes",
    shutdownTimeout: readDuration("TCK_SHUTDOWN_TIMEOUT", read) ?? DEFAULT_SHUTDOWN_TIMEOUT_MS,
    read,
  };
}

/** The address of the web app on the embedded default if `serve` does not run: the default address of `serve`. */
const DEFAULT_APP_URL = "http://127.0.0.1:8787";

/**
 * The web app's address, to which notifications link. Only on the embedded default is it known without the setting: all
 * services run on this machine.
 *
 * @throws {SettingError}
 */
export function resolveAppUrl({ appUrl, databaseUrl, objectsUrl }: Settings): string {
  if (appUrl !== undefined) return appUrl;
  if (databaseUrl === undefined && objectsUrl === undefined) return DEFAULT_APP_URL;
  throw new SettingError(
    "Cannot link to the web app: set TCK_APP_URL to its public URL, which is required with TCK_DATABASE_URL or TCK_OBJECTS_URL",
  );
}

/** The secret that signs bearers and sessions: the setting, else that of the data folder. */
export async function loadAuthSecret(settings: Settings, dataDir: string): Promise<Uint8Array> {
  return settings.authSecret ?? await loadFolderSecret(dataDir);
}

function readSecretSetting(name: string, read: ReadSetting): string | undefined {
  const secret = read(name);
  if (secret === undefined || secret.length >= 32) return secret;
  throw new SettingError(`Cannot use ${name}: it has ${secret.length} characters, at least 32 are needed`);
}

function readSecretBytes(name: string, read: ReadSetting): Uint8Array | undefined {
  const secret = readSecretSetting(name, read);
  return secret === undefined ? undefined : new TextEncoder().encode(secret);
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

function readUrl(name: string, read: ReadSetting): URL | undefined {
  const value = read(name);
  if (value === undefined) return undefined;
  const url = URL.parse(value);
  if (url && (url.protocol === "http:" || url.protocol === "https:")) return url;
  throw new SettingError(`Cannot use ${name}: expected an http: or https: URL`);
}

function readAppUrl(read: ReadSetting): string | undefined {
  return readUrl("TCK_APP_URL", read)?.href.replace(/\/$/, "");
}

function readIdentityProvider(
  read: ReadSetting,
  appUrl: string | undefined,
  authJwksUrl: URL | undefined,
): IdentityProviderOptions | undefined {
  const issuer = readUrl("TCK_OIDC_ISSUER", read);
  if (issuer === undefined) return undefined;
  const clientId = read("TCK_OIDC_CLIENT_ID");
  if (clientId === undefined) throw issuerError("set TCK_OIDC_CLIENT_ID to the id of the registered client");
  if (appUrl === undefined) throw issuerError("set TCK_APP_URL, to which the provider leads back");
  if (authJwksUrl) throw issuerError("TCK_AUTH_JWKS_URL is set, with which the web app has no sessions");
  if (issuer.protocol === "http:" && !isLoopbackName(issuer.hostname)) {
    throw issuerError("expected https://…, or http://… on loopback");
  }
  const scope = read("TCK_OIDC_SCOPE") ?? "openid";
  if (!scope.split(" ").includes("openid")) {
    throw new SettingError(`Cannot use TCK_OIDC_SCOPE ${quote(scope)}: it must contain openid`);
  }
  const userClaim = read("TCK_OIDC_USER_CLAIM") ?? "sub";
  return { issuer, clientId, clientSecret: read("TCK_OIDC_CLIENT_SECRET") ?? null, scope, userClaim, appUrl };
}

function issuerError(problem: string): SettingError {
  return new SettingError(`Cannot use TCK_OIDC_ISSUER: ${problem}`);
}

/** One of some words, the first of which is the default. */
function readChoice<Word extends string>(
  name: string,
  words: readonly [Word, ...Word[]],
  read: ReadSetting,
): Word {
  const value = read(name) ?? words[0];
  const chosen = words.find((word) => word === value);
  if (chosen !== undefined) return chosen;
  throw new SettingError(`Cannot use ${name} ${quote(value)}: expected ${words.join(" or ")}`);
}

/** Origins, separated by commas or spaces. */
function readOrigins(name: string, read: ReadSetting): string[] {
  return (read(name) ?? "").split(/[\s,]+/).filter((word) => word !== "").map((word) => {
    const url = URL.parse(word);
    if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
    throw new SettingError(
      `Cannot use ${name}: ${quote(word)} is not an origin, such as https://app.example.com`,
    );
  });
}

function readMebibytes(name: string, read: ReadSetting): number | undefined {
  const value = read(name);
  if (value === undefined) return undefined;
  if (/^\d{1,6}$/.test(value)) return Number(value) * 1024 * 1024;
  throw new SettingError(`Cannot use ${name} ${quote(value)}: expected a number of MiB, such as 64`);
}

const MILLISECONDS: { readonly [unit: string]: number } = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function readDuration(name: string, read: ReadSetting): number | undefined {
  const value = read(name);
  if (value === undefined) return undefined;
  const match = /^(\d{1,9})([smhd])$/.exec(value);
  if (match) return Number(match[1]) * MILLISECONDS[match[2]!]!;
  throw new SettingError(
    `Cannot use ${name} ${quote(value)}: expected a number and s, m, h or d, such as 24h`,
  );
}

/** A number of requests and a duration, such as `1200/1m`. */
function readRateLimit(name: string, read: ReadSetting): RateLimit | undefined {
  const value = read(name);
  if (value === undefined) return undefined;
  const match = /^([1-9]\d{0,8})\/(\d{1,4})([smhd])$/.exec(value);
  const windowSeconds = match ? Number(match[2]) * MILLISECONDS[match[3]!]! / 1000 : 0;
  if (windowSeconds > 0) return { requests: Number(match![1]), windowSeconds };
  throw new SettingError(
    `Cannot use ${name} ${quote(value)}: expected a number of requests and a duration, such as 1200/1m`,
  );
}
