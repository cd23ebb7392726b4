import type { ReactElement } from "react";
import { useShell, useShellDependencies } from "../shell_context.ts";
import type { FiredAction } from "../state/shell_state.ts";

/** The actions that the reader activated on cards, the last one first. */
export function ActionsPanel(): ReactElement {
  const { store } = useShellDependencies();
  const fired = useShell(({ firedActions }) => firedActions);
  if (fired.length === 0) {
    return (
      <p className="shell-hint">Activate an action on a card: it is listed here with what a host receives.</p>
    );
  }
  return (
    <>
      <ol className="shell-fired" role="list" aria-label="Fired actions" aria-live="polite">
        {fired.map((action, index) => <Fired key={fired.length - index} action={action} />)}
      </ol>
      <button type="button" className="shell-button" onClick={() => store.setState({ firedActions: [] })}>
        Clear
      </button>
    </>
  );
}

function Fired({ action: { time, card, payload } }: { action: FiredAction }): ReactElement {
  const { id, href } = payload;
  return (
    <li>
      <p>
        <strong>{String(id)}</strong> <span className="shell-hint">{card}</span>{" "}
        <time className="shell-hint" dateTime={new Date(time).toISOString()}>
          {new Date(time).toLocaleTimeString()}
        </time>
      </p>
      <pre tabIndex={0} role="region" aria-label={`Payload of ${String(id)}`}>
        {JSON.stringify(payload, null, 2)}
      </pre>
      {typeof href === "string" && /^https?:/.test(href) && (
        <a className="shell-link" href={href} target="_blank" rel="noreferrer">Open the link</a>
      )}
    </li>
  );
}
