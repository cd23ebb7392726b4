/** Whether a document is a saved file with such a page in its frame. */
export function isFeedFile(html: string, hash: string): boolean {
  const [, parts] =
    /<script type="application\/json" id="tck-file-parts">(.*?)<\/script>\n<script>/s.exec(html) ?? [];
  return parts !== undefined && isFeedDocument(JSON.parse(parts).cards, hash);
}

/** Whether a document is a page of one file with a bundle, and nothing in it ends one of its elements too early. */
export function isFeedDocument(html: string, hash: string): boolean {
  const [, content] =
    /<script type="application\/json" id="tck-page-content">(.*?)<\/script>\n<script>/s.exec(html) ?? [];
  if (content === undefined || !/<\/script>\n<\/body>\n<\/html>\n$/.test(html)) return false;
  const { cards } = JSON.parse(content);
  return cards.bundles.some((bundle: { hash: string; script?: string }) =>
    bundle.hash === hash && bundle.script !== undefined
  );
}
