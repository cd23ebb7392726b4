import type { ReactElement } from "react";
import type { LiveDiagnostic, TypesObstacle } from "../../protocol.ts";
import { useShell } from "../shell_context.ts";
import { useStageSubject } from "../card/stage_card.ts";
import { PlaceButton } from "../controls/place_button.tsx";
import { SourceFrame } from "./source/source_frame.tsx";

/** What the parser reports is in the banner above the card. */
const PARSER_CODE = "source.syntax";

/** The build diagnostics of the Stage's widget from its last check. */
export function DiagnosticsPanel(): ReactElement {
  const subject = useStageSubject();
  const isBroken = useShell(({ compileFault }) => compileFault !== null);
  const diagnostics = subject.kind === "live" ? subject.widget.diagnostics : null;
  const isOutdated = subject.kind === "live" && subject.widget.isOutdated;
  const shown = diagnostics?.filter(({ code }) => !isBroken || code !== PARSER_CODE) ?? [];
  return (
    <div aria-live="polite">
      {isBroken
        ? <p className="shell-hint">The source does not compile: see the message above the card.</p>
        : diagnostics === null || isOutdated
        ? (
          <p className="shell-hint">
            {shown.length > 0 ? "Checking… These are of the source before the last edit." : "Checking…"}
          </p>
        )
        : isValid(diagnostics) && (
          <p className="shell-good">
            The build accepts this widget{diagnostics.length > 0 && ", with warnings"}.
          </p>
        )}
      {shown.length > 0 && (
        <ol className="shell-diagnostics" role="list" data-outdated={isOutdated || undefined}>
          {shown.map((diagnostic, index) => (
            <Diagnostic key={index} diagnostic={diagnostic} isOutdated={isOutdated} />
          ))}
        </ol>
      )}
      {subject.kind === "live" && <TypesNote obstacle={subject.widget.typesObstacle} />}
    </div>
  );
}

/** Why there are no type errors. */
function TypesNote({ obstacle }: { obstacle: TypesObstacle | null }): ReactElement | null {
  if (obstacle === null) return null;
  return (
    <p className="shell-hint">
      <span className="shell-severity" data-severity="note">note</span> {obstacle.message}. {obstacle.hint}
    </p>
  );
}

function isValid(diagnostics: readonly LiveDiagnostic[]): boolean {
  return diagnostics.every(({ severity }) => severity === "warning");
}

function Diagnostic(
  { diagnostic, isOutdated }: { diagnostic: LiveDiagnostic; isOutdated: boolean },
): ReactElement {
  const { code, severity, file, line, column, lineText, message, hint } = diagnostic;
  return (
    <li>
      <p className="shell-diagnostic-message">
        <span className="shell-severity" data-severity={severity}>{severity}</span> {message}
      </p>
      <p className="shell-diagnostic-place">
        <PlaceButton file={file} line={line} column={column} /> <code>{code}</code>
      </p>
      {lineText !== null && line !== null && (
        <SourceFrame file={file} line={line} column={column} lineText={lineText} isOutdated={isOutdated} />
      )}
      <p className="shell-hint">{hint}</p>
    </li>
  );
}
