import { useEffect, useState } from "react";
import { errorMessage } from "../../../core/errors/mod.ts";
import type { WidgetManifest } from "../../../core/manifest/mod.ts";
import type { ChatCardRequest, LiveDiagnostic } from "../../protocol.ts";
import { useShell, useShellDependencies } from "../shell_context.ts";
import { recordManifest } from "../state/records.ts";

/** A valid card, as it is sent to a chat. */
export interface BuiltCard {
  readonly manifest: WidgetManifest;
  readonly bundleHash: string;
  /** The `.tckb` in base64. */
  readonly envelope: string;
}

/** Why there is no card: what the build says, or why the server did not answer. */
export type CardFault = readonly LiveDiagnostic[] | string;

/** The card, and what is wrong with its last edit. */
export interface ChatCardState {
  /** The last valid one; null before it. */
  readonly card: BuiltCard | null;
  /** Null when the card is that of the current source. */
  readonly fault: CardFault | null;
}

const LOADING: ChatCardState = { card: null, fault: null };

/** Loads the card of a widget or bundle, again after each edit of the widget's sources. */
export function useChatCard({ kind, id }: ChatCardRequest): ChatCardState {
  const { client, store } = useShellDependencies();
  const edits = useShell(({ sourceEdits }) => kind === "live" ? sourceEdits.get(id) : undefined);
  const [state, setState] = useState(LOADING);
  useEffect(() => {
    let isCurrent = true;
    const show = (card: BuiltCard) => {
      setState({ card, fault: null });
      if (kind === "live") recordManifest(store, id, card.manifest);
    };
    const fail = (fault: CardFault) => setState(({ card }) => ({ card, fault }));
    client.readChatCard({ kind, id }).then(
      (answer) => isCurrent && ("diagnostics" in answer ? fail(answer.diagnostics) : show(answer)),
      (error) => isCurrent && fail(errorMessage(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [client, store, kind, id, edits]);
  return state;
}
