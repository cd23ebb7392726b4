import type { ReactElement } from "react";
import type { LiveDiagnostic } from "../../protocol.ts";
import { PlaceButton } from "../controls/place_button.tsx";
import type { CardFault } from "./use_chat_card.ts";

interface CardFaultReportProps {
  readonly fault: CardFault;
  /** Whether the shown card is from before the edit. */
  readonly isOutdated: boolean;
}

/** Says why the card of the current source cannot be shown. */
export function CardFaultReport({ fault, isOutdated }: CardFaultReportProps): ReactElement {
  return (
    <div className="shell-error" role="alert">
      {typeof fault === "string" ? <p>{fault}</p> : (
        <>
          <p>The build does not accept this widget, so that no chat can show it:</p>
          <ol className="shell-diagnostics" role="list">
            {fault.filter(({ severity }) => severity === "error").map((error, index) => (
              <ErrorItem key={index} error={error} />
            ))}
          </ol>
        </>
      )}
      {isOutdated && <p className="shell-hint">Below is the card of before the edit.</p>}
    </div>
  );
}

function ErrorItem(
  { error: { message, file, line, column, code, hint } }: { error: LiveDiagnostic },
): ReactElement {
  return (
    <li>
      <p className="shell-diagnostic-message">{message}</p>
      <p className="shell-diagnostic-place">
        <PlaceButton file={file} line={line} column={column} /> <code>{code}</code>
      </p>
      <p className="shell-hint">{hint}</p>
    </li>
  );
}
