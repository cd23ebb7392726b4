import { useState } from "react";
import { errorMessage } from "../../../core/errors/mod.ts";
import type { FeedView } from "../../protocol.ts";
import { useShellDependencies } from "../shell_context.ts";
import { createFeedId, uploadFeed } from "./upload_feed.ts";

interface Uploads {
  /** What is wrong with the last files, or why the last feed could not be removed. */
  readonly errors: readonly string[];
  /** Uploads files and shows their feed. */
  readonly upload: (files: readonly File[]) => void;
  /** Removes a feed of such files. If it is shown, the next one is, when it is gone. */
  readonly remove: (id: string) => void;
}

/** Feeds of files of the reader. @param view the open view */
export function useUploads(view: FeedView | null): Uploads {
  const { client, server, navigation } = useShellDependencies();
  const [errors, setErrors] = useState<readonly string[]>([]);
  const upload = async (files: readonly File[]) => {
    if (files.length === 0) return;
    const { feed, errors } = await uploadFeed(files, createFeedId(), client);
    setErrors(errors);
    await server.refresh();
    if (feed !== null) navigation.navigate({ view: "feed", canvasTab: "feed", canvasView: feed.id });
  };
  const remove = async (id: string) => {
    const fault = await client.deleteFeedBatch(id).then(() => null, errorMessage);
    setErrors(fault === null ? [] : [fault]);
    await server.refresh();
    if (fault === null && id === view?.id) navigation.navigate({ canvasView: null, card: null });
  };
  return { errors, upload: (files) => void upload(files), remove: (id) => void remove(id) };
}
