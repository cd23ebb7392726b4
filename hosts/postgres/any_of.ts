import { type RawBuilder, sql } from "kysely";

/** Matches any of the texts, to the right of `=`. One parameter, so that their number does not change the statement. */
export function anyOf(texts: readonly string[]): RawBuilder<string> {
  return sql<string>`any(${texts}::text[])`;
}
