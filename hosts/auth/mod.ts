/** Authentication: bearers of the cloud API, sessions of the web app, and sign-in at an identity provider. */
export { type AuditedAct, buildAuditEvent, buildSignInEvent } from "./audit_event.ts";
export {
  BEARER_AUDIENCE,
  type BearerClaims,
  type BearerIssuer,
  type BearerVerifier,
  checkKeySet,
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
export { acceptBearers, acceptProviderTokens, type ResourceBearers } from "./resource_bearers.ts";
export { createReceiptSigner, type ReceiptSigner, type Signed, verifySignature } from "./receipts.ts";
export { COMMIT_SCOPE, READ_SCOPE } from "./scope_names.ts";
export { explainTokenTime } from "./token_time.ts";
export { InsufficientScopeError, requireReadScope } from "./scopes.ts";
export { createServiceCredentials, SERVICE_HEADER, type ServiceCredentials } from "./service_credentials.ts";
export { createWriterCredentials, type Writer, type WriterCredentials } from "./writer_credentials.ts";
