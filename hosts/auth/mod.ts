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
  KeySetUnavailableError,
} from "./bearer.ts";
export {
  createSecretSessions,
  type EndedSessions,
  type IssuedSession,
  type Session,
  type Sessions,
} from "./sessions.ts";
