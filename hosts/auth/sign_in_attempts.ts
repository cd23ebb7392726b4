import { errors, jwtVerify, SignJWT } from "jose";
import type { SignInSecrets } from "./identity_provider.ts";
import { readSessionId, requireLongSecret } from "./token.ts";

const ATTEMPT_AUDIENCE = "tck-sign-in";

/** How long a user may take to sign in at the provider, in seconds. */
export const ATTEMPT_SECONDS = 600;

/** A sign-in that a browser has begun. */
export interface SignInAttempt extends SignInSecrets {
  /** A UUID. An attempt signs in once, which is recorded as the end of a session with this id. */
  id: string;
  /** The path to open after signing in. */
  next: string;
}

/** Sign-ins that have begun, as signed tokens that only the browser has. */
export interface SignInAttempts {
  /** The token of an attempt, valid for ten minutes. */
  seal(attempt: Omit<SignInAttempt, "id">): Promise<string>;
  /** The attempt of a token, or null if the token is forged or expired. */
  open(token: string): Promise<SignInAttempt | null>;
}

/** Attempts signed with the secret of the sessions, with an audience of their own. */
export function createSignInAttempts(secret: Uint8Array, now: () => number): SignInAttempts {
  requireLongSecret(secret);
  return {
    seal: ({ state, nonce, verifier, next }) =>
      new SignJWT({ state, nonce, verifier, next })
        .setProtectedHeader({ alg: "HS256", typ: "JWT" })
        .setJti(crypto.randomUUID())
        .setAudience(ATTEMPT_AUDIENCE)
        .setExpirationTime(Math.floor(now() / 1000) + ATTEMPT_SECONDS)
        .sign(secret),
    async open(token) {
      try {
        const { payload } = await jwtVerify<SignInAttempt>(token, secret, {
          audience: ATTEMPT_AUDIENCE,
          algorithms: ["HS256"],
          requiredClaims: ["exp"],
          currentDate: new Date(now()),
        });
        const { jti, state, nonce, verifier, next } = payload;
        const id = readSessionId(jti);
        return id === null ? null : { id, state, nonce, verifier, next };
      } catch (error) {
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },
  };
}
