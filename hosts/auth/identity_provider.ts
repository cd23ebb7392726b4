import * as client from "openid-client";
import { CodedError, quote } from "../../core/errors/mod.ts";
import { isUserId } from "../../core/naming/mod.ts";
import { isYounger } from "../time/mod.ts";
import { fetchLimited } from "./fetch_limited.ts";

/** How long a request to the provider may take, in seconds. */
const REQUEST_TIMEOUT_SECONDS = 5;

/** How much the clocks of provider and server may differ, in seconds. */
const CLOCK_TOLERANCE_SECONDS = 30;

/** How long the provider's metadata is used before it is fetched again, in milliseconds. */
const METADATA_LIFETIME_MS = 60 * 60 * 1000;

/** How long a failure to fetch the metadata counts for everybody who asks, in milliseconds. */
const METADATA_FAILURE_MS = 5_000;

/** After this time the provider is asked again whether the user may sign in, in seconds. */
const SIGNED_IN_SECONDS = 7 * 24 * 60 * 60;

/** How the web app is registered at an OpenID Connect provider. */
export interface IdentityProviderOptions {
  /** The issuer: https, or http on a loopback address. */
  issuer: URL;
  clientId: string;
  /** Null for a public client, which has only PKCE. */
  clientSecret: string | null;
  /** Space-separated scopes; `openid` is one of them. */
  scope: string;
  /** The claim of the ID token that is the user's id. */
  userClaim: string;
  /** The application's public URL, without a trailing slash. */
  appUrl: string;
}

/** The secrets of one sign-in, which only the browser that began it may have. */
export interface SignInSecrets {
  state: string;
  nonce: string;
  /** The PKCE code verifier. */
  verifier: string;
}

export interface ProviderUser {
  userId: string;
  /** The ID token, which the provider needs to sign the user out. */
  idToken: string;
  /** When the user must sign in at the provider again, in whole seconds since the epoch. */
  expiresAt: number;
}

/** Signs users in at an OpenID Connect provider: the code flow with PKCE. */
export interface IdentityProvider {
  /**
   * Begins a sign-in.
   *
   * @returns the provider's URL to redirect the browser to, and the secrets of the sign-in
   * @throws {SignInError} `auth.provider_unavailable`
   */
  begin(): Promise<{ url: URL; secrets: SignInSecrets }>;
  /**
   * Ends a sign-in: exchanges the code and verifies the ID token.
   *
   * @param parameters the query of the callback
   * @throws {SignInError}
   */
  finish(parameters: URLSearchParams, secrets: SignInSecrets): Promise<ProviderUser>;
  /**
   * The provider as an issuer of access tokens: the name in its metadata, and the URL of the keys that sign the
   * tokens.
   *
   * @throws {SignInError} `auth.provider_unavailable`
   */
  describeIssuer(): Promise<{ issuer: string; keySetUrl: URL }>;
  /**
   * Where the browser signs the user out at the provider, or null if the provider offers no such address.
   *
   * @param idToken the user's ID token, or null if it is not known
   * @throws {SignInError} `auth.provider_unavailable`
   */
  signOutUrl(idToken: string | null): Promise<URL | null>;
}

/** Why a sign-in did not succeed. */
export class SignInError extends CodedError<
  "auth.sign_in_expired" | "auth.sign_in_denied" | "auth.sign_in_failed" | "auth.provider_unavailable"
> {
  override readonly name = "SignInError";
}

/** The path of the callback, which is registered at the provider. */
export const CALLBACK_PATH = "/login/callback";

/** The path to which the provider leads after signing out, which is registered there too. */
export const SIGNED_OUT_PATH = "/signed-out";

/** Creates an OpenID Connect provider. Its metadata is fetched when it is first needed, and again every hour. */
export function createIdentityProvider(
  options: IdentityProviderOptions,
  now: () => number,
): IdentityProvider {
  const { appUrl, scope, userClaim } = options;
  const redirectUri = appUrl + CALLBACK_PATH;
  const loadMetadata = cacheMetadata(() => discover(options, now), now);
  return {
    async begin() {
      const secrets = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(await loadMetadata(), {
        redirect_uri: redirectUri,
        scope,
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(secrets.verifier),
        code_challenge_method: "S256",
      });
      return { url, secrets };
    },
    async finish(parameters, { state, nonce, verifier }) {
      const metadata = withoutKeys(await loadMetadata(), options, now);
      const url = new URL(`${redirectUri}?${parameters}`);
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier };
      try {
        const tokens = await client.authorizationCodeGrant(metadata, url, checks);
        const claims = tokens.claims()!;
        requireOwnToken(claims, options.clientId);
        const userId = readUserId(claims, userClaim);
        const expiresAt = Math.floor(now() / 1000) + SIGNED_IN_SECONDS;
        return { userId, idToken: tokens.id_token!, expiresAt };
      } catch (error) {
        throw toSignInError(error);
      }
    },
    async describeIssuer() {
      const { issuer, jwks_uri: keySetUrl } = (await loadMetadata()).serverMetadata();
      return { issuer, keySetUrl: new URL(keySetUrl!) };
    },
    async signOutUrl(idToken) {
      const metadata = await loadMetadata();
      if (metadata.serverMetadata().end_session_endpoint === undefined) return null;
      return client.buildEndSessionUrl(metadata, {
        post_logout_redirect_uri: appUrl + SIGNED_OUT_PATH,
        ...(idToken === null ? {} : { id_token_hint: idToken }),
      });
    },
  };
}

async function discover(
  { issuer, clientId, clientSecret }: IdentityProviderOptions,
  now: () => number,
): Promise<client.Configuration> {
  const metadata = {
    ...describeClock(now),
  };
  const insecure = issuer.protocol === "http:" ? [client.allowInsecureRequests] : [];
  try {
    const found = await client.discovery(issuer, clientId, metadata, authenticateClient(clientSecret), {
      // The ID token's signature is verified too, although it comes directly from the provider.
      execute: [...insecure, client.enableNonRepudiationChecks],
      timeout: REQUEST_TIMEOUT_SECONDS,
      [client.customFetch]: fetchLimited,
    });
    const { authorization_endpoint, token_endpoint, jwks_uri, end_session_endpoint } = found.serverMetadata();
    const optional = end_session_endpoint === undefined ? [] : [end_session_endpoint];
    for (const url of [authorization_endpoint, token_endpoint, jwks_uri, ...optional]) {
      requireWebAddress(url, issuer);
    }
    return found;
  } catch (cause) {
    throw signInError("auth.provider_unavailable", "the identity provider cannot be reached", cause);
  }
}

/** A browser or another library is led there: this one checks an address when it asks it itself. */
function requireWebAddress(text: string | undefined, issuer: URL): void {
  const protocol = URL.parse(text ?? "")?.protocol;
  if (protocol === "https:" || (protocol === "http:" && issuer.protocol === "http:")) return;
  throw new Error(`The metadata of the provider have ${quote(text ?? "")} in place of a web address`);
}

/**
 * The same provider without the keys that are remembered. The library asks for the key set again a minute after it has
 * asked at the earliest, and a provider may sign with a new key at any time: the code of a sign-in is used up by then.
 */
function withoutKeys(
  known: client.Configuration,
  { issuer, clientId, clientSecret }: IdentityProviderOptions,
  now: () => number,
): client.Configuration {
  const { supportsPKCE: _, ...server } = known.serverMetadata();
  const fresh = new client.Configuration(
    server,
    clientId,
    { ...known.clientMetadata(), ...describeClock(now) }, // The library's copy has no symbols.
    authenticateClient(clientSecret),
  );
  if (issuer.protocol === "http:") client.allowInsecureRequests(fresh);
  client.enableNonRepudiationChecks(fresh);
  fresh.timeout = REQUEST_TIMEOUT_SECONDS;
  fresh[client.customFetch] = fetchLimited;
  return fresh;
}

/** The clock that the library compares the times of the provider's answers with. */
function describeClock(now: () => number): Partial<client.ClientMetadata> {
  return {
    [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS,
    [client.clockSkew]: Math.round((now() - Date.now()) / 1000),
  };
}

/** Rejects an ID token that was issued to another client, whatever its audiences are (OpenID Connect, §3.1.3.7). */
function requireOwnToken({ azp }: { readonly [claim: string]: unknown }, clientId: string): void {
  if (azp === undefined || azp === clientId) return;
  throw signInError("auth.sign_in_failed", "the ID token was issued to another client", null);
}

/**
 * Chooses HTTP Basic authentication, the standard's default, or the secret in the body for a provider that does not
 * list it.
 */
function authenticateClient(clientSecret: string | null): client.ClientAuth {
  if (clientSecret === null) return client.None();
  const [basic, post] = [client.ClientSecretBasic(clientSecret), client.ClientSecretPost(clientSecret)];
  return (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported;
    const useBasic = methods === undefined || methods.includes("client_secret_basic");
    return (useBasic ? basic : post)(server, ...request);
  };
}

/**
 * Loads once for concurrent calls, and waits some seconds after a failure, because visitors without a session can
 * begin a sign-in.
 */
function cacheMetadata<Metadata>(load: () => Promise<Metadata>, now: () => number): () => Promise<Metadata> {
  let loading: Promise<Metadata> | null = null;
  let [since, age] = [0, 0];
  return () => {
    if (loading === null || !isYounger(since, age, now())) {
      const current = load();
      loading = current;
      [since, age] = [now(), METADATA_LIFETIME_MS];
      current.catch(() => {
        if (loading === current) [since, age] = [now(), METADATA_FAILURE_MS];
      });
    }
    return loading;
  };
}

function readUserId(claims: { readonly [claim: string]: unknown }, userClaim: string): string {
  const userId = claims[userClaim];
  if (typeof userId !== "string" || !isUserId(userId)) {
    const message = `Cannot sign in: the claim ${quote(userClaim)} of the identity provider is not a user id`;
    throw new SignInError("auth.sign_in_denied", message);
  }
  if (userClaim === "email" && claims.email_verified !== true) {
    throw new SignInError("auth.sign_in_denied", "Cannot sign in: the e-mail address is not verified");
  }
  return userId;
}

/** Nothing that the provider sent is part of the message. */
function toSignInError(error: unknown): SignInError {
  if (error instanceof SignInError) return error;
  if (error instanceof client.AuthorizationResponseError) return createRejectedError(error);
  if (error instanceof client.ResponseBodyError && error.error === "invalid_grant") {
    return signInError("auth.sign_in_expired", "the code was used before, or is not valid any more", error);
  }
  if (isUnreachable(error)) {
    return signInError("auth.provider_unavailable", "the identity provider does not answer", error);
  }
  if (error instanceof client.ClientError && error.code === "OAUTH_JWT_TIMESTAMP_CHECK_FAILED") {
    return signInError(
      "auth.sign_in_failed",
      "the times in the provider's answer are not valid now: the clocks of provider and server may differ",
      error,
    );
  }
  return signInError("auth.sign_in_failed", "the identity provider's answer is not valid", error);
}

function createRejectedError(error: client.AuthorizationResponseError): SignInError {
  return error.error === "server_error" || error.error === "temporarily_unavailable"
    ? signInError("auth.provider_unavailable", "the identity provider reported a fault", error)
    : signInError("auth.sign_in_denied", "the identity provider did not allow it", error);
}

/** Whether the provider did not answer, or answered with a fault of its own. */
function isUnreachable(error: unknown): boolean {
  if (!(error instanceof client.ClientError)) return error instanceof TypeError;
  const status = error.cause instanceof Response ? error.cause.status : 0;
  return error.code === "OAUTH_TIMEOUT" || status >= 500;
}

function signInError(code: SignInError["code"], reason: string, cause: unknown): SignInError {
  return new SignInError(code, `Cannot sign in: ${reason}`, { cause });
}
