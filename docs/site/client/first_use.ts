/** Fulfilled when the reader uses the page: by a pointer, a key, or the focus. */
export function firstUse(): Promise<void> {
  return new Promise((resolve) => {
    for (const type of ["pointermove", "pointerdown", "keydown", "focusin"]) {
      addEventListener(type, () => resolve(), { capture: true, once: true, passive: true });
    }
  });
}
