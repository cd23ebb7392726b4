import { type ReactElement, useMemo } from "react";
import type { WidgetSize } from "@tck/kit";
import { gridFootprint, packGrid } from "../../../core/feed/mod.ts";
import { type FeedView, listPlaces, type PublicBundle, type UnreadablePlace } from "../../protocol.ts";
import { bundleRevision } from "../content/bundle_cards.ts";
import { useDocumentTitle } from "../controls/document_title.ts";
import { useShell } from "../shell_context.ts";
import { CanvasCard } from "./canvas_card.tsx";
import { findContext } from "../state/find_context.ts";
import { EmptyMessage } from "../controls/empty_message.tsx";
import { ShellLink } from "../controls/shell_link.tsx";

/** A feed as a column of cards, or a grid as four packed columns. */
export function Canvas({ view }: { view: FeedView | null }): ReactElement {
  const canvasTab = useShell(({ url }) => url.canvasTab);
  const canvasView = useShell(({ url }) => url.canvasView);
  const bundles = useShell(({ server }) => server.bundles);
  const error = useShell(({ server }) => server.error);
  useDocumentTitle(view?.label ?? "Canvas");
  const cards = useMemo(() => findBundles(view, bundles ?? []), [view, bundles]);
  if (view === null) {
    if (bundles === null && error === null) return <p className="shell-message" role="status">Loading…</p>;
    const name = canvasTab === "feed" ? "feed" : "grid";
    return (
      <EmptyMessage
        action={canvasView !== null && (
          <ShellLink className="shell-button" current={false} to={{ canvasView: null, card: null }}>
            Show the first {name}
          </ShellLink>
        )}
      >
        {canvasView === null
          ? `No ${name}s yet. ${hasBundles(bundles ?? [], name) ? CONFIGURE[name] : FIRST_VIEW[name]}`
          : `The ${name} “${canvasView}” does not exist.`}
      </EmptyMessage>
    );
  }
  return (
    <>
      <h1 className="shell-visually-hidden">{view.label}</h1>
      {cards.length === 0 && view.unreadable === undefined && (
        <p className="shell-message" role="status">No cards.</p>
      )}
      {canvasTab === "feed"
        ? <FeedCanvas key={view.id} view={view} bundles={cards} />
        : <GridCanvas key={view.id} view={view} bundles={cards} />}
    </>
  );
}

/** What to do in a project without bundles. */
const FIRST_VIEW = {
  feed: "Build the widgets, or drop .tckb files on the sidebar.",
  grid: 'Build widgets whose cardType is "grid".',
};

/** What to do when there are bundles, but none that the configuration's globs match. */
const CONFIGURE = {
  feed: "Add the glob of the bundles to canvas.feeds of the configuration.",
  grid: "Add the glob of the bundles to canvas.grids of the configuration.",
};

function hasBundles(bundles: readonly PublicBundle[], name: "feed" | "grid"): boolean {
  return bundles.some(({ manifest }) => (manifest.cardType === "feed") === (name === "feed"));
}

interface ViewProps {
  readonly view: FeedView;
  readonly bundles: readonly PublicBundle[];
}

function FeedCanvas({ view, bundles }: ViewProps): ReactElement {
  const feedWidth = useShell(({ url }) => url.feedWidth);
  return (
    <ol className="shell-feed" role="list" data-width={feedWidth} aria-label={view.label}>
      {findPlaces(view, bundles).map((place) =>
        "manifest" in place
          ? (
            <CanvasCard
              key={bundleRevision(place)}
              bundle={place}
              view={view.id}
              context={findContext(view, place)}
              size={feedSize(place)}
              slotDefaults
              area={null}
            />
          )
          : <UnreadableItem key={place.path} place={place} />
      )}
    </ol>
  );
}

/** The bundles of a feed, and the files between them that are not bundles. */
function findPlaces(view: FeedView, bundles: readonly PublicBundle[]): (PublicBundle | UnreadablePlace)[] {
  const byId = new Map(bundles.map((bundle) => [bundle.id, bundle]));
  return listPlaces(view).flatMap((place) => typeof place === "string" ? byId.get(place) ?? [] : place);
}

function UnreadableItem({ place: { label, path, message } }: { place: UnreadablePlace }): ReactElement {
  return (
    <li className="shell-place shell-error">
      <p>
        <strong>{label}</strong> is not shown: {message}
      </p>
      <p>
        <code>{path}</code>
      </p>
    </li>
  );
}

function GridCanvas({ view, bundles }: ViewProps): ReactElement {
  const placements = packGrid(bundles.map(({ manifest }) => gridFootprint(manifest.sizes)));
  return (
    <div className="shell-stage-scroller" tabIndex={0} role="region" aria-label={`Grid ${view.label}`}>
      <ol className="shell-grid" role="list">
        {bundles.map((bundle, index) => {
          const { column, row, columns, rows } = placements[index]!;
          return (
            <CanvasCard
              key={bundleRevision(bundle)}
              bundle={bundle}
              view={view.id}
              context={findContext(view, bundle)}
              size={gridSize(bundle)}
              slotDefaults={false}
              area={`${row + 1} / ${column + 1} / span ${rows} / span ${columns}`}
            />
          );
        })}
      </ol>
    </div>
  );
}

/** Skips unknown ids: feeds and bundles come in two answers, which may differ in age. */
function findBundles(view: FeedView | null, bundles: readonly PublicBundle[]): PublicBundle[] {
  const byId = new Map(bundles.map((bundle) => [bundle.id, bundle]));
  return (view?.bundleIds ?? []).flatMap((id) => byId.get(id) ?? []);
}

/** As in production: `fill-auto` if the manifest declares it. */
function feedSize({ manifest: { sizes } }: PublicBundle): WidgetSize | null {
  return sizes.includes("fill-auto") ? "fill-auto" : sizes[0] ?? null;
}

function gridSize({ manifest: { sizes } }: PublicBundle): WidgetSize | null {
  return sizes.find((size) => size !== "fill-auto") ?? sizes[0] ?? null;
}
