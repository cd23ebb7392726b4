import type { ReactElement, ReactNode } from "react";

interface EmptyMessageProps {
  /** What leads on from here. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** Says in the middle of the page why nothing is there, as the page's heading. */
export function EmptyMessage({ action, children }: EmptyMessageProps): ReactElement {
  return (
    <div className="shell-message" role="status">
      <h1>{children}</h1>
      {action}
    </div>
  );
}
