import { type ReactElement, useEffect, useEffectEvent, useRef, useState } from "react";
import { errorMessage } from "../../../core/errors/mod.ts";
import { useShellDependencies } from "../shell_context.ts";
import { type ChatContext, ChatHost } from "./chat_host.ts";
import type { ChatCard } from "./chat_tools.ts";

interface CardViewProps {
  readonly card: ChatCard;
  readonly context: ChatContext;
  /** Called with the address of a link of the card that the reader has followed. */
  readonly onLink: (url: string) => void;
}

/** The height of the view before it reports its own, in CSS pixels. */
const FIRST_HEIGHT = 128;

/**
 * The card in the view that chats show, in a frame of an opaque origin. The view stays when the card, its width or the theme
 * changes.
 */
export function CardView({ card, context, onLink }: CardViewProps): ReactElement {
  const { client } = useShellDependencies();
  const frame = useRef<HTMLIFrameElement>(null);
  const host = useRef<ChatHost>(null);
  const [height, setHeight] = useState(FIRST_HEIGHT);
  const [fault, setFault] = useState<string | null>(null);
  const followLink = useEffectEvent(onLink);
  const createHost = useEffectEvent(() =>
    new ChatHost(context, { onHeight: setHeight, onLink: (url) => followLink(url) })
  );
  useEffect(() => {
    const opened = host.current = createHost();
    let isCurrent = true;
    const open = async () => {
      const address = await client.framedChatView();
      if (!isCurrent) return;
      await opened.open(frame.current!);
      frame.current!.src = address;
    };
    open().catch((error) => isCurrent && setFault(errorMessage(error)));
    return () => {
      isCurrent = false;
      opened.close();
    };
  }, [client]);
  useEffect(() => host.current?.changeContext(context), [context]);
  useEffect(() => host.current?.show(card), [card]);
  return (
    <>
      {fault !== null && <p className="shell-error" role="alert">{fault}</p>}
      <iframe
        ref={frame}
        className="shell-chat-view"
        title={`${card.widget} in the chat`}
        sandbox="allow-scripts allow-forms"
        referrerPolicy="no-referrer"
        style={{ blockSize: height }}
      />
    </>
  );
}
