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
