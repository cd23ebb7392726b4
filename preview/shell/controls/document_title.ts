import { useEffect } from "react";

/** Sets the title of the page. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – tck preview`;
  }, [title]);
}
