import { join } from "node:path";
import type { LogEvent } from "../../core/commit/mod.ts";
import { findLocalUser, type IdentityOptions } from "./identity.ts";
import type { Settings } from "./settings.ts";

/** The stores and addresses that a service uses, by part: texts for people, without secrets. */
export interface UsedSettings {
  readonly [part: string]: string;
}

/** The settings of a service and the folder, roles and address of its command line. */
type ServiceOptions = IdentityOptions & { readonly settings: Settings; readonly dataDir: string };

/** Describes what the roles of a service work with, so that a default in place of what was meant is seen at the start. */
export function describeSettings(options: ServiceOptions): UsedSettings {
  const { settings, roles } = options;
  const [storage, api, web] = (["storage", "public", "web"] as const).map((role) => roles.includes(role));
  return {
    ...storage ? describeStores(options) : {},
    ...api && !storage ? { storage: settings.internalUrl! } : {},
    ...web && !api ? { cloud: settings.cloudUrl! } : {},
    identity: describeIdentity(settings),
    ...web ? { signIn: describeSignIn(options), canvas: settings.canvas } : {},
    ...api ? { requests: describeLimit(settings) } : {},
  };
}

/** The event of a start: one line for people, and a field for each part. */
export function buildSettingsEvent(used: UsedSettings): LogEvent {
  const message = Object.entries(used).map(([part, text]) => `${part} ${text}`).join("; ");
  return { event: "service_configured", level: "info", message, ...used };
}

function describeStores({ settings, dataDir }: ServiceOptions): UsedSettings {
  const { databaseUrl, objectsUrl, notifyUrl, erasuresUrl } = settings;
  const log = databaseUrl === undefined ? `log ${join(dataDir, "notifications.jsonl")}` : "queue only";
  return {
    database: databaseUrl === undefined ? `PGlite ${join(dataDir, "database")}` : showUrl(databaseUrl),
    objects: objectsUrl === undefined ? `files ${join(dataDir, "objects")}` : showBucket(objectsUrl),
    notifications: notifyUrl === undefined ? log : showUrl(notifyUrl),
    ...erasuresUrl === undefined ? {} : { erasures: showErasures(erasuresUrl) },
  };
}

function describeIdentity({ authJwksUrl, authSecret }: Settings): string {
  if (authJwksUrl) return `bearers of ${showUrl(authJwksUrl.href)}`;
  return `bearers of ${authSecret ? "TCK_AUTH_SECRET" : "the data folder's secret"}`;
}

function describeSignIn(options: ServiceOptions): string {
  const { identityProvider, authJwksUrl } = options.settings;
  if (authJwksUrl) return "none";
  if (identityProvider) return showUrl(identityProvider.issuer.href);
  const localUser = findLocalUser(options);
  return localUser === null ? "form for a bearer" : `local user ${localUser}`;
}

function describeLimit({ rateLimit, rateLimitUrl }: Settings): string {
  if (rateLimit === undefined) return "no limit";
  const place = rateLimitUrl === undefined ? "in this process" : `in ${showUrl(rateLimitUrl)}`;
  return `${rateLimit.requests} in ${rateLimit.windowSeconds} s, counted ${place}`;
}

/** A URL without what may be secret: user, password, query and, of a webhook, the path. */
function showUrl(text: string): string {
  const url = URL.parse(firstHost(text));
  if (url === null) return "an invalid URL";
  const path = /^https?:$/.test(url.protocol) || url.pathname === "/" ? "" : url.pathname;
  const others = listOtherHosts(text).map((host) => `,${host}`).join("");
  return `${url.protocol}//${url.host}${others}${path}`;
}

/** The hosts of a URL after its first, as PostgreSQL and NATS can have several. */
function listOtherHosts(text: string): string[] {
  return (SEVERAL_HOSTS.exec(text)?.[2] ?? "").split(",").slice(1);
}

function firstHost(text: string): string {
  return text.replace(SEVERAL_HOSTS, (_, start, hosts) => start + hosts.split(",")[0]);
}

const SEVERAL_HOSTS = /^((?:postgres(?:ql)?|nats):\/\/(?:[^/?#]*@)?)([^/?#@]*,[^/?#@]*)/;

function showErasures(text: string): string {
  return text.startsWith("s3:") ? showBucket(text) : showUrl(text);
}

function showBucket(text: string): string {
  const url = URL.parse(text);
  if (url?.protocol !== "s3:") return "an invalid URL";
  const endpoint = url.searchParams.get("endpoint");
  return `s3://${url.hostname}${endpoint ? ` at ${endpoint}` : ""}`;
}
