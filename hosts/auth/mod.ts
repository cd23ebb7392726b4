/** Authentication: bearers of the cloud API, sessions of the web app, and sign-in at an identity provider. */
export {
  type BearerClaims,
  type BearerIssuer,
  type BearerVerifier,
  createJwksBearers,
  createSecretBearers,
  KeySetUnavailableError,
} from "./bearer.ts";
export {
  CALLBACK_PATH,
  createIdentityProvider,
  type IdentityProvider,
  type IdentityProviderOptions,
  SIGNED_OUT_PATH,
  SignInError,
} from "./identity_provider.ts";
export { ATTEMPT_SECONDS, createSignInAttempts, type SignInAttempts } from "./sign_in_attempts.ts";
export {
  createSecretSessions,
  type EndedSessions,
  type IssuedSession,
  type Session,
  type Sessions,
} from "./sessions.ts";
export { READ_SCOPE } from "./scope_names.ts";
export { InsufficientScopeError, requireReadScope, type ScopeRule } from "./scopes.ts";
export { createServiceCredentials, SERVICE_HEADER, type ServiceCredentials } from "./service_credentials.ts";
