import { errorMessage, quote } from "../../../core/errors/mod.ts";
import type { FeedView, PublicBundle } from "../../protocol.ts";
import type { ProtocolClient } from "../client/protocol_client.ts";

/** The beginning of the ids of such feeds. */
export const UPLOADED_PREFIX = "local-";

/** Not by `randomUUID`, which a page without TLS does not have: the preview can be opened on the local network. */
export function createFeedId(): string {
  const numbers = crypto.getRandomValues(new Uint32Array(3));
  return UPLOADED_PREFIX + Array.from(numbers, (number) => number.toString(36)).join("-");
}

interface UploadedFeed {
  /** The temporary feed; null if none of the files is a bundle for a feed. */
  readonly feed: FeedView | null;
  /** What is wrong with the other files. */
  readonly errors: readonly string[];
}

/**
 * Uploads bundles and registers them as a temporary feed of the running server (preview specification, "URL state of the
 * shell"). A file that is not a bundle does not affect the others.
 *
 * @param id the id of the feed
 */
export async function uploadFeed(
  files: readonly File[],
  id: string,
  client: ProtocolClient,
): Promise<UploadedFeed> {
  const uploads = await Promise.all(files.map((file) => upload(file, client)));
  const uploaded = uploads.flatMap(({ bundle }) => bundle ?? []);
  const cards = uploaded.filter(isFeedCard);
  const bundles = cards.filter(({ id }, index) => cards.findIndex((card) => card.id === id) === index)
    .map(({ id, label }) => ({ id, label }));
  const errors = [
    ...uploads.flatMap(({ error }) => error ?? []),
    ...uploaded.filter((bundle) => !isFeedCard(bundle)).map(describeOther),
    ...describeCopies(files, uploads),
  ];
  if (bundles.length === 0) return { feed: null, errors };
  try {
    return { feed: await client.createFeedBatch({ id, label: createFeedLabel(bundles), bundles }), errors };
  } catch (error) {
    return { feed: null, errors: [...errors, errorMessage(error)] };
  }
}

async function upload(
  file: File,
  client: ProtocolClient,
): Promise<{ bundle?: PublicBundle; error?: string }> {
  try {
    return { bundle: await client.upload(file) };
  } catch (error) {
    return { error: `${file.name}: ${errorMessage(error)}` };
  }
}

function isFeedCard({ manifest }: PublicBundle): boolean {
  return manifest.cardType === "feed";
}

function describeOther({ label, manifest }: PublicBundle): string {
  return `${label}: its cardType is ${
    quote(manifest.cardType)
  }, and a feed has cards of the type "feed" only; ` +
    "the picker of the Stage has it under Uploaded";
}

/** Files of the same bytes are one bundle, and so one card. */
function describeCopies(
  files: readonly File[],
  uploads: readonly { bundle?: PublicBundle }[],
): string[] {
  const named = uploads.flatMap(({ bundle }, index) =>
    bundle ? [{ id: bundle.id, name: files[index]!.name }] : []
  );
  return [...Map.groupBy(named, ({ id }) => id).values()].filter(({ length }) => length > 1)
    .map((same) => `${same.map(({ name }) => name).join(" and ")}: the same bytes, which are one card`);
}

function createFeedLabel([first, ...others]: readonly { label: string }[]): string {
  return others.length === 0 ? `${first?.label}` : `${first?.label} and ${others.length} more`;
}
