import type { ReactElement } from "react";
import type { LiveDiagnostic } from "../../protocol.ts";
import { useShell } from "../shell_context.ts";
import { useStageSubject } from "../card/stage_card.ts";
import { PlaceButton } from "../controls/place_button.tsx";
import { SourceFrame } from "./source_frame.tsx";

/** What the parser reports is in the banner above the card. */
const PARSER_CODE = "source.syntax";

/** The build diagnostics of the Stage's widget from its last check. */
export function DiagnosticsPanel(): ReactElement {
  const subject = useStageSubject();
  const isBroken = useShell(({ compileFault }) => compileFault !== null);
  const diagnostics = subject.kind === "live" ? subject.widget.diagnostics : null;
  const shown = diagnostics?.filter(({ code }) => !isBroken || code !== PARSER_CODE) ?? [];
  return (
    <div aria-live="polite">
      {isBroken && <p className="shell-hint">The source does not compile: see the message above the card.</p>}
      {!isBroken && diagnostics === null && <p className="shell-hint">Checking…</p>}
      {!isBroken && diagnostics?.length === 0 && <p className="shell-good">The build accepts this widget.</p>}
      {!isBroken && diagnostics !== null && diagnostics.length > 0 && isValid(diagnostics) && (
        <p className="shell-good">The build accepts this widget, with warnings.</p>
      )}
      {shown.length > 0 && (
        <ol className="shell-diagnostics" role="list">
          {shown.map((diagnostic, index) => <Diagnostic key={index} {...diagnostic} />)}
        </ol>
      )}
    </div>
  );
}

function isValid(diagnostics: readonly LiveDiagnostic[]): boolean {
  return diagnostics.every(({ severity }) => severity === "warning");
}

function Diagnostic(
  { code, severity, file, line, column, lineText, message, hint }: LiveDiagnostic,
): ReactElement {
  return (
    <li>
      <p className="shell-diagnostic-message">
        <span className="shell-severity" data-severity={severity}>{severity}</span> {message}
      </p>
      <p className="shell-diagnostic-place">
        <PlaceButton file={file} line={line} column={column} /> <code>{code}</code>
      </p>
      {lineText !== null && line !== null && (
        <SourceFrame file={file} line={line} column={column} lineText={lineText} />
      )}
      <p className="shell-hint">{hint}</p>
    </li>
  );
}
