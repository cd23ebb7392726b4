import { createButton } from "./button.ts";

/** Creates the message that replaces the cards, with a button to try again. */
export function createFailureMessage(text: string, retryLabel: string, onRetry: () => void): HTMLElement {
  const message = document.createElement("div");
  message.className = "canvas-message";
  message.setAttribute("role", "alert");
  const paragraph = document.createElement("p");
  paragraph.textContent = text;
  message.append(paragraph, createButton(retryLabel, onRetry));
  return message;
}

/** Creates a notice above the page, which is read out. */
export function createNotice(text: string): HTMLElement {
  const notice = document.createElement("p");
  notice.className = "canvas-notice";
  notice.setAttribute("role", "status");
  notice.textContent = text;
  return notice;
}
