import { findCardContainer } from "../card_container.ts";

/**
 * Ends the submission of each form in a card after the card's own handlers. The policy of the frame's document lets no form
 * be sent, but Chromium shows an error page in place of the frame then. A form of the method `dialog` closes its dialog.
 */
export function keepForms(): void {
  // The event does not leave a shadow root, so the listener is added before a click or a key submits a form.
  const watchCard = (event: Event) => findCardContainer(event)?.addEventListener("submit", keep);
  for (const type of ["click", "keydown"]) document.addEventListener(type, watchCard, { capture: true });
}

function keep(event: Event): void {
  const { submitter, target } = event as SubmitEvent;
  const method = submitter?.getAttribute("formmethod") ?? (target as Element).getAttribute("method");
  if (method?.toLowerCase() !== "dialog") event.preventDefault();
}
