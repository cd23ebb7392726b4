import type { ReactElement } from "react";
import { errorMessage } from "../../../core/errors/mod.ts";
import type { StackFrame } from "../../protocol.ts";
import { stackOf } from "../content/thrown_stacks.ts";
import { PlaceButton } from "./place_button.tsx";

interface ErrorReportProps {
  readonly error: unknown;
  /** The line of the project that it comes from, if it is known. */
  readonly place?: StackFrame["source"];
}

/** The message and stack of a thrown value. */
export function ErrorReport({ error, place = null }: ErrorReportProps): ReactElement {
  const stack = stackOf(error);
  return (
    <div className="shell-error" role="alert">
      <p>{errorMessage(error)}</p>
      {place !== null && (
        <p>
          <PlaceButton {...place} />
        </p>
      )}
      {stack !== null && (
        <details>
          <summary>Stack trace</summary>
          <pre tabIndex={0} role="region" aria-label="Stack trace">{stack}</pre>
        </details>
      )}
    </div>
  );
}
