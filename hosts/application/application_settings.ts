import { quote } from "../../core/errors/mod.ts";
import type { IdentityProviderOptions, ScopeRule } from "../auth/mod.ts";
import type { ServerLogOptions } from "../operations/mod.ts";
import { isLoopbackName } from "../routes/mod.ts";
import { loadFolderSecret } from "./data_folder.ts";
import { SettingError } from "./errors.ts";

/** The validated settings of the services, apart from those of stores and sinks. An undefined one means the default. */
export interface ApplicationSettings {
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
  /** `TCK_AUTH_ISSUER`: the `iss` of an identity provider's bearers. */
  authIssuer: string | undefined;
  /** `TCK_AUTH_SCOPES`. */
  scopeRule: ScopeRule;
  /** `TCK_INTERNAL_SECRET`, in bytes of UTF-8. */
  internalSecret: Uint8Array | undefined;
  /** `TCK_METRICS_TOKEN`. */
  metricsToken: string | undefined;
  /** `TCK_LOG` and `TCK_LOG_LEVEL`. */
  log: ServerLogOptions;
  /** `TCK_LOG_REQUESTS`. */
  logsRequests: boolean;
}

/** The value of a setting, or undefined if it is absent or empty. */
export type ReadSetting = (name: string) => string | undefined;

/**
 * Reads the settings.
 *
 * @throws {SettingError} with a message that contains no secret
 */
export function readApplicationSettings(read: ReadSetting): ApplicationSettings {
  const [authJwksUrl, appUrl] = [readUrl("TCK_AUTH_JWKS_URL", read), readAppUrl(read)];
  return {
    authSecret: readSecretBytes("TCK_AUTH_SECRET", read),
    authJwksUrl,
    identityProvider: readIdentityProvider(read, appUrl, authJwksUrl),
    appUrl,
    internalUrl: readServiceUrl("TCK_INTERNAL_URL", read),
    cloudUrl: readServiceUrl("TCK_CLOUD_URL", read),
    fixturesDir: read("TCK_FIXTURES_DIR"),
    canvas: readChoice("TCK_CANVAS", ["sealed", "open"], read),
    corsOrigins: readOrigins("TCK_CORS_ORIGINS", read),
    bundleCacheBytes: readMebibytes("TCK_BUNDLE_CACHE", read),
    serviceWorker: readChoice("TCK_SERVICE_WORKER", ["on", "off"], read) === "on",
    embedOrigins: readOrigins("TCK_EMBED_ORIGINS", read),
    authIssuer: read("TCK_AUTH_ISSUER"),
    scopeRule: readChoice("TCK_AUTH_SCOPES", ["optional", "required"], read),
    internalSecret: readSecretBytes("TCK_INTERNAL_SECRET", read),
    metricsToken: readSecretSetting("TCK_METRICS_TOKEN", read),
    log: {
      format: readChoice("TCK_LOG", ["text", "json"], read),
      level: readChoice("TCK_LOG_LEVEL", ["info", "warning", "error"], read),
    },
    logsRequests: readChoice("TCK_LOG_REQUESTS", ["no", "yes"], read) === "yes",
  };
}

/** The secret that signs bearers and sessions: the setting, else that of the data folder. */
export async function loadAuthSecret(
  settings: Pick<ApplicationSettings, "authSecret">,
  dataDir: string,
): Promise<Uint8Array> {
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

function readUrl(name: string, read: ReadSetting): URL | undefined {
  const value = read(name);
  if (value === undefined) return undefined;
  const url = URL.parse(value);
  if (url && (url.protocol === "http:" || url.protocol === "https:")) return url;
  throw new SettingError(`Cannot use ${name}: expected an http: or https: URL`);
}

/** The origin of another service, whose paths are fixed. The value is not repeated, because it may contain a password. */
function readServiceUrl(name: string, read: ReadSetting): string | undefined {
  const url = readUrl(name, read);
  if (url === undefined || url.href === `${url.origin}/`) return url?.origin;
  throw new SettingError(`Cannot use ${name}: expected only a host and a port, such as http://10.0.0.2:8787`);
}

/** Paths are appended to it. It is written into notifications, so it must not contain a password. */
function readAppUrl(read: ReadSetting): string | undefined {
  const url = readUrl("TCK_APP_URL", read);
  if (url === undefined || url.href === url.origin + url.pathname) return url?.href.replace(/\/$/, "");
  throw new SettingError(
    "Cannot use TCK_APP_URL: expected a URL without user, query and fragment, such as https://app.example.com",
  );
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
