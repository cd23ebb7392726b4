import { sha384Base64Url, toIntegrity } from "../../../core/bytes/mod.ts";
import { HOST_ASSET_PREFIX } from "../../../core/contract/mod.ts";
import { DENIED_FEATURES, ISOLATION_HEADERS } from "../http/response_headers.ts";

interface PagePolicy {
  /** The texts of the page's inline scripts, its import map included. */
  inlineScripts: readonly string[];
  /** Where its other scripts may come from. @default this origin */
  scripts?: string;
  /** Whether a page of the same origin may frame this one. */
  framed: boolean;
  /** Other origins whose pages may frame this one. */
  embedOrigins: readonly string[];
  /** The URLs of the only documents that this page may frame, of each host it may have, separated by spaces; or null. */
  frameUrl: string | null;
  /** Whether widgets run in this page itself. */
  runsWidgets: boolean;
  /** The URL of the only script that the page may run as a worker; or null. */
  workerUrl: string | null;
}

/**
 * The headers of every HTML page. The policy allows the application's own scripts, in an open canvas the widgets that it
 * serves, in a sealed one its frame, and no other resources, frames, connections or workers. Inline scripts are allowed by
 * their hashes: a nonce could be read by a widget, which could then run a script of its own. A script without an integrity
 * value is not loaded.
 *
 * The hash of an inline script also allows a script from anywhere that declares it as its integrity value, and the request
 * is sent before the bytes are compared: a widget could write data into the address. A second policy, which both must
 * allow, denies that.
 *
 * Trusted Types are required where only the application's own code runs: what widgets write into the page is theirs.
 */
export async function pageHeaders(
  { inlineScripts, scripts = "'self'", framed, embedOrigins, frameUrl, runsWidgets, workerUrl }: PagePolicy,
): Promise<Record<string, string>> {
  const ancestors = framed ? ["'self'", ...embedOrigins] : ["'none'"];
  const policy = [
    "default-src 'none'",
    `script-src ${scripts} ${await allowByHash(inlineScripts)}`,
    // The mount adds an empty style element, and then the `@property` rules through the object model.
    `style-src 'self' ${await allowByHash([""])}`,
    "img-src 'self' data:",
    "font-src 'self' data:",
    "manifest-src 'self'",
    "connect-src 'self'",
    `worker-src ${workerUrl ?? "'none'"}`,
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${ancestors.join(" ")}`,
    // It also stops a widget from navigating its frame elsewhere, which would send data in the address.
    ...(frameUrl === null ? [] : [`frame-src ${frameUrl}`]),
    ...(runsWidgets ? [] : [
      `trusted-types ${workerUrl === null ? "'none'" : "tck-service-worker"}`,
      "require-trusted-types-for 'script'",
    ]),
  ];
  return {
    ...ISOLATION_HEADERS,
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": policy.join("; ") + (runsWidgets ? `, ${OWN_SCRIPTS}` : ""),
    "Cache-Control": "no-store",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Integrity-Policy": "blocked-destinations=(script)",
    "Permissions-Policy": DENIED_FEATURES,
  };
}

/** The only script that a page may register as a service worker. */
export const SERVICE_WORKER_PATH = `${HOST_ASSET_PREFIX}service-worker.js`;

/**
 * The URLs of a path of this application, for a content policy. A proxy may change the host, so the public URL is
 * allowed too.
 */
export function ownUrls(appUrl: string | null, requestUrl: string, path: string): string {
  const bases = appUrl === null ? [requestUrl] : [requestUrl, appUrl];
  return [...new Set(bases.map((base) => new URL(path, base).href))].join(" ");
}

/** The second policy: scripts with an address must be of this origin; the first policy decides on inline ones. */
const OWN_SCRIPTS = "script-src-elem 'self' 'unsafe-inline'";

/** The source expressions of a content policy that allow inline texts. */
export async function allowByHash(texts: readonly string[]): Promise<string> {
  const hashes = texts.map(async (text) =>
    toIntegrity(await sha384Base64Url(new TextEncoder().encode(text)))
  );
  return (await Promise.all(hashes)).map((hash) => `'${hash}'`).join(" ");
}
