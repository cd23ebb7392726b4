import type { ReactElement } from "react";
import type { LiveDiagnostic } from "../../protocol.ts";
import { useStageSubject } from "../stage/use_stage_subject.ts";

/** The build diagnostics of the Stage's widget from its last check. */
export function DiagnosticsPanel(): ReactElement {
  const subject = useStageSubject();
  const diagnostics = subject.kind === "live" ? subject.widget.diagnostics : null;
  return (
    <div aria-live="polite">
      {diagnostics === null && <p className="shell-hint">Checking…</p>}
      {diagnostics?.length === 0 && <p className="shell-good">The build accepts this widget.</p>}
      {diagnostics !== null && diagnostics.length > 0 && (
        <ol className="shell-diagnostics" role="list">
          {diagnostics.map((diagnostic, index) => <Diagnostic key={index} {...diagnostic} />)}
        </ol>
      )}
    </div>
  );
}

function Diagnostic({ code, file, line, column, lineText, message, hint }: LiveDiagnostic): ReactElement {
  const place = [file, line, line === null ? null : column].filter((part) => part !== null).join(":");
  return (
    <li>
      <p className="shell-diagnostic-message">{message}</p>
      <p className="shell-diagnostic-place">
        <span>{place}</span> <code>{code}</code>
      </p>
      {lineText !== null && (
        <pre tabIndex={0} role="region" aria-label={`Line ${line ?? ""}`}>{lineText.trim()}</pre>
      )}
      <p className="shell-hint">{hint}</p>
    </li>
  );
}
