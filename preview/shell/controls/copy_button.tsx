import { type ReactElement, useEffect, useState } from "react";

interface CopyButtonProps {
  /** What is copied; called when the button is pressed. */
  readonly text: () => string;
  /** @default "Copy" */
  readonly label?: string;
}

/** A button that copies a text, and says whether it did. */
export function CopyButton({ text, label = "Copy" }: CopyButtonProps): ReactElement {
  const [outcome, setOutcome] = useState<{ readonly text: string } | null>(null);
  const copy = async () =>
    setOutcome({ text: await copyText(text()) ? "Copied" : "The browser did not allow it" });
  // The outcome of each copy has its own time.
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), OUTCOME_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  return (
    <span className="shell-copy">
      <button type="button" className="shell-button" onClick={() => void copy()}>{label}</button>
      <span className="shell-hint" role="status">{outcome?.text}</span>
    </span>
  );
}

/** How long the outcome is shown, in milliseconds. */
const OUTCOME_MS = 2_000;

/** Copies a text. @returns false when the browser does not allow it, such as on a page without TLS */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
