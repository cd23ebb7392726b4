import { type RawBuilder, sql } from "kysely";

/** Any of some texts, on the right of `=`. As one parameter: the text of the statement does not depend on their number. */
export function anyOf(texts: readonly string[]): RawBuilder<string> {
  return sql<string>`any(${texts}::text[])`;
}
