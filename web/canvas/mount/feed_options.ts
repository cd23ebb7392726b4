/** What became of a card. */
export interface FeedCardEvent {
  /** The id of its widget. */
  readonly widgetId: string;
  readonly state: "mounted" | "failed";
  /** Why it failed, or null. */
  readonly failure: "fetch" | "integrity" | "manifest" | "render" | "timeout" | "import" | null;
}

/** What a feed shows, and how. */
export interface FeedOptions {
  /**
   * The batch, such as `20260131-morning-brief`.
   *
   * @default the newest one
   */
  readonly batchId?: string | undefined;
  /**
   * Whether the cards run in a sandboxed frame without the page's rights, or in the page itself with all of them.
   *
   * @default "sealed"
   */
  readonly canvas?: "sealed" | "open" | undefined;
  /** The nonce of the page's content security policy, if it has one. */
  readonly nonce?: string | undefined;
  /** Called when a card is mounted and when it fails. */
  readonly onCard?: ((event: FeedCardEvent) => void) | undefined;
  /**
   * Called when nobody is signed in. The feed says so in its place.
   *
   * @default goes to `/login`
   */
  readonly onSignedOut?: (() => void) | undefined;
}

/** A feed in a page. */
export interface MountedFeed {
  /** Shows another batch in place of the present one; without an id the newest one. */
  show(batchId?: string): void;
  /** Ends the feed and leaves the element as it was. A second call has no effect. */
  unmount(): void;
}

/** What is mounted by the code that the server has. */
export type MountFeed = (element: Element, options: FeedOptions) => Promise<MountedFeed>;

/** Where the server's script leaves its function: a script element gives nothing to the code that adds it. */
export const MOUNT_FEED: symbol = Symbol.for("tck:mount-feed");
