import type { ReactElement } from "react";
import { errorMessage } from "../../../core/errors/mod.ts";

/** The message and stack of a thrown value. */
export function ErrorReport({ error }: { error: unknown }): ReactElement {
  const stack = error instanceof Error ? error.stack : undefined;
  return (
    <div className="shell-error" role="alert">
      <p>{errorMessage(error)}</p>
      {stack !== undefined && (
        <details>
          <summary>Stack trace</summary>
          <pre tabIndex={0} role="region" aria-label="Stack trace">{stack}</pre>
        </details>
      )}
    </div>
  );
}
