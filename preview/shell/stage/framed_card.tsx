import { type ReactElement, useEffect, useMemo, useState } from "react";
import type { WidgetSize } from "@tck/kit";
import { useShell, useShellDependencies } from "../shell_context.ts";
import { hrefFor } from "../state/navigation.ts";
import { CardFrame, type CardStatus, FRAME_PAGE, frameLocale } from "../frame/card_frame.tsx";
import type { FrameView } from "../frame/frame_channel.ts";
import { type StageProgress, useReadySignal } from "./ready_signal.ts";

interface FramedCardProps {
  readonly cardKey: string;
  readonly size: WidgetSize | null;
  readonly stateName: string | null;
  readonly title: string;
}

/** The Stage's widget in an iframe of the shell with `chrome=none`. */
export function FramedCard({ cardKey, size, stateName, title }: FramedCardProps): ReactElement {
  const { store } = useShellDependencies();
  const [status, setStatus] = useState<CardStatus | null>(null);
  useFramedFacts(status);
  const view = useFrameView(cardKey, size, stateName);
  useReadySignal(progressOf(status));
  const [address] = useState(() => {
    const state = store.getState();
    return hrefFor(state, { ...FRAME_PAGE, locale: frameLocale(state.languages) });
  });
  return <CardFrame place={0} address={address} view={view} size={size} title={title} onStatus={setStatus} />;
}

/** Keeps what is known of the card for the palette, until another one is shown. */
function useFramedFacts(status: CardStatus | null): void {
  const { store } = useShellDependencies();
  const card = status?.card ?? null;
  useEffect(() => store.setState({ framedCard: card }), [store, card]);
  useEffect(() => () => store.setState({ framedCard: null }), [store]);
}

function useFrameView(cardKey: string, size: WidgetSize | null, state: string | null): FrameView {
  const theme = useShell(({ url }) => url.theme);
  const direction = useShell(({ url }) => url.direction);
  const overlay = useShell(({ url }) => url.overlay);
  const motion = useShell(({ url }) => url.motion);
  const contrast = useShell(({ url }) => url.contrast);
  const stateData = useShell(({ url }) => url.stateData);
  const languages = useShell((state) => state.languages);
  const values = useShell(({ slotOverrides }) => slotOverrides.get(cardKey));
  return useMemo(() => ({
    url: { theme, size, state, stateData, direction, overlay, motion, contrast },
    languages,
    slots: values === undefined ? null : { card: cardKey, values },
  }), [theme, size, state, stateData, direction, overlay, motion, contrast, languages, values, cardKey]);
}

function progressOf(status: CardStatus | null): StageProgress {
  if (status === null) return { status: "loading" };
  if (status.marks.error !== null) return { status: "failed", error: status.marks.error };
  return { status: status.marks.ready ? "mounted" : "loading" };
}
