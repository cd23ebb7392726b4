import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { writeCardPolicy } from "../../../web/canvas/sealed_page/mod.ts";
import { PROTOCOL_PREFIX } from "../../protocol.ts";

/** What the stylesheets and scripts have that Vite writes into the page. */
export const PAGE_NONCE = randomUUID();

/** The SHA-384 of the empty text, as a source of a content policy. */
export const EMPTY_STYLE = "'sha384-OLBgp1GsljhM2TJ+sbHjaiH9txEUvgdDTAzHv2P24donTt6/529l+9Ua0vFImLlb'";

/**
 * Gives an answer of the dev server, which may be a page, the content policy under which a feed shows cards, so that a card shows what its readers will
 * see. Besides, the policy allows what the shell needs of this server. It says what a widget can expect, and does not keep a
 * widget from the shell, which is on the same page.
 */
export function limitPage({ headers }: IncomingMessage, response: ServerResponse): void {
  response.setHeader("content-security-policy", createPolicy(headers.host ?? ""));
  // Otherwise a page of another site that opens this one could count its frames.
  response.setHeader("cross-origin-opener-policy", "same-origin");
}

/** @param host of the request, which the request guard has checked */
function createPolicy(host: string): string {
  const port = /:\d+$/.exec(host)?.[0] ?? "";
  return writeCardPolicy(
    [
      `script-src 'self' 'nonce-${PAGE_NONCE}'`,
      `style-src 'self' 'nonce-${PAGE_NONCE}' ${EMPTY_STYLE}`,
      `connect-src 'self' ws://${host} wss://${host}`,
      // The names of this machine by which frames are apart.
      `frame-src 'self' http://*.localhost${port}`,
      "worker-src 'none'",
    ],
    // The pictures of a review.
    { pictures: "data: blob:", ownPictures: `${host}${PROTOCOL_PREFIX} `, fonts: "data:" },
  );
}
