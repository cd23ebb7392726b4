import { type ReactElement, useState } from "react";
import { errorMessage } from "../../../core/errors/mod.ts";
import { useShell, useShellDependencies } from "../shell_context.ts";

/** Makes the server scan its files again, and shows the result. A site has no such button. */
export function RescanButton(): ReactElement | null {
  return useShell((state) => state.isSite) ? null : <Rescan />;
}

function Rescan(): ReactElement {
  const { client, server } = useShellDependencies();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState("");
  const rescan = async () => {
    setBusy(true);
    setOutcome("");
    try {
      const { before, after, removed } = await client.rescan();
      setOutcome(formatRescanResult(before, after, removed));
      await server.refresh();
    } catch (error) {
      setOutcome(errorMessage(error));
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

function formatRescanResult(before: number, after: number, removed: number): string {
  const found = `${after} ${after === 1 ? "bundle" : "bundles"} on disk`;
  const added = after - before + removed;
  const changes = [added > 0 && `${added} added`, removed > 0 && `${removed} removed`].filter(Boolean);
  return changes.length === 0 ? `${found}, no changes` : `${found}, ${changes.join(", ")}`;
}
