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
