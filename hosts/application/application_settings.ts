import { statSync } from "node:fs";
import { quote } from "../../core/errors/mod.ts";
import { isLoopbackName } from "../../core/naming/mod.ts";
import type { IdentityProviderOptions } from "../auth/mod.ts";
import { loadFolderSecret } from "./data_folder.ts";
import { SettingError } from "./errors.ts";

/** The value of a setting, or undefined if it is absent or empty. */
export type ReadSetting = (name: string) => string | undefined;

/** Parses the value of a setting. It throws a {@linkcode SettingError} with a message that contains no secret. */
type Parse<Value> = (text: string, name: string) => Value;

/** A setting with its parser, and its default unless that is undefined. */
type Setting = readonly [name: string, parse: Parse<unknown>, fallback?: unknown];

/** The values of settings, by their names in the program. */
export type SettingsOf<Table extends { readonly [key: string]: Setting }> = {
  [key in keyof Table]:
    | ReturnType<Table[key][1]>
    | (Table[key] extends readonly [string, unknown] ? undefined : never);
};

/** @throws {SettingError} */
export function readTable<Table extends { readonly [key: string]: Setting }>(
  table: Table,
  read: ReadSetting,
): SettingsOf<Table> {
  const values = Object.entries(table).map(([key, [name, parse, fallback]]) => {
    const text = read(name);
    return [key, text === undefined ? fallback : parse(text, name)];
  });
  return Object.fromEntries(values);
}

const SETTINGS = {
  authSecret: ["TCK_AUTH_SECRET", (text, name) => new TextEncoder().encode(parseSecret(text, name))],
  authJwksUrl: ["TCK_AUTH_JWKS_URL", parseUrl],
  appUrl: ["TCK_APP_URL", parseAppUrl],
  internalUrl: ["TCK_INTERNAL_URL", parseServiceUrl],
  cloudUrl: ["TCK_CLOUD_URL", parseServiceUrl],
  fixturesDir: ["TCK_FIXTURES_DIR", parseFolder],
  canvas: ["TCK_CANVAS", oneOf("sealed", "open"), "sealed"],
  corsOrigins: ["TCK_CORS_ORIGINS", parseOrigins, []],
  bundleCacheBytes: ["TCK_BUNDLE_CACHE", parseMebibytes],
  serviceWorker: ["TCK_SERVICE_WORKER", parseSwitch("on", "off"), true],
  embedOrigins: ["TCK_EMBED_ORIGINS", parseOrigins, []],
  authIssuer: ["TCK_AUTH_ISSUER", String],
  scopeRule: ["TCK_AUTH_SCOPES", oneOf("optional", "required"), "optional"],
  internalSecret: ["TCK_INTERNAL_SECRET", (text, name) => new TextEncoder().encode(parseSecret(text, name))],
  metricsToken: ["TCK_METRICS_TOKEN", parseSecret],
  logsRequests: ["TCK_LOG_REQUESTS", parseSwitch("yes", "no"), false],
} satisfies { readonly [key: string]: Setting };

const LOG_SETTINGS = {
  format: ["TCK_LOG", oneOf("text", "json"), "text"],
  level: ["TCK_LOG_LEVEL", oneOf("info", "warning", "error"), "info"],
} satisfies { readonly [key: string]: Setting };

/** The settings of an OpenID Connect provider, which are read together. */
const PROVIDER_SETTINGS = ["ISSUER", "CLIENT_ID", "CLIENT_SECRET", "SCOPE", "USER_CLAIM"];

/** The names of the settings that are not of stores and sinks. */
export const APPLICATION_SETTING_NAMES: readonly string[] = [
  ...Object.values({ ...SETTINGS, ...LOG_SETTINGS }).map(([name]) => name),
  ...PROVIDER_SETTINGS.map((name) => `TCK_OIDC_${name}`),
];

/** The validated settings of the services, apart from those of stores and sinks. An undefined one means the default. */
export interface ApplicationSettings extends SettingsOf<typeof SETTINGS> {
  log: SettingsOf<typeof LOG_SETTINGS>;
  /** `TCK_OIDC_ISSUER` and the settings that belong to it. */
  identityProvider: IdentityProviderOptions | undefined;
}

/** @throws {SettingError} with a message that contains no secret */
export function readApplicationSettings(read: ReadSetting): ApplicationSettings {
  const settings = readTable(SETTINGS, read);
  return {
    ...settings,
    log: readTable(LOG_SETTINGS, read),
    identityProvider: readIdentityProvider(read, settings),
  };
}

/**
 * The secret that signs bearers and sessions: the setting, else that of the data folder.
 *
 * @throws {SettingError} without both
 */
export async function loadAuthSecret(
  settings: Pick<ApplicationSettings, "authSecret">,
  dataDir: string | undefined,
): Promise<Uint8Array> {
  if (settings.authSecret !== undefined) return settings.authSecret;
  if (dataDir === undefined) throw new SettingError("Cannot sign bearers: set TCK_AUTH_SECRET");
  return await loadFolderSecret(dataDir);
}

/** The error of a setting, with its value unless that may contain a secret. */
export function createSettingError(name: string, problem: string, value?: string): SettingError {
  return new SettingError(`Cannot use ${name}${value === undefined ? "" : ` ${quote(value)}`}: ${problem}`);
}

function parseSecret(text: string, name: string): string {
  if (text.length >= 32) return text;
  throw createSettingError(name, `it has ${text.length} characters, at least 32 are needed`);
}

function parseFolder(text: string, name: string): string {
  if (statSync(text, { throwIfNoEntry: false })?.isDirectory()) return text;
  throw createSettingError(name, "there is no such folder", text);
}

function parseUrl(text: string, name: string): URL {
  const url = URL.parse(text);
  if (url && (url.protocol === "http:" || url.protocol === "https:")) return url;
  throw createSettingError(name, "expected an http: or https: URL");
}

/** The origin of another service, whose paths are fixed. */
function parseServiceUrl(text: string, name: string): string {
  const { href, origin } = parseUrl(text, name);
  if (href === `${origin}/`) return origin;
  throw createSettingError(name, "expected only a host and a port, such as http://10.0.0.2:8787");
}

/** Without a trailing slash: paths are appended to it. It is written into notifications, so it must have no password. */
function parseAppUrl(text: string, name: string): string {
  const { href, origin, pathname } = parseUrl(text, name);
  if (href === origin + pathname) return href.replace(/\/$/, "");
  const problem = "expected a URL without user, query and fragment, such as https://app.example.com";
  throw createSettingError(name, problem);
}

function readIdentityProvider(
  read: ReadSetting,
  { appUrl, authJwksUrl }: Pick<ApplicationSettings, "appUrl" | "authJwksUrl">,
): IdentityProviderOptions | undefined {
  const [name, address] = ["TCK_OIDC_ISSUER", read("TCK_OIDC_ISSUER")];
  if (address === undefined) return undefined;
  const issuer = parseUrl(address, name);
  const fail = (problem: string) => createSettingError(name, problem);
  const clientId = read("TCK_OIDC_CLIENT_ID");
  if (clientId === undefined) throw fail("set TCK_OIDC_CLIENT_ID to the id of the registered client");
  if (appUrl === undefined) throw fail("set TCK_APP_URL, to which the provider leads back");
  if (authJwksUrl) throw fail("TCK_AUTH_JWKS_URL is set, with which the web app has no sessions");
  if (issuer.protocol === "http:" && !isLoopbackName(issuer.hostname)) {
    throw fail("expected https://…, or http://… on loopback");
  }
  const scope = read("TCK_OIDC_SCOPE") ?? "openid";
  if (!scope.split(" ").includes("openid")) {
    throw createSettingError("TCK_OIDC_SCOPE", "it must contain openid", scope);
  }
  const userClaim = read("TCK_OIDC_USER_CLAIM") ?? "sub";
  return { issuer, clientId, clientSecret: read("TCK_OIDC_CLIENT_SECRET") ?? null, scope, userClaim, appUrl };
}

function oneOf<Word extends string>(...words: readonly Word[]): Parse<Word> {
  return (text, name) => {
    const chosen = words.find((word) => word === text);
    if (chosen !== undefined) return chosen;
    throw createSettingError(name, `expected ${words.join(" or ")}`, text);
  };
}

function parseSwitch(on: string, off: string): Parse<boolean> {
  return (text, name) => oneOf(on, off)(text, name) === on;
}

/** Origins, separated by commas or spaces. */
function parseOrigins(text: string, name: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== "").map((word) => {
    const url = URL.parse(word);
    if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
    throw createSettingError(name, `${quote(word)} is not an origin, such as https://app.example.com`);
  });
}

/** A number of MiB, in bytes. */
function parseMebibytes(text: string, name: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text) * 1024 * 1024;
  throw createSettingError(name, "expected a number of MiB, such as 64", text);
}
