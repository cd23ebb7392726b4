import type { MouseEvent, ReactElement, ReactNode } from "react";
import { useShellParts, useShellState } from "./shell_context.ts";
import type { UrlState } from "./url_state.ts";

/** What a link within the shell is given. */
export interface ShellLinkProps {
  /** What it changes. */
  readonly to: Partial<UrlState>;
  /** Whether it leads to where the reader is. */
  readonly current: boolean;
  readonly className: string;
  readonly children: ReactNode;
  /** Called when it was followed on this page. */
  readonly onFollow?: () => void;
}

/** A link to another state of the shell: followed in place, and a link like any other for a new tab. */
export function ShellLink({ to, current, className, children, onFollow }: ShellLinkProps): ReactElement {
  const { shell } = useShellParts();
  useShellState(); // its address has the rest of the state in it
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    shell.go(to);
    onFollow?.();
  };
  return (
    <a
      className={className}
      href={shell.addressOf(to)}
      aria-current={current ? "page" : undefined}
      onClick={follow}
    >
      {children}
    </a>
  );
}
