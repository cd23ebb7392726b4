import { canvasText } from "../canvas_text.ts";
import { createButton } from "./button.ts";
import type { AskedLink } from "./open_link.ts";
import { keepInView } from "./question_place.ts";

/**
 * How long the reader has to leave pointer and keys alone before the button that opens a link can be pressed, in
 * milliseconds. A widget may have brought the reader to click, or to press a key, again and again where the button appears.
 */
const CONFIRM_DELAY_MS = 700;

/** How many times something else may take the focus from a question. Browsers do it once or twice by themselves. */
const FOCUS_LOSSES = 10;

/** What follows from a question. */
interface QuestionListeners {
  readonly onConfirm: () => void;
  /** Called when it is closed, confirmed or not. */
  readonly onClose: () => void;
  /** Called when a frame takes the focus again and again, so that the reader's keys do not reach the question. */
  readonly onFocusKept: () => void;
}

/** The question that is open. An application can remove its element, which no event tells. */
let asking: { readonly dialog: HTMLDialogElement; readonly ended: AbortController } | null = null;

/**
 * Asks in a dialog whether to open an address, about one at a time. Its host is in a line of its own, since a long address is
 * scrolled. The browser closes the dialog by Escape. It does not
 * return the focus, since the frame of the click may not have had it yet when the dialog was shown.
 *
 * @param signal closes the question when what has asked ends
 * @returns whether it asks; false while there is another question
 */
export function confirmLink(
  { address, host }: AskedLink,
  { onConfirm, onClose, onFocusKept }: QuestionListeners,
  signal?: AbortSignal,
): boolean {
  if (asking?.dialog.isConnected) return false;
  asking?.ended.abort();
  const text = canvasText();
  const dialog = document.createElement("dialog");
  dialog.className = "canvas-dialog";
  dialog.setAttribute("aria-label", text.openLink);
  const open = createButton(text.open, () => {
    if (!press.isReady()) return;
    dialog.close();
    onConfirm();
  });
  const ended = new AbortController();
  asking = { dialog, ended };
  signal?.addEventListener("abort", () => dialog.close(), { signal: ended.signal });
  const press = disableUntilQuiet(open, ended.signal);
  const cancel = createButton(text.cancel, () => dialog.close());
  const buttons = document.createElement("div");
  buttons.className = "canvas-dialog-buttons";
  buttons.append(cancel, open);
  dialog.append(
    createParagraph(text.openLink),
    ...host === "" ? [] : [createParagraph(host, "canvas-dialog-host")],
    createParagraph(address, "canvas-dialog-address"),
    buttons,
  );
  // The browser may give the focus to the frame of the click only now. Its keys would then not reach the dialog.
  let losses = 0;
  dialog.addEventListener("focusout", () =>
    setTimeout(() => {
      if (!dialog.open || !(document.activeElement instanceof HTMLIFrameElement)) return;
      losses++;
      if (losses === FOCUS_LOSSES) onFocusKept();
      cancel.focus({ preventScroll: true });
    }));
  dialog.addEventListener("close", () => {
    ended.abort();
    dialog.remove();
    onClose();
  });
  document.body.append(dialog);
  dialog.showModal();
  keepInView(dialog, open, press.wait, ended.signal);
  return true;
}

function createParagraph(text: string, className = ""): HTMLElement {
  const paragraph = document.createElement("p");
  paragraph.className = className;
  paragraph.textContent = text;
  return paragraph;
}

/**
 * Disables a button until neither the pointer nor a key has been pressed for a while. It keeps its place in the order of
 * the focus, since the key that moves the focus to it counts too.
 *
 * @returns whether the button is enabled, and what begins the wait again, without an end if the button cannot be seen
 */
function disableUntilQuiet(
  button: HTMLButtonElement,
  signal: AbortSignal,
): { isReady: () => boolean; wait: (isSeen: boolean) => void } {
  let isReady = false;
  let isSeen = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const setReady = (value: boolean) => {
    isReady = value;
    button.ariaDisabled = String(!value);
  };
  const wait = () => {
    clearTimeout(timer);
    setReady(false);
    if (isSeen) timer = setTimeout(() => setReady(true), CONFIRM_DELAY_MS);
  };
  const restart = ({ type, target }: Event) => {
    if (isReady && target === button) return;
    wait();
    // Until it is released: a press that began too early does not end as a click.
    if (type === "pointerdown") clearTimeout(timer);
  };
  for (const type of ["pointerdown", "pointerup", "pointercancel", "keydown"]) {
    globalThis.addEventListener(type, restart, { capture: true, signal });
  }
  signal.addEventListener("abort", () => clearTimeout(timer));
  wait();
  return {
    isReady: () => isReady,
    wait: (seen) => {
      isSeen = seen;
      wait();
    },
  };
}
