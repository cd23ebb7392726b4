import type { FormEvent, ReactElement, ReactNode } from "react";
import { nameVariant, type PictureRole, type ReviewEntry } from "./review.ts";

/** The address of a picture of an entry. */
export type PictureAddress = (entry: ReviewEntry, role: PictureRole) => string;

interface EntryPicturesProps {
  readonly entry: ReviewEntry;
  readonly address: PictureAddress;
}

/** The views of a changed picture, as {@link ViewChoice} offers them. */
export const VIEWS = [
  ["beside", "Side by side"],
  ["slider", "Slider"],
  ["difference", "Difference"],
] as const;

/** The choice of the view of all pictures below the same `.review`. The stylesheet shows the chosen one, without a script. */
export function ViewChoice(): ReactElement {
  return (
    <fieldset className="review-views">
      <legend>View</legend>
      {VIEWS.map(([value, label], index) => (
        <label key={value}>
          <input type="radio" name="review-view" value={value} defaultChecked={index === 0} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** The pictures of an entry: a changed one in each view, a new or missing one as it is. */
export function EntryPictures({ entry, address }: EntryPicturesProps): ReactElement {
  const { before, after } = entry.pictures;
  if (before === null || after === null) {
    return (
      <div className="review-beside">
        {before !== null && <Picture entry={entry} address={address} role="before" />}
        {after !== null && <Picture entry={entry} address={address} role="after" />}
        {before === null && after === null && <p>There is no picture that can be shown.</p>}
      </div>
    );
  }
  return (
    <>
      <div className="review-beside" data-view="beside">
        <Picture entry={entry} address={address} role="before" />
        <Picture entry={entry} address={address} role="after" />
      </div>
      <Slider entry={entry} address={address} />
      <div className="review-beside" data-view="difference">
        {entry.pictures.difference === null
          ? <p>The pictures cannot be compared.</p>
          : <Picture entry={entry} address={address} role="difference" />}
      </div>
    </>
  );
}

const CAPTIONS = { before: "Before", after: "After", difference: "Difference" } as const;

function Picture({ entry, address, role }: EntryPicturesProps & { role: PictureRole }): ReactElement {
  return (
    <figure className="review-picture">
      <figcaption>{CAPTIONS[role]}</figcaption>
      <Image entry={entry} address={address} role={role} />
    </figure>
  );
}

function Image({ entry, address, role }: EntryPicturesProps & { role: PictureRole }): ReactElement {
  const size = entry.pictures[role]!;
  const name = `${entry.widget} ${nameVariant(entry)}`;
  return (
    <img
      src={address(entry, role)}
      alt={`${CAPTIONS[role]}: ${name}`}
      width={size.width}
      height={size.height}
      loading="lazy"
    />
  );
}

/** Both pictures in one place. The part before the handle is the accepted one. */
function Slider({ entry, address }: EntryPicturesProps): ReactElement {
  return (
    <div className="review-slider" data-view="slider">
      <div className="review-layers">
        <Image entry={entry} address={address} role="after" />
        <div className="review-upper">
          <Image entry={entry} address={address} role="before" />
        </div>
      </div>
      <label>
        <span>Before</span>
        <input
          type="range"
          min="0"
          max="100"
          defaultValue="50"
          aria-label="How much is shown of the picture before, in percent"
          onInput={moveSlider}
        />
        <span>After</span>
      </label>
    </div>
  );
}

function moveSlider({ currentTarget }: FormEvent<HTMLInputElement>): void {
  currentTarget.closest<HTMLElement>(".review-slider")?.style.setProperty("--at", `${currentTarget.value}%`);
}

/** What {@link moveSlider} does, for a page without React. */
export const SLIDER_SCRIPT = `addEventListener("input", ({ target }) => {
  const slider = target.closest(".review-slider");
  if (slider) slider.style.setProperty("--at", target.value + "%");
});`;

/** What differs, and what was decided. */
export function EntryStatus({ entry }: { entry: ReviewEntry }): ReactElement {
  const { kind, message, verdict, words } = entry;
  return (
    <div className="review-status">
      <p>
        <Badge kind={kind}>{kind}</Badge>{" "}
        <Badge kind={verdict ?? "undecided"}>{verdict ?? "no verdict"}</Badge> {message}
      </p>
      {words !== null && <blockquote>{words}</blockquote>}
    </div>
  );
}

/** A short word in the colour of its kind. */
export function Badge({ kind, children }: { kind: string; children: ReactNode }): ReactElement {
  return <span className="review-badge" data-kind={kind}>{children}</span>;
}

/** The problems that the snapshot has found in the picture. */
export function EntryFindings({ entry: { kind, findings } }: { entry: ReviewEntry }): ReactElement {
  if (findings.length === 0) {
    return (
      <p className="review-hint">
        {kind === "missing"
          ? "The snapshot does not take this picture any more."
          : "The snapshot has found no problems in this picture."}
      </p>
    );
  }
  return (
    <ul className="review-findings" role="list">
      {findings.map(({ severity, rule, message, place }, index) => (
        <li key={index}>
          <Badge kind={severity}>{severity}</Badge> <code>{rule}</code> {message}
          {place !== null && <code className="review-place">{place}</code>}
        </li>
      ))}
    </ul>
  );
}
