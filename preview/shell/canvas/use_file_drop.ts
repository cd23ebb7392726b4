import { useEffect, useEffectEvent, useState } from "react";

/**
 * Takes the files that are dropped anywhere on the page.
 *
 * @param isOn whether it takes any
 * @returns whether files are over the page
 */
export function useFileDrop(isOn: boolean, onDrop: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent(onDrop);
  useEffect(() => {
    if (!isOn) return;
    const listeners = new AbortController();
    const { signal } = listeners;
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") ?? false;
    addEventListener("dragover", (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    }, { signal });
    // Without a related target the pointer has left the page.
    addEventListener("dragleave", ({ relatedTarget }) => relatedTarget === null && setOver(false), {
      signal,
    });
    addEventListener("drop", (event) => {
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      take([...event.dataTransfer!.files]);
    }, { signal });
    return () => listeners.abort();
  }, [isOn]);
  return isOver;
}
