import { useEffect } from "react";

/** Names what is shown in the title of the page, among the reader's other tabs. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – tck preview`;
  }, [title]);
}
