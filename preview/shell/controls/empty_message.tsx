import type { ReactElement, ReactNode } from "react";

/** Says in the middle of the page why nothing is there, as the page's heading. */
export function EmptyMessage({ children }: { children: ReactNode }): ReactElement {
  return (
    <div className="shell-message" role="status">
      <h1>{children}</h1>
    </div>
  );
}
