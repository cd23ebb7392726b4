import { until } from "../../waiting/mod.ts";

declare global {
  /** How often {@linkcode pressAgain} has pressed; infinity when it has ended. */
  var unaskedPresses: number;
}

/**
 * From a document's first moment on, does what a reader does whom another page has brought to press keys and buttons again and
 * again, before it has led its tab to this document.
 */
export function pressAgain(): void {
  globalThis.unaskedPresses = 0;
  const press = (target: EventTarget, type: string, Kind: typeof KeyboardEvent, options = {}) =>
    target.dispatchEvent(new Kind(type, { bubbles: true, composed: true, cancelable: true, ...options }));
  const timer = setInterval(() => {
    if (globalThis.unaskedPresses === Infinity) return clearInterval(timer);
    for (const key of ["a", "A"]) press(document, "keydown", KeyboardEvent, { key });
    const button = [...document.querySelectorAll("button")].find(({ textContent }) =>
      textContent === "Accept"
    );
    if (button === undefined) return;
    for (const type of ["pointerdown", "pointerup"]) {
      press(button, type, PointerEvent as unknown as typeof KeyboardEvent);
    }
    button.click();
    globalThis.unaskedPresses++;
  }, 100);
}

/** A page of either browser. */
interface EvaluatingPage {
  evaluate(expression: string): Promise<unknown>;
}

/** Waits until {@linkcode pressAgain} has pressed for longer than the page waits, ends it, and holds a key down. */
export async function endPresses(page: EvaluatingPage): Promise<void> {
  await untilTrue(page, "unaskedPresses > 12");
  await page.evaluate("unaskedPresses = Infinity");
  await untilTakesVerdicts(page);
  await page.evaluate(
    `document.dispatchEvent(new KeyboardEvent("keydown", { key: "a", repeat: true, bubbles: true }))`,
  );
}

/** Waits until the page of a review takes verdicts: keys and pointer have been left alone. */
export async function untilTakesVerdicts(page: EvaluatingPage): Promise<void> {
  await untilTrue(
    page,
    `[...document.querySelectorAll("button")].some(({ textContent, ariaDisabled }) =>
      textContent.startsWith("Accept everything") && ariaDisabled === "false")`,
  );
}

async function untilTrue(page: EvaluatingPage, expression: string): Promise<void> {
  await until(expression, async () => Boolean(await page.evaluate(expression)));
}
