import { type ReactElement, type ReactNode, useEffect } from "react";
import type { ReviewEntry } from "../../review/review.ts";
import { VERDICT_FILE_NAME } from "../../review/verdict_file.ts";
import type { SiteVerdicts } from "../client/site_verdicts.ts";
import { saveFile } from "../controls/save_file.ts";
import { useShell, useShellDependencies } from "../shell_context.ts";
import { isVerdict, REVIEW_KEYS, type ReviewAction } from "./review_keys.ts";

interface PictureActionsProps {
  readonly entries: readonly ReviewEntry[];
  readonly shown: ReviewEntry;
  /** False until the page has been shown for a moment. */
  readonly takesVerdicts: boolean;
  readonly onRun: (action: ReviewAction) => void;
}

interface ReviewActionsProps {
  readonly entries: readonly ReviewEntry[];
  /** Those without a verdict, and of them those of the shown widget. */
  readonly undecided: readonly ReviewEntry[];
  readonly ofWidget: readonly ReviewEntry[];
  /** False until the page has been shown for a moment. */
  readonly takesVerdicts: boolean;
  readonly onRun: (action: ReviewAction) => void;
}

/** The buttons for the shown picture, above it. */
export function PictureActions(
  { entries, shown, takesVerdicts, onRun }: PictureActionsProps,
): ReactElement {
  const canDecide = useShell((state) => state.canDecide);
  const at = entries.indexOf(shown);
  const button = buttonsOf(takesVerdicts, onRun);
  return (
    <div className="shell-review-actions">
      {canDecide && (
        <div role="group" aria-label="Verdict">
          {button("accept", "Accept", shown.verdict === "accepted")}
          {button("reject", "Reject…")}
          {button("undo", "Take back", shown.verdict === null)}
        </div>
      )}
      <div role="group" aria-label="Pictures">
        {button("previous", "Previous", at === 0)}
        <span>{at + 1} of {entries.length}</span>
        {button("next", "Next", at === entries.length - 1)}
      </div>
      {button("keys", "Keys")}
    </div>
  );
}

/** The buttons for several pictures, below the shown one. */
export function ReviewActions(
  { entries, undecided, ofWidget, takesVerdicts, onRun }: ReviewActionsProps,
): ReactElement {
  const { review, siteVerdicts } = useShellDependencies();
  const isAwaited = useShell((state) => state.review.isAwaited);
  const button = buttonsOf(takesVerdicts, onRun);
  return (
    <div className="shell-review-actions">
      <div role="group" aria-label="Several pictures">
        {button("acceptWidget", `Accept the widget (${ofWidget.length})`, ofWidget.length === 0)}
        {button("rejectWidget", "Reject the widget…", ofWidget.length === 0)}
        {button("acceptAll", `Accept everything (${entries.length})…`)}
        {button("rejectAll", "Reject everything…", undecided.length === 0)}
      </div>
      {isAwaited && (
        <button
          type="button"
          className="shell-button"
          aria-disabled={!takesVerdicts}
          onClick={() => takesVerdicts && void review.end()}
        >
          End the review
        </button>
      )}
      {siteVerdicts !== null && <SaveVerdicts verdicts={siteVerdicts} />}
    </div>
  );
}

/** Saves the verdicts of a site as a file, and asks before the page is left without it. */
function SaveVerdicts({ verdicts }: { verdicts: SiteVerdicts }): ReactElement {
  useEffect(() => {
    const listener = (event: BeforeUnloadEvent) => verdicts.isSaved || event.preventDefault();
    globalThis.addEventListener("beforeunload", listener);
    return () => globalThis.removeEventListener("beforeunload", listener);
  }, [verdicts]);
  return (
    <div>
      <button
        type="button"
        className="shell-button"
        onClick={() => void verdicts.save().then((file) => saveFile(file, VERDICT_FILE_NAME))}
      >
        Save the verdicts
      </button>
      <p>
        They are in this page only. Send the file to the author, who runs{" "}
        <code>tck-preview review --apply {VERDICT_FILE_NAME}</code>.
      </p>
    </div>
  );
}

function buttonsOf(takesVerdicts: boolean, onRun: (action: ReviewAction) => void) {
  return (action: ReviewAction, label: ReactNode, isDisabled = false): ReactElement => (
    <ActionButton
      action={action}
      isDisabled={isDisabled || !takesVerdicts && isVerdict(action)}
      onRun={onRun}
    >
      {label}
    </ActionButton>
  );
}

interface ActionButtonProps {
  readonly action: ReviewAction;
  readonly isDisabled: boolean;
  readonly onRun: (action: ReviewAction) => void;
  readonly children: ReactNode;
}

/** Says its key to assistive technology. Disabled, it keeps the focus. */
function ActionButton({ action, isDisabled, onRun, children }: ActionButtonProps): ReactElement {
  const { keys, title } = REVIEW_KEYS.find((one) => one.action === action)!;
  return (
    <button
      type="button"
      className="shell-button"
      title={title}
      aria-keyshortcuts={keys.map((key) => /^[A-Z]$/.test(key) ? `Shift+${key}` : key).join(" ")}
      aria-disabled={isDisabled}
      onClick={() => isDisabled || onRun(action)}
    >
      {children}
    </button>
  );
}
