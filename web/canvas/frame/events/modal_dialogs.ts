import { findCard } from "../card_container.ts";
import { type CardUse, isRecent } from "./last_use.ts";
import { takeMethod } from "../native_members.ts";

/** The least distance of a dialog from the edge of the frame, in CSS pixels. */
const MARGIN = 8;

/**
 * Shows modal dialogs over what the reader has just used in their card, or else over the card. The frame is as high as all
 * cards together, and the browser would show a dialog in the middle of it, far from what the reader sees.
 *
 * A dialog that no reader has asked for is shown within its card, so that the other cards can be used.
 */
export function placeDialogs(lastUse: () => CardUse | null): void {
  const showModal = takeMethod(HTMLDialogElement.prototype, "showModal");
  const shownInCard = new WeakSet<HTMLDialogElement>();
  HTMLDialogElement.prototype.showModal = function () {
    if (this.open && !shownInCard.has(this)) return showModal(this);
    const card = findCard(this);
    const use = lastUse();
    const isAsked = use !== null && isRecent(use) && (card === null || use.card === card);
    // The method `show` would give it the focus.
    this.toggleAttribute("open", !isAsked);
    if (!isAsked) return void shownInCard.add(this);
    shownInCard.delete(this);
    if (card === null) return showModal(this);
    showOver(this, use.element, () => showModal(this));
  };
  openByMethod();
}

/** Lets the buttons that open a dialog by their `command` attribute do it by `showModal`, also when a widget clicks them. */
function openByMethod(): void {
  globalThis.addEventListener("click", (event) => {
    const button = event.composedPath().find((target) => target instanceof HTMLButtonElement);
    if (button?.command !== "show-modal") return;
    const dialog = button.commandForElement;
    if (!(dialog instanceof HTMLDialogElement)) return;
    event.preventDefault();
    if (!dialog.open) dialog.showModal();
  }, { capture: true });
}

/** Shows a modal dialog over an element, as far as the frame has room. */
function showOver(dialog: HTMLDialogElement, element: Element, show: () => void): void {
  const { top, height } = element.getBoundingClientRect();
  const place = () => {
    const own = dialog.offsetHeight;
    const y = Math.max(MARGIN, Math.min(innerHeight - MARGIN - own, top + (height - own) / 2));
    dialog.style.setProperty("top", `${y}px`, "important");
  };
  dialog.style.setProperty("bottom", "auto", "important");
  dialog.style.setProperty("margin-block", "0", "important");
  // The browser scrolls to what gets the focus when the dialog is shown, so it is in its place before.
  dialog.toggleAttribute("open", true);
  place();
  dialog.toggleAttribute("open", false);
  show();
  place(); // Its width may be another now, and with it its height.
}
