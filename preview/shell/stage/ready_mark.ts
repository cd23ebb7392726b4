import { useEffect, useState } from "react";

/** How far the widget on the Stage has come. */
export type StageProgress =
  | { readonly status: "loading" }
  | { readonly status: "mounted" }
  | { readonly status: "failed"; readonly error: string };

/**
 * Tells tools by attributes of the root element when the Stage's widget has been painted (`data-tck-ready`), how long
 * that took from its first rendering on in milliseconds (`data-tck-mount-ms`), or why it was not (`data-tck-error`).
 * The component that calls it is keyed by what the Stage shows.
 */
export function useReadyMark(progress: StageProgress): void {
  const [begun] = useState(() => performance.now());
  const error = progress.status === "failed" ? progress.error : null;
  useEffect(() => {
    if (progress.status === "loading") return;
    const { dataset } = document.documentElement;
    const cancel = afterPaint(() => {
      dataset.tckMountMs = (performance.now() - begun).toFixed(1);
      if (error === null) dataset.tckReady = "true";
      else dataset.tckError = error;
    });
    return () => {
      cancel();
      delete dataset.tckReady;
      delete dataset.tckError;
      delete dataset.tckMountMs;
    };
  }, [progress.status, error, begun]);
}

/** The second frame begins when the first one, with what was rendered before, has been handed to the screen. */
function afterPaint(act: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(act);
    });
  });
  return () => cancelAnimationFrame(frame);
}
