import { PROTOCOL_PREFIX, SITE_PREFIX, type SnapshotPicture } from "../../protocol.ts";

/**
 * Reads an answer of the dev protocol from the files of a site. Each is a module, since the policy of the page allows no
 * connections. What a site has no file for cannot be read, and nothing can be written.
 */
export async function readSiteFile(path: string, { method = "GET" }: RequestInit = {}): Promise<Response> {
  const route = path.slice(PROTOCOL_PREFIX.length);
  const answer: unknown = method === "GET"
    ? await import(/* @vite-ignore */ `${SITE_PREFIX}${route}`).catch(() => null)
    : null;
  if (answer !== null) return Response.json((answer as { default: unknown }).default);
  const title = `Cannot use "${route}": this site has only what was written when it was built`;
  return Response.json({ title }, { status: 404 });
}

/** The report and the accepted pictures of the last snapshot, as a site has them. */
export async function readSiteSnapshot(): Promise<readonly SnapshotPicture[]> {
  const address = `${SITE_PREFIX}snapshot`;
  return (await import(/* @vite-ignore */ address) as { default: readonly SnapshotPicture[] }).default;
}
