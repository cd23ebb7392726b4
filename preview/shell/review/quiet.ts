import { useEffect, useState } from "react";

/**
 * How long the reader has to leave keys and pointer alone after the page has appeared before it takes verdicts, in
 * milliseconds. Another page may have brought the reader to press a key, or to click, again and again, and then lead its tab
 * to the review, or close in front of it.
 */
const QUIET_MS = 700;

/** Whether keys and pointer have been left alone since this page appeared, or got the focus again. */
export function useQuiet(): boolean {
  const [isQuiet, setQuiet] = useState(false);
  useEffect(() => {
    const ended = new AbortController();
    const options = { capture: true, signal: ended.signal };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      clearTimeout(timer);
      setQuiet(false);
      timer = setTimeout(() => {
        timer = undefined;
        setQuiet(true);
      }, QUIET_MS);
    };
    for (const type of ["keydown", "pointerdown", "pointerup"]) {
      globalThis.addEventListener(type, () => timer === undefined || wait(), options);
    }
    // In the capture phase, the window has the focus events of what is in it, too.
    globalThis.addEventListener("focus", ({ target }) => target === globalThis.window && wait(), options);
    document.addEventListener("visibilitychange", wait, options);
    wait();
    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, []);
  return isQuiet;
}
