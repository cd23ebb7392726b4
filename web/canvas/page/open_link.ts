import { canvasText } from "../canvas_text.ts";
import { createButton } from "./button.ts";

/** The schemes of links that a card may ask to open. */
const SCHEMES = ["https:", "http:", "mailto:", "tel:"];

/**
 * Opens a link that a card asked for, if the reader has just clicked or pressed a key. A link that a manifest of the
 * batch declares is opened at once. For any other, which a widget may have made from what it has read in other cards,
 * the reader is shown the whole address and asked, about one link at a time.
 *
 * @param href the link, relative to this page
 * @param declared the links that the manifests of the batch declare
 * @param inNewTab whether the reader asks for a new tab; a link to another site always has one
 */
export function openLink(href: string, declared: ReadonlySet<string>, inNewTab: boolean): void {
  const url = URL.parse(href, location.href);
  if (url === null || !SCHEMES.includes(url.protocol) || !navigator.userActivation.isActive) return;
  if (declared.has(href)) return follow(url, inNewTab);
  confirmLink(url, inNewTab);
}

function follow(url: URL, inNewTab: boolean): void {
  if (url.origin === location.origin && !inNewTab) location.assign(url);
  else globalThis.open(url, "_blank", "noopener,noreferrer");
}

/**
 * How long the button that opens a link cannot be pressed, in milliseconds. A widget may have brought the reader to click
 * twice where the button appears.
 */
const CONFIRM_DELAY_MS = 700;

let isAsking = false;

/** Asks in a dialog, which the browser closes by Escape and which returns the focus. */
function confirmLink(url: URL, inNewTab: boolean): void {
  if (isAsking) return;
  isAsking = true;
  const text = canvasText();
  const dialog = document.createElement("dialog");
  dialog.className = "canvas-dialog";
  dialog.setAttribute("aria-label", text.openLink);
  const question = document.createElement("p");
  question.textContent = text.openLink;
  const address = document.createElement("p");
  address.className = "canvas-dialog-address";
  address.textContent = url.href;
  const buttons = document.createElement("div");
  buttons.className = "canvas-dialog-buttons";
  const open = createButton(text.open, () => {
    dialog.close();
    follow(url, inNewTab);
  });
  open.disabled = true;
  const timer = setTimeout(() => open.disabled = false, CONFIRM_DELAY_MS);
  const cancel = createButton(text.cancel, () => dialog.close());
  buttons.append(cancel, open);
  dialog.append(question, address, buttons);
  // The browser may give the focus to the frame of the click only now. Its keys would then not reach the dialog.
  dialog.addEventListener("focusout", () =>
    setTimeout(() => {
      if (document.activeElement instanceof HTMLIFrameElement) cancel.focus();
    }));
  dialog.addEventListener("close", () => {
    clearTimeout(timer);
    dialog.remove();
    isAsking = false;
  });
  document.body.append(dialog);
  dialog.showModal();
}
