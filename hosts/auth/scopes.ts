import { CodedError } from "../../core/errors/mod.ts";
import type { BearerVerifier } from "./bearer.ts";
import { READ_SCOPE } from "./scope_names.ts";

/** The beginning of the scopes that this project defines. */
const SCOPE_PREFIX = "tck.";

/**
 * `optional`: a bearer without a scope of this project may read, since many identity providers issue only scopes of their
 * own; one that has some needs the right one. `required`: every bearer needs the scope.
 */
export type ScopeRule = "optional" | "required";

/** A bearer is valid, but its scopes do not include the required one. */
export class InsufficientScopeError extends CodedError<"auth.insufficient_scope"> {
  override readonly name = "InsufficientScopeError";
}

/**
 * Accepts only bearers that may read: `verify` throws for a valid one that may not.
 *
 * @throws {InsufficientScopeError} from `verify`
 */
export function requireReadScope(verifier: BearerVerifier, rule: ScopeRule): BearerVerifier {
  return {
    async verify(token) {
      const claims = await verifier.verify(token);
      if (claims === null || mayRead(claims.scopes, rule)) return claims;
      throw new InsufficientScopeError(
        "auth.insufficient_scope",
        `The bearer does not have scope ${READ_SCOPE}`,
      );
    },
  };
}

function mayRead(scopes: readonly string[], rule: ScopeRule): boolean {
  if (scopes.includes(READ_SCOPE)) return true;
  return rule === "optional" && !scopes.some((scope) => scope.startsWith(SCOPE_PREFIX));
}
