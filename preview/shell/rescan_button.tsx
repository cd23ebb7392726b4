import { type ReactElement, useState } from "react";
import { useShellParts } from "./shell_context.ts";

/** Has the server look at its disk anew, and says what came of it. */
export function RescanButton(): ReactElement {
  const { client, bundles } = useShellParts();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState("");
  const rescan = async () => {
    setBusy(true);
    setOutcome("");
    try {
      const { before, after, removed } = await client.rescan();
      setOutcome(describeRescan(before, after, removed));
      await bundles.refresh();
    } catch (error) {
      setOutcome((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <button
        type="button"
        className="shell-button"
        aria-disabled={busy}
        onClick={() => busy || void rescan()}
      >
        Rescan
      </button>
      <p className="shell-outcome" role="status">{outcome}</p>
    </>
  );
}

function describeRescan(before: number, after: number, removed: number): string {
  const found = `${after} ${after === 1 ? "bundle" : "bundles"} on disk`;
  const added = after - before + removed;
  const changes = [added > 0 && `${added} new`, removed > 0 && `${removed} gone`].filter(Boolean);
  return changes.length === 0 ? `${found}, none changed` : `${found}, ${changes.join(", ")}`;
}
