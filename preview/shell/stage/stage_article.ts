/** The article of the Stage's card, also when it is in a frame; null until it is there. */
export function findStageArticle(): HTMLElement | null {
  const frame = document.querySelector<HTMLIFrameElement>(".shell-stage-scroller iframe.shell-frame");
  const place = frame?.contentDocument ?? document.querySelector(".shell-stage-scroller");
  return place?.querySelector<HTMLElement>("article.tck-card") ?? null;
}
