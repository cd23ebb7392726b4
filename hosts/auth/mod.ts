/**
 * Authentication: bearers of the cloud API and sessions of the web app.
 *
 * @module
 */
export {
  type BearerIssuer,
  type BearerVerifier,
  createJwksBearers,
  createSecretBearers,
  createSecretSessions,
  KeySetUnavailableError,
  type Sessions,
} from "./bearer.ts";
