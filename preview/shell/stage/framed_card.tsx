import { type ReactElement, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { WidgetSize } from "@tck/kit";
import { useShell, useShellDependencies } from "../shell_context.ts";
import { recordAction } from "../state/fired_actions.ts";
import { addLogEntry } from "../state/log.ts";
import { hrefFor } from "../state/navigation.ts";
import { CardSlot } from "./card_slot.tsx";
import { type CardMessage, type FrameView, postView, readCardMessage } from "./frame_channel.ts";
import { type StageProgress, useReadySignal } from "./ready_signal.ts";

interface FramedCardProps {
  readonly cardKey: string;
  readonly size: WidgetSize | null;
  readonly stateName: string | null;
  readonly title: string;
}

type CardStatus = Extract<CardMessage, { type: "tck:frame-card" }>;

/**
 * The widget in an iframe of the shell with `chrome=none`. Changes of the view are sent to it as messages, so that the
 * widget keeps its state.
 */
export function FramedCard({ cardKey, size, stateName, title }: FramedCardProps): ReactElement {
  const { store } = useShellDependencies();
  const frame = useRef<HTMLIFrameElement>(null);
  const [status, setStatus] = useState<CardStatus | null>(null);
  const view = useFrameView(cardKey, size, stateName);
  const receive = useEffectEvent((event: MessageEvent) => {
    const message = readCardMessage(event, frame.current?.contentWindow ?? null);
    if (message?.type === "tck:frame-ready") postView(frame.current!.contentWindow, view);
    if (message?.type === "tck:frame-card") setStatus(message);
    if (message?.type === "tck:frame-action") recordAction(store, message.action);
    if (message?.type === "tck:frame-log") addLogEntry(store, message.message);
  });
  useEffect(() => {
    const listener = (event: MessageEvent) => receive(event);
    globalThis.addEventListener("message", listener);
    return () => globalThis.removeEventListener("message", listener);
  }, []);
  useEffect(() => postView(frame.current!.contentWindow, view), [view]);
  useReadySignal(progressOf(status));
  const [address] = useState(() => {
    const state = store.getState();
    return hrefFor(state, { chrome: "none", mount: "inline", locale: frameLocale(state.languages) });
  });
  return (
    <CardSlot size={size}>
      <iframe
        ref={frame}
        className="shell-frame"
        src={address}
        title={title}
        style={status === null ? undefined : { blockSize: status.height }}
      />
    </CardSlot>
  );
}

function useFrameView(cardKey: string, size: WidgetSize | null, state: string | null): FrameView {
  const theme = useShell(({ url }) => url.theme);
  const feedWidth = useShell(({ url }) => url.feedWidth);
  const stateData = useShell(({ url }) => url.stateData);
  const languages = useShell((state) => state.languages);
  const values = useShell(({ slotOverrides }) => slotOverrides.get(cardKey));
  return useMemo(() => ({
    url: { theme, feedWidth, size, state, stateData },
    languages,
    slots: values === undefined ? null : { card: cardKey, values },
  }), [theme, feedWidth, size, state, stateData, languages, values, cardKey]);
}

function progressOf(status: CardStatus | null): StageProgress {
  if (status === null) return { status: "loading" };
  if (status.marks.error !== null) return { status: "failed", error: status.marks.error };
  return { status: status.marks.ready ? "mounted" : "loading" };
}

/** A URL cannot contain an empty list; `und`, which no card supports, has the same fallback. */
function frameLocale(languages: readonly string[] | null): string | null {
  return languages === null ? null : languages.join(",") || "und";
}
