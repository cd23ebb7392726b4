import type { ReactElement } from "react";

/** What was thrown, as text. */
export function ErrorReport({ error }: { error: unknown }): ReactElement {
  const message = error instanceof Error ? error.message : String(error);
  const stack = error instanceof Error ? error.stack : undefined;
  return (
    <div className="shell-error" role="alert">
      <p>{message}</p>
      {stack !== undefined && (
        <details>
          <summary>Where it was thrown</summary>
          <pre tabIndex={0} role="region" aria-label="Stack">{stack}</pre>
        </details>
      )}
    </div>
  );
}
