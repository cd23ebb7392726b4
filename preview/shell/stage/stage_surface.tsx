import { lazy, type ReactElement, Suspense } from "react";
import { LanguageSection } from "../surface/language_section.tsx";
import type { StageSubject } from "../state/stage_subject.ts";
import { Surface } from "../surface/surface.tsx";
import { useShell } from "../shell_context.ts";
import { Stage } from "./stage.tsx";
import { useFollowRebuilds } from "./use_follow_rebuilds.ts";
import { useStageSubject } from "../card/stage_card.ts";
import { SizeControl, StateControl } from "../controls/variant_controls.tsx";
import { CardWidth } from "../controls/width_control.tsx";
import { chooseSize, findStageManifest } from "../state/shown_variant.ts";
import { ViewportTools } from "../viewport/viewport_tools.tsx";

// Loaded lazily, so that the widget is shown first.
const Picker = lazy(async () => ({ default: (await import("../picker/picker.tsx")).Picker }));
const Rail = lazy(async () => ({ default: (await import("../panels/rail.tsx")).Rail }));

const Compare = lazy(async () => ({ default: (await import("../compare/compare.tsx")).Compare }));
const CompareControls = lazy(async () => ({
  default: (await import("../compare/compare_controls.tsx")).CompareControls,
}));

const Chat = lazy(async () => ({ default: (await import("../chat/chat.tsx")).Chat }));
const ChatControls = lazy(async () => ({
  default: (await import("../chat/chat_controls.tsx")).ChatControls,
}));

/** What shows the Stage's widget: the Stage itself, the comparison of its variants, or the page of a chat. */
type WidgetView = "stage" | "compare" | "chat";

const CONTROLS_NAMES: { readonly [view in WidgetView]: string } = {
  stage: "How the widget is shown",
  compare: "What is compared",
  chat: "How the chat shows the card",
};

/** The Stage, or another view of its widget, with the picker and the panels. */
export function StageSurface(): ReactElement {
  const subject = useStageSubject();
  const view = useShell(({ url }): WidgetView =>
    url.view === "compare" || url.view === "chat" ? url.view : "stage"
  );
  useFollowRebuilds(subject);
  return (
    <Surface
      sidebarName="Widgets"
      sidebar={(close) => (
        <>
          <Picker subject={subject} onChoose={close} />
          <LanguageSection />
        </>
      )}
      railName="About the widget"
      rail={<Rail surface="stage" />}
      controlsName={CONTROLS_NAMES[view]}
      controls={<ViewControls view={view} subject={subject} />}
      subject={`${view} ${subjectKey(subject)}`}
    >
      <Suspense>
        <ViewContent view={view} subject={subject} />
      </Suspense>
    </Surface>
  );
}

interface ViewProps {
  readonly view: WidgetView;
  readonly subject: StageSubject;
}

function ViewControls({ view, subject }: ViewProps): ReactElement {
  if (view === "compare") return <CompareControls subject={subject} />;
  return view === "chat" ? <ChatControls /> : <StageControls />;
}

function ViewContent({ view, subject }: ViewProps): ReactElement {
  if (view === "compare") return <Compare subject={subject} />;
  return view === "chat" ? <Chat subject={subject} /> : <Stage subject={subject} />;
}

function subjectKey(subject: StageSubject): string {
  if (subject.kind === "live") return `live ${subject.widget.name}`;
  return subject.kind === "bundle" ? `bundle ${subject.bundle.id}` : subject.kind;
}

/** The controls for the widget's size, width, state and viewport. */
function StageControls(): ReactElement | null {
  const manifest = useShell(findStageManifest);
  const size = chooseSize(manifest, useShell(({ url }) => url.size));
  if (manifest === undefined) return null;
  return (
    <>
      <SizeControl manifest={manifest} />
      {size === "fill-auto" && <CardWidth />}
      <StateControl manifest={manifest} />
      <ViewportTools />
    </>
  );
}
