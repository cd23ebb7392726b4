import { quote } from "../../../core/errors/mod.ts";
import { DatabaseError } from "../errors.ts";

/** Which servers a service can work with: it commits, so only one that takes writes. */
const SESSION_ATTRS = ["read-write", "primary"];

/** One of the servers that a URL names. */
export interface PostgresAddress {
  /** Its host and port, without user and password. */
  readonly host: string;
  /** A URL with this host alone. */
  readonly url: string;
}

/**
 * Reads `postgres://USER:PASSWORD@HOST:PORT,HOST:PORT/DATABASE`, with one host or several, which are tried in this
 * order. `target_session_attrs` may be `read-write` or `primary`, which is required anyway.
 *
 * @throws {DatabaseError} `database.unsupported_url`, without what may be a password
 */
export function readPostgresUrl(url: string): readonly [PostgresAddress, ...PostgresAddress[]] {
  const [, scheme, user = "", hosts, rest] = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/s.exec(url) ??
    [];
  if (scheme === undefined) throw createUrlError(url);
  const addresses = hosts!.split(",").map((host) => {
    const parsed = URL.parse(`${scheme}${user}${host}${rest}`);
    if (parsed === null || (host === "" && hosts !== "")) throw createUrlError(url);
    return { host: parsed.host, url: removeAttrs(parsed).href };
  });
  return addresses as [PostgresAddress, ...PostgresAddress[]];
}

function removeAttrs(url: URL): URL {
  const attrs = url.searchParams.get("target_session_attrs");
  if (attrs !== null && !SESSION_ATTRS.includes(attrs)) {
    throw new DatabaseError(
      "database.unsupported_url",
      `Cannot open the database: target_session_attrs is ${
        quote(attrs)
      }, and a service works with a primary: ` +
        `write ${SESSION_ATTRS.join(" or ")}, or leave it out`,
    );
  }
  if (attrs !== null) url.searchParams.delete("target_session_attrs");
  return url;
}

function createUrlError(url: string): DatabaseError {
  const protocol = URL.parse(url)?.protocol;
  const scheme = protocol === undefined || /^postgres(ql)?:$/.test(protocol) ? "" : ` ${quote(protocol)}`;
  return new DatabaseError(
    "database.unsupported_url",
    `Cannot open database${scheme}: TCK_DATABASE_URL must be a URL that begins with postgres:// or postgresql://`,
  );
}
