import { type ReactElement, type RefObject, useEffect, useRef, useState } from "react";
import { pathOfSitePicture, PROTOCOL_PREFIX } from "../../protocol.ts";
import {
  EntryFindings,
  EntryPictures,
  EntryStatus,
  type PictureAddress,
  ViewChoice,
} from "../../review/entry_view.tsx";
import {
  countVerdicts,
  findUndecided,
  formatCounts,
  listUndecided,
  nameVariant,
  type ReviewEntry,
} from "../../review/review.ts";
import { REVIEW_STYLES } from "../../review/review_styles.ts";
import { useDocumentTitle } from "../controls/document_title.ts";
import { EmptyMessage } from "../controls/empty_message.tsx";
import { pageNonce } from "../content/page_nonce.ts";
import { useShell, useShellDependencies } from "../shell_context.ts";
import { Surface } from "../surface/surface.tsx";
import { EntryList } from "./entry_list.tsx";
import { PictureActions, ReviewActions } from "./review_actions.tsx";
import { ReviewDialogs, type ReviewQuestion } from "./review_dialogs.tsx";
import { useQuiet } from "./quiet.ts";
import { isVerdict, type ReviewAction, useReviewKeys } from "./review_keys.ts";

/** What differs in the last snapshot from the accepted pictures, with a verdict for each. */
export function ReviewSurface(): ReactElement {
  const { review } = useShellDependencies();
  const entries = useShell((state) => state.review.entries);
  const shown = useShownEntry(entries);
  useEffect(() => {
    void review.refresh();
    // A snapshot may have been taken in the meantime.
    globalThis.addEventListener("focus", review.refresh);
    return () => globalThis.removeEventListener("focus", review.refresh);
  }, [review]);
  return (
    <Surface
      sidebarName="Pictures"
      sidebar={(close) => <EntryList entries={entries ?? []} shown={shown} onChoose={close} />}
      railName="About the picture"
      rail={shown !== null && <EntryRail entry={shown} />}
      controlsName="Review"
      controls={null}
      subject="review"
    >
      <style nonce={pageNonce()}>{REVIEW_STYLES}</style>
      <ReviewMessages />
      {entries === null
        ? <p className="shell-message" role="status">Loading…</p>
        : shown === null
        ? (
          <EmptyMessage>
            Nothing differs from the accepted pictures. tck-preview snapshot takes new ones. While none are
            accepted, there is nothing to compare with: tck-preview snapshot --update accepts what it takes.
          </EmptyMessage>
        )
        : <ShownEntry entries={entries} shown={shown} />}
    </Surface>
  );
}

function useShownEntry(entries: readonly ReviewEntry[] | null): ReviewEntry | null {
  const picture = useShell(({ url }) => url.picture);
  return entries?.find((entry) => entry.picture === picture) ?? entries?.[0] ?? null;
}

function EntryRail({ entry }: { entry: ReviewEntry }): ReactElement {
  return (
    <section className="shell-review-rail review" aria-label="Findings">
      <h2>Findings</h2>
      <EntryFindings entry={entry} />
    </section>
  );
}

/** Why a verdict was not written, and the end of the review. */
function ReviewMessages(): ReactElement | null {
  const error = useShell((state) => state.review.error);
  const hasEnded = useShell((state) => state.review.hasEnded);
  return (
    <>
      {error !== null && (
        <div className="shell-banner" role="alert">
          <p>{error}</p>
        </div>
      )}
      {hasEnded && (
        <div className="shell-banner" data-kind="notice" role="status">
          <p>The review has ended, and so has the preview of it. The terminal shows the result.</p>
        </div>
      )}
    </>
  );
}

interface ShownEntryProps {
  readonly entries: readonly ReviewEntry[];
  readonly shown: ReviewEntry;
}

function ShownEntry({ entries, shown }: ShownEntryProps): ReactElement {
  const dependencies = useShellDependencies();
  const { navigation, review } = dependencies;
  const [question, setQuestion] = useState<ReviewQuestion | null>(null);
  const container = useRef<HTMLDivElement>(null);
  const canDecide = useShell((state) => state.canDecide);
  const isSite = useShell((state) => state.isSite);
  const undecided = listUndecided(entries);
  const ofWidget = undecided.filter(({ widget }) => widget === shown.widget);
  const name = `${shown.widget} ${nameVariant(shown)}`;
  useDocumentTitle(`Review: ${name}`);
  const show = (entry: ReviewEntry | undefined) => entry && navigation.navigate({ picture: entry.picture });
  const step = (by: 1 | -1) => show(entries[entries.indexOf(shown) + by]);
  const decide = async (chosen: readonly ReviewEntry[], words: string | null) => {
    setQuestion(null);
    if (chosen.length === 0) return;
    const ids = chosen.map(({ id }) => id);
    await review.decide(words === null ? { ids, verdict: "accepted" } : { ids, verdict: "rejected", words });
    const { entries: decided, error } = dependencies.store.getState().review;
    if (error === null) show(findUndecided(decided ?? [], chosen.at(-1)!.id) ?? undefined);
  };
  const askWords = (chosen: readonly ReviewEntry[], name: string) =>
    chosen.length > 0 && setQuestion({ kind: "reject", entries: chosen, name });
  const isQuiet = useQuiet();
  const run = (action: ReviewAction) => {
    if (isVerdict(action) && !isQuiet) return;
    switch (action) {
      case "next":
        return step(1);
      case "previous":
        return step(-1);
      case "accept":
        return void decide([shown], null);
      case "acceptWidget":
        return void decide(ofWidget, null);
      case "acceptAll":
        return setQuestion({ kind: "accept", entries, name: "everything" });
      case "reject":
        return askWords([shown], name);
      case "rejectWidget":
        return askWords(ofWidget, `all of ${shown.widget}`);
      case "rejectAll":
        return askWords(undecided, "everything");
      case "undo":
        return void review.decide({ ids: [shown.id], verdict: null });
      case "keys":
        return setQuestion({ kind: "keys" });
      default:
        return chooseView(container, action);
    }
  };
  useReviewKeys(question !== null, run);
  return (
    <div ref={container} className="review shell-review">
      <p role="status">{formatCounts(countVerdicts(entries))}</p>
      <h1>{name}</h1>
      <EntryStatus entry={shown} />
      <PictureActions entries={entries} shown={shown} takesVerdicts={isQuiet} onRun={run} />
      <ViewChoice />
      <div key={shown.id} className="shell-review-pictures">
        <EntryPictures entry={shown} address={isSite ? sitePathOf : addressOf} />
      </div>
      {canDecide && (
        <ReviewActions
          entries={entries}
          undecided={undecided}
          ofWidget={ofWidget}
          takesVerdicts={isQuiet}
          onRun={run}
        />
      )}
      <ReviewDialogs
        question={question}
        onClose={() => setQuestion(null)}
        onReject={(chosen, words) => void decide(chosen, words)}
        onAccept={(chosen) => void decide(chosen, null)}
      />
    </div>
  );
}

const addressOf: PictureAddress = ({ id }, role) => `${PROTOCOL_PREFIX}review/picture/${id}/${role}`;

const sitePathOf: PictureAddress = ({ id }, role) => pathOfSitePicture(id, role);

function chooseView({ current }: RefObject<HTMLDivElement | null>, view: string): void {
  current?.querySelector<HTMLInputElement>(`.review-views [value=${view}]`)?.click();
}
