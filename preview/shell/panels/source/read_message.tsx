import type { ReactElement } from "react";
import type { ReadState } from "./use_read.ts";

/** What a panel shows in place of what is not there. */
export function ReadMessage({ fault, retry }: Pick<ReadState<unknown>, "fault" | "retry">): ReactElement {
  if (fault === null) return <p className="shell-hint">Loading…</p>;
  return (
    <div role="alert">
      <p className="shell-fault">{fault}</p>
      <button type="button" className="shell-button" onClick={retry}>Load again</button>
    </div>
  );
}
