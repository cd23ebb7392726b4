/**
 * Lets the page have only these documents in frames: a card could otherwise send what is typed into it to the server of the page,
 * by navigating its frame to any address. A policy names a document without its query.
 */
export function allowFrames(documents: readonly URL[]): void {
  const policy = document.createElement("meta");
  policy.httpEquiv = "Content-Security-Policy";
  policy.content = `frame-src ${documents.map(toSource).join(" ")}`;
  document.head.append(policy);
}

/** What would end a source or a directive is escaped. */
function toSource({ origin, pathname }: URL): string {
  return origin + pathname.replaceAll(";", "%3B").replaceAll(",", "%2C");
}
