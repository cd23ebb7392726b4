import type { Batch } from "../../../core/feed/mod.ts";
import { type CardEvent, dispatchCardEvent } from "../../../web/canvas/card_events.ts";
import type { FrameMessage } from "../../../web/canvas/messages.ts";
import type { BundleStore } from "../../../web/canvas/page/bundle_store.ts";
import { SealedCanvas } from "../../../web/canvas/page/sealed_canvas.ts";
import { type FrameChannel, type FramePage, settle } from "./frame_page.ts";
import { PageElement } from "./page_elements.ts";

export const [A, B, OTHER] = ["A".repeat(64), "B".repeat(64), "C".repeat(64)];

/** A sealed canvas of a test, and what it has asked for. */
interface CreatedCanvas {
  readonly root: PageElement;
  readonly canvas: SealedCanvas;
  readonly loads: {
    batches: number;
    readonly bundles: string[];
    readonly prefetched: (readonly string[])[];
    failure: Error | null;
    completed: number;
  };
  readonly reader: { theme: "light" | "dark" };
  /** Has a frame start, and returns what it was sent and a function that sends. */
  startFrame(): Promise<{ readonly sent: FrameChannel["sent"]; send(message: FrameMessage): Promise<void> }>;
  /**
   * Lets time pass without an answer, by default until the frame is lost.
   *
   * @param meanwhile what happens when it is lost, before it is known whose loss it is
   */
  stall(ms?: number, meanwhile?: () => void): Promise<void>;
  /** Has the frame load another document. */
  navigate(): void;
}

/** A sealed canvas with one batch of two widgets of one bundle and one of another. */
export function createCanvas(
  page: FramePage,
  { failure = null, paint = null, isSentAway = true, onCard = dispatchCardEvent, ...more }: {
    failure?: Error | null;
    paint?: PageElement | null;
    isSentAway?: boolean;
    onCard?: (event: CardEvent) => void;
    reload?: () => void;
  } = {},
): CreatedCanvas {
  const root = new PageElement("main");
  const widget = (id: string, hash: string, href: string) => ({
    id,
    manifest: { slots: { actions: [{ href }] } },
    bundle: { hash },
  });
  const batch = {
    widgets: [widget("a1", A, "/a"), widget("a2", A, "/b"), widget("b", B, "/c")],
  } as unknown as Batch;
  const loads = {
    batches: 0,
    bundles: [] as string[],
    prefetched: [] as (readonly string[])[],
    failure,
    completed: 0,
  };
  const reader = { theme: "light" as "light" | "dark" };
  const canvas = new SealedCanvas(root as unknown as HTMLElement, {
    frameUrl: "/f",
    language: "en",
    isGuarded: false,
    paint: paint as unknown as Element | null,
  }, {
    loadBatches: () => {
      loads.batches++;
      return loads.failure ? Promise.reject(loads.failure) : Promise.resolve([batch]);
    },
    signIn: () => isSentAway,
    loadAssets: () => Promise.resolve({}),
    bundles: {
      prefetch: (hashes: readonly string[]) => loads.prefetched.push(hashes),
      load: (hash: string) => (loads.bundles.push(hash), Promise.resolve(new ArrayBuffer(1))),
    } as unknown as BundleStore,
    onCard,
    readTheme: () => reader.theme,
    readWindowHeight: () => 700,
    onComplete: () => loads.completed++,
    ...more,
  });
  const startFrame = async () => {
    const channel = await page.greet();
    return {
      sent: channel.sent,
      async send(message: FrameMessage) {
        channel.receive(message);
        await settle();
      },
    };
  };
  const stall = async (ms = 9_000, meanwhile = () => {}) => {
    for (let passed = 0; passed < ms && page.delays().includes(500); passed += 500) {
      page.clock.now += 500;
      page.end(500);
    }
    // For so long other feeds could say that they have lost a frame too.
    if (!page.delays().includes(500)) {
      meanwhile();
      page.end(2_000);
    }
    await settle();
  };
  const navigate = () => {
    const frame = page.frames.at(-1)!;
    frame.dispatchEvent(new Event("load"));
    frame.dispatchEvent(new Event("load"));
  };
  return { root, canvas, loads, reader, startFrame, stall, navigate };
}
