import { type PageLanguage, pageLanguage } from "@tck/kit/host-mount";
import { canvasText } from "../../canvas_text.ts";

/** Taken before they are withheld from widgets, and what is said before a widget can make its language an error. */
const confirm = globalThis.confirm.bind(globalThis);
const prompt = globalThis.prompt.bind(globalThis);

const { openLink } = canvasText();

/** What the second dialog says. */
const TOO_LATE: { readonly [language in PageLanguage]: string } = {
  en: "The browser opens no page so late. The address, to copy:",
  de: "So spät öffnet der Browser keine Seite mehr. Die Adresse zum Kopieren:",
};

const tooLate = TOO_LATE[pageLanguage(document)];

/**
 * Asks whether to open an address by a dialog of the browser, which no widget in the document can answer or draw over. A
 * browser opens no window some seconds after the click: then another dialog has the address to copy.
 */
export function askByBrowser(address: string, onConfirm: () => void): void {
  if (!confirm(`${openLink}\n\n${address}`)) return;
  if (navigator.userActivation.isActive) onConfirm();
  else prompt(tooLate, address);
}
