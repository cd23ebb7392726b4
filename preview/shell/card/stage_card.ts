import { useMemo } from "react";
import { checkFramedCard } from "../frame/checked_card.ts";
import { findViolations } from "../frame/find_violations.ts";
import { useShell } from "../shell_context.ts";
import type { FramedCardFacts, ShellState, Violation } from "../state/shell_state.ts";
import { findStageSubject, type StageSubject } from "../state/stage_subject.ts";

/** What the Stage shows. */
export function useStageSubject(): StageSubject {
  const widget = useShell(({ url }) => url.widget);
  const live = useShell(({ liveWidgets }) => liveWidgets);
  const server = useShell((state) => state.server);
  return useMemo(() => findStageSubject(widget, live, server), [widget, live, server]);
}

/** What is known of the Stage's card, also when it is in a frame; null until it is there. */
export function findStageCard({ framedCard }: ShellState): FramedCardFacts | null {
  if (findFrame() !== null) return framedCard;
  const article = findArticle();
  return article && { width: article.offsetWidth, language: article.lang || null };
}

/** What axe finds in the Stage's card, also when it is in a frame; null when there is no card. */
export function checkStageCard(): Promise<readonly Violation[]> | null {
  const frame = findFrame();
  if (frame !== null) return checkFramedCard(frame);
  const article = findArticle();
  return article && findViolations(article);
}

function findFrame(): HTMLIFrameElement | null {
  return document.querySelector(".shell-stage-scroller iframe.shell-frame");
}

function findArticle(): HTMLElement | null {
  return document.querySelector(".shell-stage-scroller article.tck-card");
}
