/**
 * Who is asking: bearers of the cloud API and sessions of the web app.
 *
 * @module
 */
export {
  type BearerIssuer,
  type BearerVerifier,
  jwksBearers,
  KeySetUnavailableError,
  secretBearers,
  secretSessions,
  type Sessions,
} from "./bearer.ts";
