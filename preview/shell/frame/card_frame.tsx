import { type ReactElement, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import type { WidgetSize } from "@tck/kit";
import { useShell, useShellDependencies } from "../shell_context.ts";
import { addLogEntry, recordAction, recordManifest } from "../state/records.ts";
import type { UrlState } from "../state/url_state.ts";
import { CardSlot } from "./card_slot.tsx";
import { type CardMessage, type FrameView, postToFrame, readCardMessage } from "./frame_channel.ts";
import { FrameWatch } from "./frame_watch.ts";

/** The parameters of the page in a frame. The page around it has the width, zoom and vision. */
export const FRAME_PAGE = {
  view: "stage",
  chrome: "none",
  mount: "inline",
  width: null,
  zoom: "100",
  vision: "full",
} as const satisfies Partial<UrlState>;

/** A URL cannot contain an empty list; `und`, which no card supports, has the same fallback. */
export function frameLocale(languages: readonly string[] | null): string | null {
  return languages === null ? null : languages.join(",") || "und";
}

/** What a frame has reported of its card. */
export type CardStatus = Extract<CardMessage, { type: "tck:frame-card" }>;

interface CardFrameProps {
  /** Which of the page's frames it is, from 0. */
  readonly place: number;
  /** The query of the page with `chrome=none`, as first shown. */
  readonly address: string;
  /** What is sent to it. */
  readonly view: FrameView;
  readonly size: WidgetSize | null;
  readonly title: string;
  readonly onStatus?: (status: CardStatus) => void;
}

/** A page in a frame. The next one replaces it. */
interface FramePage {
  readonly origin: string;
  readonly attempt: number;
}

/**
 * A card in an iframe of the shell. Changes of the view are sent to it as messages, so that the widget keeps its state. A
 * frame that does not respond is replaced after the next edit, or when the reader says so.
 */
export function CardFrame({ place, address, view, size, title, onStatus }: CardFrameProps): ReactElement {
  const { store, frameSites, siteDocument } = useShellDependencies();
  const [page, setPage] = useState<FramePage>(() => ({ origin: frameSites.originOf(place), attempt: 0 }));
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState<number | null>(null);
  const [isFailed, setFailed] = useState(false);
  const replace = useEffectEvent(() => {
    frameSites.leave(place);
    setPage(({ attempt }) => ({ origin: frameSites.originOf(place), attempt: attempt + 1 }));
  });
  const { isStalled, answer } = useFrameWatch(frame, page, () => replace());
  const postView = useEffectEvent(() =>
    postToFrame(frame.current!.contentWindow, page.origin, {
      type: "tck:frame-view",
      view,
      windowHeight: innerHeight,
    })
  );
  const receive = useEffectEvent((event: MessageEvent) => {
    const message = readCardMessage(event, frame.current?.contentWindow ?? null, page.origin);
    if (message?.type === "tck:frame-pong") answer();
    if (message?.type === "tck:frame-ready") postView();
    if (message?.type === "tck:frame-manifest") recordManifest(store, message.widget, message.manifest);
    if (message?.type === "tck:frame-action") recordAction(store, message.action);
    if (message?.type === "tck:frame-log") addLogEntry(store, message.message);
    if (message?.type === "tck:frame-palette") store.setState({ overlay: "palette" });
    if (message?.type !== "tck:frame-card") return;
    setHeight(message.height);
    setFailed(message.marks.error !== null);
    onStatus?.(message);
  });
  useEffect(() => {
    const listener = (event: MessageEvent) => receive(event);
    globalThis.addEventListener("message", listener);
    return () => globalThis.removeEventListener("message", listener);
  }, []);
  useEffect(() => postView(), [view]);
  useEffect(() => {
    const listener = () => postView();
    globalThis.addEventListener("resize", listener);
    return () => globalThis.removeEventListener("resize", listener);
  }, []);
  return (
    <CardSlot size={size} isFailed={isFailed}>
      <iframe
        key={page.attempt}
        ref={frame}
        className="shell-frame"
        {...siteDocument === null
          ? { src: new URL(address, new URL(location.pathname, page.origin)).href }
          : { srcDoc: siteDocument, "data-query": address }}
        title={title}
        // The server shows the page in frames of its own only.
        referrerPolicy="origin"
        // A frame of another colour scheme than its page is opaque.
        style={{ colorScheme: view.url.theme, ...(height !== null && { blockSize: height }) }}
      />
      {isStalled && <StalledNotice onReload={() => replace()} />}
    </CardSlot>
  );
}

function StalledNotice({ onReload }: { onReload: () => void }): ReactElement {
  return (
    <div className="shell-stalled" role="alert">
      <p>The card does not respond. It is loaded again after the next edit.</p>
      <button type="button" className="shell-button" onClick={onReload}>Reload</button>
    </div>
  );
}

/** Whether a page in a frame does not respond. `answer` takes each of its answers. */
function useFrameWatch(
  frame: RefObject<HTMLIFrameElement | null>,
  page: FramePage,
  onReplace: () => void,
): { readonly isStalled: boolean; readonly answer: () => void } {
  const edits = useShell((state) => state.edits);
  const [isStalled, setStalled] = useState(false);
  const watch = useRef<FrameWatch | null>(null);
  const replace = useEffectEvent(onReplace);
  useEffect(() => {
    const current = new FrameWatch({
      ping: () => postToFrame(frame.current!.contentWindow, page.origin, { type: "tck:frame-ping" }),
      onStall: setStalled,
      onReplace: () => replace(),
    });
    watch.current = current;
    current.start();
    return () => {
      current.stop();
      setStalled(false);
    };
  }, [frame, page]);
  useEffect(() => watch.current?.edited(), [edits]);
  return { isStalled, answer: () => watch.current?.answer() };
}
