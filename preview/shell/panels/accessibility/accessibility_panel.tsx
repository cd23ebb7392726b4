import { type ReactElement, useId, useState } from "react";
import { useShell, useShellDependencies } from "../../shell_context.ts";
import type { AccessibilityOutcome, Violation } from "../../state/shell_state.ts";
import { isSerious } from "../badges.ts";
import {
  checkAccessibility,
  findOutcome,
  readChecksOnSave,
  storeChecksOnSave,
} from "./check_accessibility.ts";

/** What axe finds in the Stage's card, on demand and after each edit. */
export function AccessibilityPanel(): ReactElement {
  const { store, storage } = useShellDependencies();
  const outcome = useShell(findOutcome);
  const [isOnSave, setOnSave] = useState(() => readChecksOnSave(storage));
  const id = useId();
  const change = (isChecked: boolean) => {
    setOnSave(isChecked);
    storeChecksOnSave(storage, isChecked);
  };
  return (
    <>
      <div className="shell-row">
        <button
          type="button"
          className="shell-button"
          aria-disabled={outcome.status === "running"}
          onClick={() => void checkAccessibility(store)}
        >
          Check
        </button>
        <span className="shell-check">
          <input
            id={id}
            type="checkbox"
            checked={isOnSave}
            onChange={({ currentTarget: { checked } }) => change(checked)}
          />
          <label htmlFor={id}>After each save</label>
        </span>
      </div>
      <div aria-live="polite">
        <Result outcome={outcome} />
      </div>
    </>
  );
}

function Result({ outcome }: { outcome: AccessibilityOutcome }): ReactElement | null {
  if (outcome.status === "none") return <p className="shell-hint">axe checks the card as it is shown now.</p>;
  if (outcome.status === "running") return <p className="shell-hint">Checking…</p>;
  if (outcome.status === "failed") return <p className="shell-fault">{outcome.message}</p>;
  const { violations } = outcome;
  if (violations.length === 0) return <p className="shell-good">axe finds nothing to correct.</p>;
  return (
    <ol className="shell-diagnostics" role="list" aria-label="Violations">
      {violations.map((violation) => <ViolationItem key={violation.rule} {...violation} />)}
    </ol>
  );
}

function ViolationItem({ rule, impact, help, helpUrl, nodes }: Violation): ReactElement {
  return (
    <li>
      <p className="shell-diagnostic-message">
        <span className="shell-severity" data-severity={isSerious(impact) ? "error" : "warning"}>
          {impact}
        </span>{" "}
        {help}
      </p>
      <p className="shell-diagnostic-place">
        <a className="shell-link" href={helpUrl} target="_blank" rel="noreferrer">{rule}</a>
      </p>
      <ul className="shell-elements" role="list">
        {nodes.map(({ html, summary, point }, index) => (
          <li key={index}>
            <button type="button" className="shell-place-link" title={summary} onClick={point}>
              <code>{html.slice(0, 160)}</code>
            </button>
          </li>
        ))}
      </ul>
    </li>
  );
}
