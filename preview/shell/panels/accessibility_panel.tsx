import { type ReactElement, useEffect, useEffectEvent, useId, useState } from "react";
import { errorMessage } from "../../../core/errors/mod.ts";
import { useShell, useShellDependencies } from "../shell_context.ts";
import { findStageArticle } from "../card/stage_card.ts";
import { findViolations, type Violation } from "./find_violations.ts";

/** The result of the last check. */
type Outcome =
  | { readonly status: "none" }
  | { readonly status: "running" }
  | { readonly status: "failed"; readonly message: string }
  | { readonly status: "done"; readonly violations: readonly Violation[] };

/** React shows an edit a moment after its module has arrived. */
const REFRESH_MS = 300;

const STORED_NAME = "tck-preview:accessibility-on-save";

/** What axe finds in the Stage's card, on demand and after each edit. A change of the view clears it. */
export function AccessibilityPanel(): ReactElement {
  return <CheckOfView key={useShell(({ search }) => search)} />;
}

function CheckOfView(): ReactElement {
  const { storage } = useShellDependencies();
  const [outcome, setOutcome] = useState<Outcome>({ status: "none" });
  const [isOnSave, setOnSave] = useState(() => storage.getItem(STORED_NAME) === "true");
  const id = useId();
  const check = async () => {
    const article = findStageArticle();
    if (article === null || outcome.status === "running") return;
    setOutcome({ status: "running" });
    try {
      setOutcome({ status: "done", violations: await findViolations(article) });
    } catch (error) {
      setOutcome({ status: "failed", message: errorMessage(error) });
    }
  };
  useAfterEdit(() => isOnSave && void check());
  const change = (isChecked: boolean) => {
    setOnSave(isChecked);
    storage.setItem(STORED_NAME, String(isChecked));
  };
  return (
    <>
      <div className="shell-row">
        <button
          type="button"
          className="shell-button"
          aria-disabled={outcome.status === "running"}
          onClick={() => void check()}
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

function useAfterEdit(act: () => void): void {
  const edits = useShell((state) => state.edits);
  const [shown] = useState(edits);
  const run = useEffectEvent(act);
  useEffect(() => {
    if (edits === shown) return;
    const timer = setTimeout(() => run(), REFRESH_MS);
    return () => clearTimeout(timer);
  }, [edits, shown]);
}

function Result({ outcome }: { outcome: Outcome }): ReactElement | null {
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

const SERIOUS = ["serious", "critical"];

function ViolationItem({ rule, impact, help, helpUrl, nodes }: Violation): ReactElement {
  return (
    <li>
      <p className="shell-diagnostic-message">
        <span className="shell-severity" data-severity={SERIOUS.includes(impact) ? "error" : "warning"}>
          {impact}
        </span>{" "}
        {help}
      </p>
      <p className="shell-diagnostic-place">
        <a className="shell-link" href={helpUrl} target="_blank" rel="noreferrer">{rule}</a>
      </p>
      <ul className="shell-elements" role="list">
        {nodes.map(({ element, html, summary }, index) => (
          <li key={index}>
            <button type="button" className="shell-place-link" title={summary} onClick={() => point(element)}>
              <code>{html.slice(0, 160)}</code>
            </button>
          </li>
        ))}
      </ul>
    </li>
  );
}

/** Shows where an element is, without a change of the card. */
function point(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "center", inline: "nearest" });
  element?.animate([{ outline: "3px solid #d6336c" }, { outline: "3px solid #d6336c" }], 2_000);
}
