import type { ReactElement } from "react";
import { useShell } from "../shell_context.ts";
import { findSuccessor } from "../state/successor.ts";
import { EmptyMessage } from "./empty_message.tsx";
import { ShellLink } from "./shell_link.tsx";

/** Says that the widget of the address does not exist, and leads to the one that probably has its place now. */
export function MissingWidget({ name }: { name: string }): ReactElement {
  const live = useShell(({ liveWidgets }) => liveWidgets);
  const bundles = useShell(({ server }) => server.bundles);
  const successor = findSuccessor(name, live, bundles ?? []);
  return (
    <EmptyMessage
      action={successor !== null && (
        <ShellLink
          className="shell-button"
          current={false}
          to={{ widget: successor.widget, size: null, state: null, stateData: null }}
        >
          Show {successor.label}
        </ShellLink>
      )}
    >
      The widget “{name}” does not exist.
    </EmptyMessage>
  );
}
