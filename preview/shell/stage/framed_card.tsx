import { type ReactElement, useEffect, useRef, useState } from "react";
import type { WidgetSize } from "@tck/kit";
import { useShellDependencies, useShellState } from "../shell_context.ts";
import { CardSlot } from "./card_slot.tsx";
import { type CardMessage, readCardMessage } from "./frame_messages.ts";
import { type StageProgress, useReadySignal } from "./ready_signal.ts";

/** The widget in an iframe of the shell with `chrome=none`. It is keyed by its state, so each change reloads the frame. */
export function FramedCard({ size, title }: { size: WidgetSize | null; title: string }): ReactElement {
  const { shell } = useShellDependencies();
  const { languages } = useShellState();
  const frame = useRef<HTMLIFrameElement>(null);
  const [message, setMessage] = useState<CardMessage | null>(null);
  useEffect(() => {
    const receive = (event: MessageEvent) => {
      const message = readCardMessage(event, frame.current?.contentWindow ?? null);
      if (message !== null) setMessage(message);
    };
    globalThis.addEventListener("message", receive);
    return () => globalThis.removeEventListener("message", receive);
  }, []);
  useReadySignal(progressOf(message));
  const address = shell.hrefFor({ chrome: "none", mount: "inline", locale: frameLocale(languages) });
  return (
    <CardSlot size={size}>
      <iframe
        ref={frame}
        className="shell-frame"
        src={address}
        title={title}
        style={message === null ? undefined : { blockSize: message.height }}
      />
    </CardSlot>
  );
}

function progressOf(message: CardMessage | null): StageProgress {
  if (message === null) return { status: "loading" };
  if (message.marks.error !== null) return { status: "failed", error: message.marks.error };
  return { status: message.marks.ready ? "mounted" : "loading" };
}

/** A URL cannot contain an empty list; `und`, which no card supports, has the same fallback. */
function frameLocale(languages: readonly string[] | null): string | null {
  return languages === null ? null : languages.join(",") || "und";
}
