import { lazy, type ReactElement, Suspense } from "react";
import { Shortcuts } from "./palette/shortcuts.tsx";
import { ShellBoundary } from "./controls/shell_boundary.tsx";
import { useShell } from "./shell_context.ts";
import { Stage } from "./stage/stage.tsx";
import { StageSurface } from "./stage/stage_surface.tsx";
import { useStageSubject } from "./card/stage_card.ts";

const CanvasSurface = lazy(async () => ({
  default: (await import("./canvas/canvas_surface.tsx")).CanvasSurface,
}));

const ReviewSurface = lazy(async () => ({
  default: (await import("./review/review_surface.tsx")).ReviewSurface,
}));

const ShotList = lazy(async () => ({ default: (await import("./shots/shot_list.tsx")).ShotList }));

/** The names of the surfaces that are not the Stage. */
const SURFACES: { readonly [view: string]: string } = { chat: "chat", feed: "canvas", review: "review" };

/**
 * The whole page: the Stage, the Canvas or the review; with `chrome=none` only the Stage's card, with `chrome=shots` the cards of a
 * snapshot.
 */
export function Shell(): ReactElement {
  const chrome = useShell(({ url }) => url.chrome);
  const view = useShell(({ url }) => url.view);
  const background = useShell(({ url }) => url.background);
  if (chrome === "none") return <BareStage />;
  if (chrome === "shots") {
    return (
      <Suspense>
        <ShotList />
      </Suspense>
    );
  }
  return (
    <div className="shell" data-background={background}>
      <a className="shell-skip" href="#shell-main">
        Skip to the {SURFACES[view] ?? "stage"}
      </a>
      {view === "feed"
        ? (
          <Suspense>
            <CanvasSurface />
          </Suspense>
        )
        : view === "review"
        ? (
          <Suspense>
            <ReviewSurface />
          </Suspense>
        )
        : <StageSurface />}
      <Shortcuts />
    </div>
  );
}

function BareStage(): ReactElement {
  const subject = useStageSubject();
  return (
    <main className="shell-bare" data-framed={globalThis.parent !== globalThis.self}>
      <ShellBoundary part="The card">
        <Stage subject={subject} />
      </ShellBoundary>
    </main>
  );
}
