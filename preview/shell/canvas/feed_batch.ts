import type { FeedView } from "../../protocol.ts";
import type { ProtocolClient } from "../protocol_client.ts";

/** What became of some files. */
export interface FeedBatchOutcome {
  /** The temporary feed; null when none of the files is a bundle. */
  readonly feed: FeedView | null;
  /** What is wrong with the other files. */
  readonly errors: readonly string[];
}

/**
 * Uploads bundles and registers them as a temporary feed of the running server (preview specification, "URL state of the
 * shell"). A file that is no bundle keeps none of the others back.
 *
 * @param id identifies the feed
 */
export async function createFeedOf(
  files: readonly File[],
  id: string,
  client: ProtocolClient,
): Promise<FeedBatchOutcome> {
  const uploads = await Promise.all(files.map((file) => upload(file, client)));
  const bundles = uploads.flatMap(({ bundle }) => bundle ?? []);
  const errors = uploads.flatMap(({ error }) => error ?? []);
  if (bundles.length === 0) return { feed: null, errors };
  try {
    return { feed: await client.createFeedBatch({ id, label: describeBundles(bundles), bundles }), errors };
  } catch (error) {
    return { feed: null, errors: [...errors, (error as Error).message] };
  }
}

async function upload(
  file: File,
  client: ProtocolClient,
): Promise<{ bundle?: { id: string; label: string }; error?: string }> {
  try {
    const { id, label } = await client.upload(file);
    return { bundle: { id, label } };
  } catch (error) {
    return { error: `${file.name}: ${(error as Error).message}` };
  }
}

function describeBundles([first, ...others]: readonly { label: string }[]): string {
  return others.length === 0 ? `${first?.label}` : `${first?.label} and ${others.length} more`;
}
