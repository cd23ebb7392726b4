import { useMemo } from "react";
import { useShell } from "../shell_context.ts";
import { findStageSubject, type StageSubject } from "../state/stage_subject.ts";

/** What the Stage shows. */
export function useStageSubject(): StageSubject {
  const widget = useShell(({ url }) => url.widget);
  const live = useShell(({ liveWidgets }) => liveWidgets);
  const server = useShell((state) => state.server);
  return useMemo(() => findStageSubject(widget, live, server), [widget, live, server]);
}

/** The article of the Stage's card, also when it is in a frame; null until it is there. */
export function findStageArticle(): HTMLElement | null {
  const frame = document.querySelector<HTMLIFrameElement>(".shell-stage-scroller iframe.shell-frame");
  const place = frame?.contentDocument ?? document.querySelector(".shell-stage-scroller");
  return place?.querySelector<HTMLElement>("article.tck-card") ?? null;
}
