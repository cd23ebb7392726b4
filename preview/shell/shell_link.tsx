import type { MouseEvent, ReactElement, ReactNode } from "react";
import { useShellDependencies, useShellState } from "./shell_context.ts";
import type { UrlState } from "./url_state.ts";

interface ShellLinkProps {
  /** The changes of the URL state. */
  readonly to: Partial<UrlState>;
  /** Whether it is the current page. */
  readonly current: boolean;
  readonly className: string;
  readonly children: ReactNode;
  /** Called when it is followed on this page. */
  readonly onFollow?: () => void;
}

/** A link to another state of the shell. A plain click changes the state in place; the link also works in a new tab. */
export function ShellLink({ to, current, className, children, onFollow }: ShellLinkProps): ReactElement {
  const { shell } = useShellDependencies();
  useShellState(); // renders again on every change, because the href includes the rest of the state
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    shell.navigate(to);
    onFollow?.();
  };
  return (
    <a
      className={className}
      href={shell.hrefFor(to)}
      aria-current={current ? "page" : undefined}
      onClick={follow}
    >
      {children}
    </a>
  );
}
