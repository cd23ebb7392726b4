import { type ReactElement, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { cardTitle } from "@tck/kit/host-mount";
import type { ChatCardRequest } from "../../protocol.ts";
import { useDocumentTitle } from "../controls/document_title.ts";
import { EmptyMessage } from "../controls/empty_message.tsx";
import { MissingWidget } from "../controls/missing_widget.tsx";
import { useShell, useShellDependencies } from "../shell_context.ts";
import { chooseSize, chooseState } from "../state/shown_variant.ts";
import type { StageSubject } from "../state/stage_subject.ts";
import { useWindowSize } from "../surface/use_window.ts";
import { CardFaultReport } from "./card_fault.tsx";
import { CardView } from "./card_view.tsx";
import type { ChatContext } from "./chat_host.ts";
import { type ChatCard, textOf } from "./chat_tools.ts";
import { type BuiltCard, useChatCard } from "./use_chat_card.ts";

/** The Stage's widget as a chat shows it: its bundle in the view of MCP Apps, with the text for chats without views. */
export function Chat({ subject }: { subject: StageSubject }): ReactElement {
  switch (subject.kind) {
    case "live": {
      const { name } = subject.widget;
      return <Conversation key={`live ${name}`} name={name} request={{ kind: "live", id: name }} />;
    }
    case "bundle": {
      const { id, label, path } = subject.bundle;
      return <Conversation key={`bundle ${path ?? id}`} name={label} request={{ kind: "bundle", id }} />;
    }
    case "pending":
      return <p className="shell-message" role="status">Loading…</p>;
    case "missing":
      return <MissingWidget name={subject.name} />;
    case "none":
      return <EmptyMessage>There is no widget to show in a chat.</EmptyMessage>;
  }
}

interface ConversationProps {
  /** The name of the widget, or the label of the bundle. */
  readonly name: string;
  readonly request: ChatCardRequest;
}

/** A question of the reader, and the answer with the card. */
function Conversation({ name, request }: ConversationProps): ReactElement {
  const { card: built, fault } = useChatCard(request);
  const article = useRef<HTMLElement>(null);
  const chosen = useShell(({ url }) => Number(url.chatWidth));
  const width = Math.min(chosen, useRoom(article) ?? chosen);
  const context = useChatContext(width);
  const title = built === null ? name : cardTitle(built.manifest, context.locale);
  useDocumentTitle(`${title} in a chat`);
  useWidgetInAddress(request.id);
  return (
    <div className="shell-chat-scroller" tabIndex={0} role="region" aria-label={`${title} in a chat`}>
      <article ref={article} className="shell-chat" style={{ inlineSize: chosen }}>
        <h1 className="shell-visually-hidden">{title} in a chat</h1>
        {width < chosen && (
          <p className="shell-hint">
            {width} px: there is no room for {chosen} px here; widen the window, or hide open panels (a).
          </p>
        )}
        <p className="shell-chat-reader">Show me “{title}”.</p>
        {fault !== null && <CardFaultReport fault={fault} isOutdated={built !== null} />}
        {built !== null
          ? <Answer name={name} built={built} context={context} />
          : fault === null && <p className="shell-hint" role="status">The card is being built…</p>}
      </article>
    </div>
  );
}

/** Writes which widget is shown to an address that does not say it. */
function useWidgetInAddress(widget: string): void {
  const { store, navigation } = useShellDependencies();
  const isMissing = useShell(({ url }) => url.widget === null);
  useEffect(() => {
    const { size, state, stateData } = store.getState().url;
    if (isMissing) navigation.navigate({ widget, size, state, stateData }, "replace");
  }, [store, navigation, isMissing, widget]);
}

interface AnswerProps {
  readonly name: string;
  readonly built: BuiltCard;
  readonly context: ChatContext;
}

/** The assistant's answer: the card, and its text below. */
function Answer({ name, built, context }: AnswerProps): ReactElement {
  const card = useShownCard(name, built, context.locale);
  const [link, setLink] = useState<string | null>(null);
  return (
    <>
      <p>Here is the card:</p>
      <CardView card={card} context={context} onLink={setLink} />
      <p className="shell-chat-link" role="status">
        {link !== null && (
          <>
            A chat would ask before it opens{" "}
            <a href={link} target="_blank" rel="noopener noreferrer">{link}</a>
          </>
        )}
      </p>
      <details className="shell-chat-text" open>
        <summary>The text for the model, and for chats without cards</summary>
        <pre>{textOf(card)}</pre>
      </details>
    </>
  );
}

/** A padding of 3vw is rounded in one place of a layout and not in another, in CSS pixels. */
const ROUNDING = 0.1;

/** The width that an element has inside its padding, in whole CSS pixels; null until it is known. */
function useRoom(element: RefObject<HTMLElement | null>): number | null {
  const [room, setRoom] = useState<number | null>(null);
  useEffect(() => {
    const sizes = new ResizeObserver(([entry]) => setRoom(Math.floor(entry!.contentRect.width + ROUNDING)));
    sizes.observe(element.current!);
    return () => sizes.disconnect();
  }, [element]);
  return room;
}

function useChatContext(width: number): ChatContext {
  const theme = useShell(({ url }) => url.theme);
  const languages = useShell((state) => state.languages);
  // An empty list is for a reader of none of the card's languages.
  const locale = languages === null ? navigator.language : languages[0] ?? "und";
  const { height: windowHeight } = useWindowSize();
  return useMemo(() => ({ theme, width, locale, windowHeight }), [theme, width, locale, windowHeight]);
}

/** The card in the size and state of the address. */
function useShownCard(widget: string, built: BuiltCard, language: string): ChatCard {
  const size = chooseSize(built.manifest, useShell(({ url }) => url.size));
  const state = chooseState(built.manifest, useShell(({ url }) => url.state));
  return useMemo(() => {
    const { manifest, envelope, bundleHash: hash } = built;
    return { widget, manifest, envelope, hash, size, state, language };
  }, [widget, built, size, state, language]);
}
