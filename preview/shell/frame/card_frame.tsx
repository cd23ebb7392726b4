import { type ReactElement, useEffect, useEffectEvent, useRef, useState } from "react";
import type { WidgetSize } from "@tck/kit";
import { useShellDependencies } from "../shell_context.ts";
import { addLogEntry, recordAction } from "../state/records.ts";
import type { UrlState } from "../state/url_state.ts";
import { CardSlot } from "./card_slot.tsx";
import { type CardMessage, type FrameView, postView, readCardMessage } from "./frame_channel.ts";

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
  /** The page with `chrome=none`, as first shown. */
  readonly address: string;
  /** What is sent to it. */
  readonly view: FrameView;
  readonly size: WidgetSize | null;
  readonly title: string;
  readonly onStatus?: (status: CardStatus) => void;
}

/**
 * A card in an iframe of the shell. Changes of the view are sent to it as messages, so that the widget keeps its state.
 */
export function CardFrame({ address, view, size, title, onStatus }: CardFrameProps): ReactElement {
  const { store } = useShellDependencies();
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState<number | null>(null);
  const receive = useEffectEvent((event: MessageEvent) => {
    const message = readCardMessage(event, frame.current?.contentWindow ?? null);
    if (message?.type === "tck:frame-ready") postView(frame.current!.contentWindow, view);
    if (message?.type === "tck:frame-action") recordAction(store, message.action);
    if (message?.type === "tck:frame-log") addLogEntry(store, message.message);
    if (message?.type === "tck:frame-palette") store.setState({ overlay: "palette" });
    if (message?.type !== "tck:frame-card") return;
    setHeight(message.height);
    onStatus?.(message);
  });
  useEffect(() => {
    const listener = (event: MessageEvent) => receive(event);
    globalThis.addEventListener("message", listener);
    return () => globalThis.removeEventListener("message", listener);
  }, []);
  useEffect(() => postView(frame.current!.contentWindow, view), [view]);
  return (
    <CardSlot size={size}>
      <iframe
        ref={frame}
        className="shell-frame"
        src={address}
        title={title}
        // A frame of another colour scheme than its page is opaque.
        style={{ colorScheme: view.url.theme, ...(height !== null && { blockSize: height }) }}
      />
    </CardSlot>
  );
}
