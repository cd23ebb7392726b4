import type { ReactElement } from "react";
import type { SnapshotPicture } from "../../protocol.ts";
import { nameVariant, type ReviewFinding } from "../../review/review.ts";
import { useStageSubject } from "../card/stage_card.ts";
import { readSiteSnapshot } from "../client/site_files.ts";
import { useShell } from "../shell_context.ts";
import { chooseSize, chooseState, findStageManifest } from "../state/shown_variant.ts";
import { ReadMessage } from "./source/read_message.tsx";
import { useRead } from "./source/use_read.ts";

/** What the last snapshot found in the Stage's widget, and the accepted pictures of what is shown. A site has them. */
export function SnapshotPanel(): ReactElement {
  const subject = useStageSubject();
  const manifest = useShell(findStageManifest);
  const size = useShell(({ url }) => chooseSize(manifest, url.size));
  const state = useShell(({ url }) => chooseState(manifest, url.state) ?? "default");
  const theme = useShell(({ url }) => url.theme);
  const { value: all, ...reading } = useRead("snapshot", readSiteSnapshot);
  if (all === null || subject.kind !== "live") return <ReadMessage {...reading} />;
  const own = all.filter(({ widget }) => widget === subject.widget.name);
  const shown = own.filter((picture) =>
    picture.theme === theme && picture.state === state && picture.size?.replace(/-\d+$/, "") === size
  );
  if (own.length === 0) return <p className="shell-hint">The last snapshot has no picture of this widget.</p>;
  return (
    <>
      <Findings findings={listFindings(own)} />
      {shown.map((picture) => <AcceptedPicture key={nameVariant(picture)} picture={picture} />)}
    </>
  );
}

function Findings({ findings }: { findings: readonly ReviewFinding[] }): ReactElement {
  if (findings.length === 0) return <p className="shell-good">The snapshot has found nothing.</p>;
  return (
    <ol className="shell-diagnostics" role="list" aria-label="Findings of the snapshot">
      {findings.map(({ severity, rule, message, place }) => (
        <li key={`${rule} ${message} ${place}`}>
          <p className="shell-diagnostic-message">
            <span className="shell-severity" data-severity={severity}>{severity}</span> {message}
          </p>
          <p className="shell-diagnostic-place">
            {place} <code>{rule}</code>
          </p>
        </li>
      ))}
    </ol>
  );
}

/** Each once, although several pictures show it. */
function listFindings(pictures: readonly SnapshotPicture[]): ReviewFinding[] {
  const all = pictures.flatMap(({ findings }) => findings);
  return [...new Map(all.map((finding) => [JSON.stringify(finding), finding])).values()];
}

function AcceptedPicture({ picture }: { picture: SnapshotPicture }): ReactElement {
  const name = nameVariant(picture);
  if (picture.accepted === null) return <p className="shell-hint">{name} has no accepted picture.</p>;
  return (
    <figure className="shell-accepted">
      <a href={picture.accepted} target="_blank" rel="noreferrer">
        <img src={picture.accepted} alt={`The accepted picture, ${name}`} loading="lazy" />
      </a>
      <figcaption className="shell-hint">{name}</figcaption>
    </figure>
  );
}
