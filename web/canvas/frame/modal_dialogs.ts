import { findCard } from "./card_container.ts";
import type { CardUse } from "./last_use.ts";

/** The least distance of a dialog from the edge of the frame, in CSS pixels. */
const MARGIN = 8;

/**
 * Shows modal dialogs over what the reader has just used in their card, or else over the card. The frame is as high as all
 * cards together, and the browser would show a dialog in the middle of it, far from what the reader sees.
 */
export function placeDialogs(lastUse: () => CardUse | null): void {
  const { showModal } = HTMLDialogElement.prototype;
  HTMLDialogElement.prototype.showModal = function () {
    const card = findCard(this);
    if (card === null || this.open) return showModal.call(this);
    const use = lastUse();
    const { top, height } = (use?.card === card ? use.element : card).getBoundingClientRect();
    const place = () => {
      const own = this.offsetHeight;
      const y = Math.max(MARGIN, Math.min(innerHeight - MARGIN - own, top + (height - own) / 2));
      this.style.setProperty("top", `${y}px`, "important");
    };
    this.style.setProperty("bottom", "auto", "important");
    this.style.setProperty("margin-block", "0", "important");
    // The browser scrolls to what gets the focus when the dialog is shown, so it is in its place before.
    this.toggleAttribute("open", true);
    place();
    this.toggleAttribute("open", false);
    showModal.call(this);
    place(); // Its width may be another now, and with it its height.
  };
}
