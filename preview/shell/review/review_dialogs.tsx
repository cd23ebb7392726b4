import { type FormEvent, type ReactElement, useId } from "react";
import { countVerdicts, MAX_WORDS, type ReviewEntry } from "../../review/review.ts";
import { KeyList, Sheet } from "../controls/sheet.tsx";
import { useShell } from "../shell_context.ts";
import { listReviewKeys } from "./review_keys.ts";

/** What is open above the review. */
export type ReviewQuestion =
  | { readonly kind: "reject" | "accept"; readonly entries: readonly ReviewEntry[]; readonly name: string }
  | { readonly kind: "keys" };

interface ReviewDialogsProps {
  readonly question: ReviewQuestion | null;
  readonly onClose: () => void;
  readonly onReject: (entries: readonly ReviewEntry[], words: string) => void;
  readonly onAccept: (entries: readonly ReviewEntry[]) => void;
}

/** The question for the words of a rejection, the question before everything is accepted, and the list of keys. */
export function ReviewDialogs({ question, onClose, onReject, onAccept }: ReviewDialogsProps): ReactElement {
  const canDecide = useShell((state) => state.canDecide);
  return (
    <>
      <Sheet title="Keys of the review" isOpen={question?.kind === "keys"} onClose={onClose}>
        <KeyList keys={listReviewKeys({ canDecide }).map(({ shown, title }) => [shown, title])} />
      </Sheet>
      {question !== null && question.kind !== "keys" && (
        <Sheet
          title={`${question.kind === "reject" ? "Reject" : "Accept"} ${question.name}`}
          isOpen
          onClose={onClose}
        >
          {question.kind === "reject"
            ? <RejectForm onReject={(words) => onReject(question.entries, words)} />
            : <AcceptForm entries={question.entries} onAccept={() => onAccept(question.entries)} />}
        </Sheet>
      )}
    </>
  );
}

/** Enter with Ctrl or ⌘ sends the words, since Enter alone is a new line. */
function RejectForm({ onReject }: { onReject: (words: string) => void }): ReactElement {
  const id = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const words = String(new FormData(event.currentTarget).get("words")).trim();
    if (words !== "") onReject(words);
  };
  return (
    <form className="shell-review-form" onSubmit={submit}>
      <label htmlFor={id}>What is wrong</label>
      <textarea
        id={id}
        name="words"
        className="shell-field"
        rows={4}
        maxLength={MAX_WORDS}
        required
        autoFocus
        onKeyDown={({ key, ctrlKey, metaKey, currentTarget }) =>
          key === "Enter" && (ctrlKey || metaKey) && currentTarget.form?.requestSubmit()}
      />
      <p className="shell-hint">
        The words are written into report.json, where an agent reads them. Ctrl Enter rejects.
      </p>
      <button type="submit" className="shell-button">Reject</button>
    </form>
  );
}

function AcceptForm(
  { entries, onAccept }: { entries: readonly ReviewEntry[]; onAccept: () => void },
): ReactElement {
  const count = entries.length;
  const { rejected } = countVerdicts(entries);
  return (
    <div className="shell-review-form">
      <p>
        {count === 1 ? "One picture" : `${count} pictures`}{" "}
        of the snapshot will replace the accepted pictures, or be deleted from them.
      </p>
      {rejected > 0 && (
        <p>{rejected} of them {rejected === 1 ? "is" : "are"} rejected: the words are deleted.</p>
      )}
      <button type="button" className="shell-button" onClick={onAccept}>Accept</button>
    </div>
  );
}
