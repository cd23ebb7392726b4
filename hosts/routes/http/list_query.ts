import * as v from "valibot";
import { LIMITS } from "../../../core/contract/mod.ts";
import { quote } from "../../../core/errors/mod.ts";
import { type BatchPageQuery, decodeCursor } from "../../../core/feed/mod.ts";
import { DIRECTION, LIMIT } from "./parameters.ts";
import { invalidQuery, ProblemError } from "./problem.ts";

/**
 * Parses `cursor`, `limit` and `direction` of the list routes (lifecycle specification, §4): `limit` 1 to 100, by default
 * 20; `direction` `older` (the default) or `newer`.
 *
 * @throws {ProblemError} `daily_page.invalid_query` or `daily_page.invalid_cursor`
 */
export function readListQuery(parameters: URLSearchParams): BatchPageQuery {
  const direction = readDirection(single(parameters, "direction"));
  const limit = readLimit(single(parameters, "limit"));
  const cursor = single(parameters, "cursor");
  if (cursor === null) return { limit, direction, after: null };
  const after = decodeCursor(cursor, direction);
  if (after) return { limit, direction, after };
  throw new ProblemError(
    "daily_page.invalid_cursor",
    `Cannot read cursor ${quote(cursor)}: not one that this list gave`,
  );
}

/**
 * Parses the values of the parameter `mock`: `true`, or absent.
 *
 * @throws {ProblemError} `daily_page.invalid_query`
 */
export function readMock(values: readonly string[] = []): boolean {
  const value = only(values, "mock");
  if (value === null || value === "true") return value === "true";
  throw invalidQuery(`Cannot read mock ${quote(value)}: expected true`);
}

function readDirection(value: string | null): BatchPageQuery["direction"] {
  if (value === null) return "older";
  if (v.is(DIRECTION, value)) return value;
  throw invalidQuery(`Cannot read direction ${quote(value)}: expected older or newer`);
}

function readLimit(value: string | null): number {
  if (value === null) return LIMITS.defaultPageSize;
  const limit = /^[0-9]{1,3}$/.test(value) ? Number(value) : NaN;
  if (v.is(LIMIT, limit)) return limit;
  throw invalidQuery(`Cannot read limit ${quote(value)}: expected 1 to ${LIMITS.pageSize}`);
}

/**
 * The value of a parameter, or null if it is absent.
 *
 * @throws {ProblemError} `daily_page.invalid_query` if it is given several times
 */
export function single(parameters: URLSearchParams, name: string): string | null {
  return only(parameters.getAll(name), name);
}

function only(values: readonly string[], name: string): string | null {
  if (values.length <= 1) return values[0] ?? null;
  throw invalidQuery(`Cannot read ${name}: it is given ${values.length} times`);
}

/** The `Link` of a list's next page (RFC 8288): a path without a host name, which would be guessed. */
export function formatNextLink(url: URL, nextCursor: string): string {
  const next = new URLSearchParams(url.search);
  next.set("cursor", nextCursor);
  return `<${url.pathname}?${next}>; rel="next"`;
}

/** The link of the service behind, with the path of this service's list; null when it is not such a link. */
export function moveNextLink(link: string, pathname: string): string | null {
  const query = /^<[^<>?]*(\?[^<>]*)>; rel="next"$/.exec(link)?.[1];
  return query === undefined ? null : `<${pathname}${query}>; rel="next"`;
}
