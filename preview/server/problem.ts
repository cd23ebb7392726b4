import { defineProblems, ProblemError } from "../../core/problem/mod.ts";

/** Every error code of the dev protocol, with its status and title. */
export const PROBLEMS = defineProblems({
  "request.malformed": [400, "The request cannot be read"],
  "feed_batch.invalid": [400, "The feed batch is not valid"],
  "fetch.invalid_url": [400, "The address cannot be fetched"],
  "fetch.forbidden_address": [400, "The address is not a public one"],
  "auth.unauthenticated": [401, "The token is missing or not valid"],
  "request.forbidden": [403, "The request was rejected"],
  "widget.not_found": [404, "There is no such widget"],
  "bundle.not_found": [404, "There is no such bundle"],
  "feed.not_found": [404, "There is no such feed"],
  "review.not_found": [404, "There is no such picture in the review"],
  "source.not_found": [404, "There is no such source"],
  "route.not_found": [404, "There is nothing at this address"],
  "request.method_not_allowed": [405, "The address has no such method"],
  "request.timeout": [408, "The request took too long"],
  "review.outdated": [409, "The snapshot or the baseline has changed"],
  "request.too_large": [413, "The request is too large"],
  "request.unsupported_type": [415, "The request's type is not supported"],
  "bundle.hash_mismatch": [422, "The bundle does not match its hash"],
  "bundle.unsupported_format": [422, "The bundle's format is not supported"],
  "bundle.malformed": [422, "The bundle cannot be read"],
  "bundle.invalid_manifest": [422, "The bundle's manifest is not valid"],
  "bundle.invalid_module": [422, "The bundle's module is not valid"],
  "review.unreadable": [422, "The report of the snapshot cannot be read"],
  "picture.failed": [422, "The card is not shown"],
  "server.failed": [500, "The preview failed"],
  "browser.missing": [501, "No browser is installed"],
  "upstream.unavailable": [502, "The address did not answer properly"],
  "upstream.too_large": [502, "The response of the address is too large"],
  "upstream.timeout": [504, "The address did not answer in time"],
}, "tck-preview");

/** The stable name of an error. */
export type ProblemCode = Parameters<typeof PROBLEMS.create>[0];

/** Creates the error that ends a request with a problem. @param detail what is wrong with this request, for people */
export function problemError(
  code: ProblemCode,
  detail: string,
  options?: ErrorOptions,
): ProblemError<ProblemCode> {
  return new ProblemError(code, detail, options);
}

/** The response of a problem. It ends the connection, since the body of the request may be unread or endless. */
export function problemResponse(
  { code, detail }: { readonly code: ProblemCode; readonly detail: string },
  headers: { readonly [name: string]: string } = {},
): Response {
  return PROBLEMS.respond(code, detail, { "Connection": "close", ...headers });
}
