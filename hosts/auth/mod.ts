/**
 * Authentication: bearers of the cloud API and sessions of the web app.
 *
 * @module
 */
export {
  type BearerClaims,
  type BearerIssuer,
  type BearerVerifier,
  createJwksBearers,
  createSecretBearers,
  type JwksBearerOptions,
  KeySetUnavailableError,
} from "./bearer.ts";
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
