import type { BearerClaims, BearerIssuer, BearerVerifier } from "./bearer.ts";
import { createJwksBearers, KeySetUnavailableError } from "./bearer.ts";
import { type IdentityProvider, SignInError } from "./identity_provider.ts";
import { requireReadScope, type ScopeRule } from "./scopes.ts";

/** How long the bearer is valid that a token is exchanged for, in seconds at most. */
const EXCHANGED_SECONDS = 300;

/** Verifies what clients of a resource send (OAuth 2.1), which need not be a bearer of the cloud API. */
export interface ResourceBearers extends BearerVerifier {
  /** The bearer of the cloud API for a token that has been verified. */
  exchange(token: string, claims: Pick<BearerClaims, "userId" | "expiresAt">): Promise<string>;
}

/** Accepts the bearers of the cloud API, and passes them on. */
export function acceptBearers(bearers: BearerVerifier): ResourceBearers {
  return { verify: (token) => bearers.verify(token), exchange: (token) => Promise.resolve(token) };
}

interface ProviderTokenOptions {
  provider: Pick<IdentityProvider, "describeIssuer">;
  /** The audiences of which the provider's tokens have one. */
  audiences: readonly string[];
  userClaim: string;
  scopeRule: ScopeRule;
  now: () => number;
}

/**
 * Accepts the bearers of the cloud API, which a secret signs, and the access tokens that the users' identity provider
 * has issued for this resource. Such a token is not passed on, but exchanged for a bearer of five minutes. The
 * token's algorithm alone decides which keys apply, so a public key is never used as a secret.
 */
export function acceptProviderTokens(
  bearers: BearerVerifier & BearerIssuer,
  { provider, audiences, userClaim, scopeRule, now }: ProviderTokenOptions,
): ResourceBearers {
  let known: { url: string; tokens: BearerVerifier } | null = null;
  const loadTokens = async () => {
    const { issuer, keySetUrl } = await askProvider(provider);
    if (known?.url !== keySetUrl.href) {
      const tokens = createJwksBearers(keySetUrl, now, { issuer, audiences, userClaim });
      known = { url: keySetUrl.href, tokens: requireReadScope(tokens, scopeRule) };
    }
    return known.tokens;
  };
  return {
    verify: async (token) => await bearers.verify(token) ?? await (await loadTokens()).verify(token),
    async exchange(token, { userId, expiresAt }) {
      if (await bearers.verify(token) !== null) return token;
      const left = expiresAt - Math.floor(now() / 1000);
      return await bearers.issue(userId, Math.min(EXCHANGED_SECONDS, left));
    },
  };
}

async function askProvider({ describeIssuer }: ProviderTokenOptions["provider"]) {
  try {
    return await describeIssuer();
  } catch (error) {
    if (!(error instanceof SignInError)) throw error;
    throw new KeySetUnavailableError("auth.key_set_unavailable", error.message, { cause: error });
  }
}
