import { useEffect, useState } from "react";

/** The state of the widget on the Stage. */
export type StageProgress =
  | { readonly status: "loading" }
  | { readonly status: "mounted" }
  | { readonly status: "failed"; readonly error: string };

/**
 * Sets attributes of the root element for tools: `data-tck-ready` when the Stage's widget has been painted,
 * `data-tck-mount-ms` with the milliseconds from its first rendering to that, and `data-tck-error` when it failed. The
 * calling component must be keyed by what the Stage shows.
 */
export function useReadySignal(progress: StageProgress): void {
  const [startTime] = useState(() => performance.now());
  const error = progress.status === "failed" ? progress.error : null;
  useEffect(() => {
    if (progress.status === "loading") return;
    const { dataset } = document.documentElement;
    const cancel = afterPaint(() => {
      dataset.tckMountMs = (performance.now() - startTime).toFixed(1);
      if (error === null) dataset.tckReady = "true";
      else dataset.tckError = error;
    });
    return () => {
      cancel();
      delete dataset.tckReady;
      delete dataset.tckError;
      delete dataset.tckMountMs;
    };
  }, [progress.status, error, startTime]);
}

/** Waits for three animation frames: by then the frame with the rendered content has been painted. */
function afterPaint(act: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(act);
    });
  });
  return () => cancelAnimationFrame(frame);
}
