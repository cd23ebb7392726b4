import type { ReactElement } from "react";
import type { LiveDiagnostic } from "../../protocol.ts";

/** What the build would refuse of a widget, from the last check; null while none has ended. */
export function Diagnostics(
  { diagnostics }: { diagnostics: readonly LiveDiagnostic[] | null },
): ReactElement {
  return (
    <section className="shell-panel" aria-labelledby="shell-findings" aria-live="polite">
      <h2 id="shell-findings">Findings of the build</h2>
      {diagnostics === null && <p className="shell-hint">Checking…</p>}
      {diagnostics?.length === 0 && <p className="shell-good">The build accepts this widget.</p>}
      {diagnostics !== null && diagnostics.length > 0 && (
        <ol className="shell-findings" role="list">
          {diagnostics.map((diagnostic, index) => <Finding key={index} {...diagnostic} />)}
        </ol>
      )}
    </section>
  );
}

function Finding({ code, file, line, column, lineText, message, hint }: LiveDiagnostic): ReactElement {
  const place = [file, line, line === null ? null : column].filter((part) => part !== null).join(":");
  return (
    <li>
      <p className="shell-finding-message">{message}</p>
      <p className="shell-finding-place">
        <span>{place}</span> <code>{code}</code>
      </p>
      {lineText !== null && (
        <pre tabIndex={0} role="region" aria-label={`Line ${line ?? ""}`}>{lineText.trim()}</pre>
      )}
      <p className="shell-hint">{hint}</p>
    </li>
  );
}
