import { randomBytes } from "node:crypto";
import { isLoopbackName } from "../../core/naming/mod.ts";
import {
  acceptBearers,
  acceptProviderTokens,
  BEARER_AUDIENCE,
  type BearerVerifier,
  createIdentityProvider,
  createJwksBearers,
  createSecretBearers,
  createSecretSessions,
  createServiceCredentials,
  createSignInAttempts,
  createWriterCredentials,
  requireReadScope,
  type ResourceBearers,
  type ServiceCredentials,
  type Sessions,
  type WriterCredentials,
} from "../auth/mod.ts";
import { CHAT_PATH, type SignIn } from "../routes/mod.ts";
import { systemClock } from "../time/mod.ts";
import { type ApplicationSettings, loadAuthSecret } from "./application_settings.ts";
import { SettingError } from "./errors.ts";

export interface IdentityOptions {
  settings: ApplicationSettings;
  roles: readonly string[];
  /** Where the secret is kept that no setting has. On workerd there is none. */
  dataDir?: string;
  /** The address to listen on, absent on workerd. On another than a loopback address, `/login` requires a token. */
  hostname?: string;
  /** The user that `/login` signs in on the embedded default; absent: none. */
  localUser?: string;
}

/** The credentials that the services accept and issue, and how users sign in. */
export interface Identity {
  bearers: BearerVerifier;
  chatBearers: ResourceBearers;
  authorizationServer: () => Promise<string | null>;
  sessions: Sessions | null;
  services: ServiceCredentials;
  writers: WriterCredentials;
  signIn: SignIn;
}

/** @throws {SettingError} when a secret is missing */
export async function createIdentity(options: IdentityOptions): Promise<Identity> {
  const { settings, dataDir } = options;
  const { now } = systemClock;
  const { authJwksUrl, authIssuer, scopeRule } = settings;
  if (authJwksUrl) {
    const rules = { issuer: authIssuer, audiences: [BEARER_AUDIENCE, ...listChatAudiences(settings)] };
    const bearers = requireReadScope(createJwksBearers(authJwksUrl, now, rules), scopeRule);
    return {
      bearers,
      chatBearers: acceptBearers(bearers),
      authorizationServer: () => Promise.resolve(authIssuer ?? null),
      sessions: null,
      ...createInternalIdentity(readInternalSecret(options) ?? randomBytes(32)),
      signIn: { kind: "none" },
    };
  }
  const secret = await loadAuthSecret(settings, dataDir);
  const signIn = chooseSignIn(options, secret);
  return {
    ...createBearers(settings, secret, signIn),
    sessions: createSecretSessions(secret, now),
    ...createInternalIdentity(settings.internalSecret ?? secret),
    signIn,
  };
}

/** A client of the chat endpoint asks an issuer for a token of this endpoint (RFC 8707). */
function listChatAudiences({ appUrl }: ApplicationSettings): string[] {
  return appUrl === undefined ? [] : [appUrl + CHAT_PATH];
}

/** The bearers that a secret signs, and for chats also the tokens of the provider at which users sign in. */
function createBearers(
  settings: ApplicationSettings,
  secret: Uint8Array,
  signIn: SignIn,
): Pick<Identity, "bearers" | "chatBearers" | "authorizationServer"> {
  const { now } = systemClock;
  const { scopeRule, identityProvider } = settings;
  const issued = createSecretBearers(secret, now);
  const bearers = requireReadScope(issued, scopeRule);
  if (signIn.kind !== "provider") {
    return { bearers, chatBearers: acceptBearers(bearers), authorizationServer: () => Promise.resolve(null) };
  }
  const { provider } = signIn;
  const { userClaim } = identityProvider!;
  const audiences = listChatAudiences(settings);
  const options = { provider, audiences, userClaim, scopeRule, now };
  return {
    bearers,
    chatBearers: acceptProviderTokens({ ...issued, ...bearers }, options),
    authorizationServer: async () => (await provider.describeIssuer()).issuer,
  };
}

/** The credentials of the callers of the internal API. */
function createInternalIdentity(secret: Uint8Array): Pick<Identity, "services" | "writers"> {
  const { now } = systemClock;
  return { services: createServiceCredentials(secret, now), writers: createWriterCredentials(secret, now) };
}

/**
 * The secret of the services when an identity provider issues the bearers. Undefined means a random one, for a process
 * whose services call only each other.
 *
 * @throws {SettingError} when the storage service and the public API are separate processes, and it is not set
 */
export function readInternalSecret(
  { roles, settings: { internalSecret } }: Pick<IdentityOptions, "roles" | "settings">,
): Uint8Array | undefined {
  if (internalSecret !== undefined) return internalSecret;
  if (roles.includes("storage") === roles.includes("public")) return undefined;
  throw new SettingError(
    "Cannot authorize the public API at the storage service: with TCK_AUTH_JWKS_URL, set TCK_INTERNAL_SECRET to the " +
      "same 32 characters or more for both roles",
  );
}

/** With an identity provider, users sign in there. */
function chooseSignIn(options: IdentityOptions, secret: Uint8Array): SignIn {
  const { settings } = options;
  if (settings.identityProvider) {
    const { now } = systemClock;
    const provider = createIdentityProvider(settings.identityProvider, now);
    return { kind: "provider", provider, attempts: createSignInAttempts(secret, now) };
  }
  const userId = findLocalUser(options);
  return userId === null ? { kind: "token" } : { kind: "local", userId };
}

/**
 * The user that is signed in without a token, or null. Only a server on a loopback address without a secret and a
 * public URL has such a user.
 */
export function findLocalUser(
  { settings, hostname, localUser }: Pick<IdentityOptions, "settings" | "hostname" | "localUser">,
): string | null {
  const isOpen = settings.identityProvider || settings.authSecret || settings.appUrl ||
    hostname === undefined || !isLoopbackName(hostname);
  return isOpen ? null : localUser ?? null;
}
