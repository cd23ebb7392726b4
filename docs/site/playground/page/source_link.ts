import { decodeBase64Url, encodeBase64Url } from "../../../../core/bytes/mod.ts";
import { findSourceFault, MAX_SOURCE_LENGTH, type SourceFiles } from "./source_files.ts";

/** What the fragment of a link with a source begins with. */
const PREFIX = "#code=";

/** The longest fragment, in characters: some programs cut longer addresses. */
export const MAX_LINK_LENGTH = 32_768;

/** The most bytes that a fragment is inflated to: its JSON, in which a character can have six. */
const MAX_INFLATED_BYTES = 4 * MAX_SOURCE_LENGTH;

/** The longest line of a source in a link, in characters: an editor lays out a line as a whole. */
const MAX_LINE_LENGTH = 2_000;

/** A link has no source that can be shown. */
export class LinkError extends Error {
  override readonly name = "LinkError";
}

/**
 * Writes source files as the fragment of a link: deflated JSON in base64url. Browsers send no fragment to a server.
 *
 * @throws {LinkError} when it would be too long, or could not be read
 */
export async function writeFragment(files: SourceFiles): Promise<string> {
  const lineFault = findLineFault(files);
  if (lineFault !== null) throw new LinkError(`There is no link to the widget: ${lineFault}`);
  const json = new TextEncoder().encode(JSON.stringify(Object.fromEntries(files)));
  const stream = new Blob([json]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const fragment = PREFIX + encodeBase64Url(new Uint8Array(await new Response(stream).arrayBuffer()));
  if (fragment.length <= MAX_LINK_LENGTH) return fragment;
  throw new LinkError(
    `The widget is too large for a link: it would have ${fragment.length} characters, at most ${MAX_LINK_LENGTH} are possible`,
  );
}

/**
 * Reads the source files of a fragment. Anybody may have written it.
 *
 * @returns null for a fragment without a source
 * @throws {LinkError}
 */
export async function readFragment(fragment: string): Promise<SourceFiles | null> {
  if (!fragment.startsWith(PREFIX)) return null;
  if (fragment.length > MAX_LINK_LENGTH) throw new LinkError("The link is too long");
  let files: SourceFiles;
  try {
    files = parseFiles(await inflate(decodeBase64Url(fragment.slice(PREFIX.length))));
  } catch (error) {
    if (error instanceof LinkError) throw error;
    throw new LinkError("The link is damaged: its source cannot be read");
  }
  const fault = findSourceFault(files) ?? findLineFault(files);
  if (fault !== null) throw new LinkError(`The widget of the link is not shown: ${fault}`);
  return files;
}

function findLineFault(files: SourceFiles): string | null {
  const found = Array.from(files).find(([, text]) =>
    text.split(/\r\n?|\n/).some(({ length }) => length > MAX_LINE_LENGTH)
  );
  return found ? `a line of ${JSON.stringify(found[0])} has more than ${MAX_LINE_LENGTH} characters` : null;
}

/** Stops as soon as it is too much: 32 KB can be inflated to 32 MB. */
async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let length = 0;
  let text = "";
  for await (const part of readParts(stream)) {
    length += part.byteLength;
    if (length > MAX_INFLATED_BYTES) throw new LinkError("The widget of the link is too large");
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}

async function* readParts(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    void reader.cancel().catch(() => {});
  }
}

function parseFiles(json: string): SourceFiles {
  const value: unknown = JSON.parse(json);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new TypeError("not an object");
  }
  const entries = Object.entries(value);
  if (entries.some(([, text]) => typeof text !== "string")) throw new TypeError("not a text");
  return new Map(entries as [string, string][]);
}
