import { errorMessage } from "../../../core/errors/mod.ts";
import type { FeedView } from "../../protocol.ts";
import type { ProtocolClient } from "../protocol_client.ts";

interface UploadedFeed {
  /** The temporary feed; null if none of the files is a bundle. */
  readonly feed: FeedView | null;
  /** The errors of the other files. */
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
  const bundles = uploads.flatMap(({ bundle }) => bundle ?? []);
  const errors = uploads.flatMap(({ error }) => error ?? []);
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
): Promise<{ bundle?: { id: string; label: string }; error?: string }> {
  try {
    const { id, label } = await client.upload(file);
    return { bundle: { id, label } };
  } catch (error) {
    return { error: `${file.name}: ${errorMessage(error)}` };
  }
}

function createFeedLabel([first, ...others]: readonly { label: string }[]): string {
  return others.length === 0 ? `${first?.label}` : `${first?.label} and ${others.length} more`;
}
