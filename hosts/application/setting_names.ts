import { nearestName, quote } from "../../core/errors/mod.ts";
import { SettingError } from "./errors.ts";

/** The variables of this project's other programs: the preview, the sandbox, the tests and the benchmarks. */
const OTHER_PROGRAMS = /^TCK_(CHROMIUM|NODE|HEADED|TASK|DATE|KIND|TEST_.*|BENCH_.*)$/;

/**
 * The variables that Kubernetes sets in every container when the namespace has a service whose name begins with
 * `tck`.
 */
const SERVICE_LINK = /_SERVICE_(?:HOST|PORT)(?:_|$)|_PORT_\d+_(?:TCP|UDP|SCTP)(?:_|$)/;
const SERVICE_ADDRESS = /^(tcp|udp|sctp):\/\//;

/** Settings that have an effect only with another one. */
const DEPENDENT_SETTINGS: readonly (readonly [name: string, needed: string])[] = [
  ["TCK_AUTH_ISSUER", "TCK_AUTH_JWKS_URL"],
  ["TCK_NOTIFY_SECRET", "TCK_NOTIFY_URL"],
  ["TCK_OIDC_CLIENT_ID", "TCK_OIDC_ISSUER"],
  ["TCK_OIDC_CLIENT_SECRET", "TCK_OIDC_ISSUER"],
  ["TCK_OIDC_SCOPE", "TCK_OIDC_ISSUER"],
  ["TCK_OIDC_USER_CLAIM", "TCK_OIDC_ISSUER"],
  ["TCK_RATE_LIMIT_URL", "TCK_RATE_LIMIT"],
];

/**
 * Rejects variables that begin with `TCK_` and are not settings, and settings without an effect. Otherwise a misspelt
 * setting would silently have its default.
 *
 * @param known The settings of this host
 * @throws {SettingError} with a message that contains no value
 */
export function checkSettingNames(
  environment: { readonly [name: string]: unknown },
  known: readonly string[],
): void {
  for (const [name, value] of Object.entries(environment)) {
    if (!name.startsWith("TCK_") || known.includes(name) || OTHER_PROGRAMS.test(name)) continue;
    const isLink = SERVICE_LINK.test(name) || (name.endsWith("PORT") && SERVICE_ADDRESS.test(String(value)));
    if (!isLink) throw createUnknownError(name, known);
  }
  for (const [name, needed] of DEPENDENT_SETTINGS) {
    if (!environment[name] || environment[needed]) continue;
    throw new SettingError(`Cannot use ${name}: it has no effect without ${needed}`);
  }
}

function createUnknownError(name: string, known: Iterable<string>): SettingError {
  const nearest = nearestName(name, known);
  const advice = nearest === null ? "docs/settings.md lists all settings" : `did you mean ${nearest}?`;
  return new SettingError(`Cannot use ${quote(name)}: this host has no such setting; ${advice}`);
}
