/**
 * `@tck/feed`: shows the cards of a batch in an element of an application, and ends them again. The code of the canvas is
 * the server's, so that it is always the one that the server's batches need; the package loads it.
 *
 * @module
 */
import { HOST_ASSET_PREFIX } from "../../../core/contract/mod.ts";
import { type FeedOptions, MOUNT_FEED, type MountedFeed, type MountFeed } from "./feed_options.ts";

export type { FeedCardEvent, FeedOptions, MountedFeed } from "./feed_options.ts";

const SCRIPT_URL = `${HOST_ASSET_PREFIX}mount-feed.mjs`;

/** A mounted feed, also before the server's code is there. */
export interface Feed extends MountedFeed {
  /** Resolves when the feed has started. Rejects when the server's code cannot be loaded. */
  readonly started: Promise<void>;
}

/**
 * Shows the cards of a batch in an element, after what is in it.
 *
 * @example
 * ```ts
 * import { mountFeed } from "@tck/feed";
 * const feed = mountFeed(document.querySelector("main")!, { batchId: "20260131-morning-brief" });
 * feed.show("20260130-evening-brief");
 * feed.unmount();
 * ```
 */
export function mountFeed(element: Element, options: FeedOptions = {}): Feed {
  let isEnded = false;
  let { batchId } = options;
  let mounted: MountedFeed | null = null;
  const start = async () => {
    const mount = await loadMount(options.nonce);
    if (isEnded) return;
    const first = batchId;
    const feed = await mount(element, { ...options, batchId: first }).catch(loadAgainNext);
    if (isEnded) return feed.unmount();
    mounted = feed;
    // Another batch may have been asked for while the canvas was loaded.
    if (batchId !== first) feed.show(batchId);
  };
  const started = start();
  started.catch(reportError);
  return {
    started,
    show(next) {
      batchId = next;
      mounted?.show(next);
    },
    unmount() {
      isEnded = true;
      mounted?.unmount();
      mounted = null;
    },
  };
}

let loading: Promise<MountFeed> | null = null;
let failures = 0;

/** After a failure, the next feed loads again, from another address: Firefox keeps that a module could not be loaded. */
function loadMount(nonce: string | undefined): Promise<MountFeed> {
  const url = failures === 0 ? SCRIPT_URL : `${SCRIPT_URL}?again=${failures}`;
  loading ??= addScript(url, nonce).catch(loadAgainNext);
  return loading;
}

function loadAgainNext(error: unknown): never {
  loading = null;
  failures++;
  throw error;
}

/** Uses an element, since bundlers change an `import()`. */
async function addScript(url: string, nonce: string | undefined): Promise<MountFeed> {
  const script = document.createElement("script");
  script.type = "module";
  script.src = url;
  if (nonce !== undefined) script.nonce = nonce;
  await new Promise((resolve, reject) => {
    script.addEventListener("load", resolve, { once: true });
    const reason = new Error(`Cannot mount a feed: "${SCRIPT_URL}" could not be loaded from this origin`);
    script.addEventListener("error", () => reject(reason), { once: true });
    document.head.append(script);
  }).finally(() => script.remove());
  const mount: MountFeed | undefined = Reflect.get(globalThis, MOUNT_FEED);
  if (mount === undefined) throw new Error(`Cannot mount a feed: "${SCRIPT_URL}" is not the canvas's`);
  return mount;
}
