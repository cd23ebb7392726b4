import type { MouseEvent, ReactElement, ReactNode, Ref } from "react";
import { useShell, useShellDependencies } from "../shell_context.ts";
import { hrefFor } from "../state/navigation.ts";
import type { UrlState } from "../state/url_state.ts";

interface ShellLinkProps {
  /** The changes of the URL state. */
  readonly to: Partial<UrlState>;
  /** Whether it is the current page. */
  readonly current: boolean;
  readonly className: string;
  readonly children: ReactNode;
  /** Called when it is followed on this page. */
  readonly onFollow?: () => void;
  readonly tabIndex?: number;
  /** Whether what belongs to it is shown, if there is something. */
  readonly isExpanded?: boolean | undefined;
  readonly ref?: Ref<HTMLAnchorElement>;
}

/** A link to another state of the shell. A plain click changes the state in place; the link also works in a new tab. */
export function ShellLink(props: ShellLinkProps): ReactElement {
  const { to, current, className, children, onFollow, tabIndex, isExpanded, ref } = props;
  const { navigation } = useShellDependencies();
  const href = useShell((state) => hrefFor(state, to));
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigation.navigate(to);
    onFollow?.();
  };
  return (
    <a
      ref={ref}
      className={className}
      href={href}
      tabIndex={tabIndex}
      aria-expanded={isExpanded}
      aria-current={current ? "page" : undefined}
      onClick={follow}
    >
      {children}
    </a>
  );
}
