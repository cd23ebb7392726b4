import { lazy, type ReactElement, Suspense } from "react";
import { LanguageSection } from "../language/language_section.tsx";
import type { StageSubject } from "../state/stage_subject.ts";
import { Surface } from "../surface.tsx";
import { useShell } from "../shell_context.ts";
import { Stage } from "./stage.tsx";
import { useFollowRebuilds, useStageSubject } from "./use_stage_subject.ts";

// Loaded lazily, so that the widget is shown first.
const Picker = lazy(async () => ({ default: (await import("../picker/picker.tsx")).Picker }));
const Rail = lazy(async () => ({ default: (await import("../panels/rail.tsx")).Rail }));

const Compare = lazy(async () => ({ default: (await import("../compare/compare.tsx")).Compare }));

/** The Stage, or the comparison of its widget, with the picker and the panels. */
export function StageSurface(): ReactElement {
  const subject = useStageSubject();
  const isCompared = useShell(({ url }) => url.view === "compare");
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
      subject={`${isCompared ? "compare" : "stage"} ${subjectKey(subject)}`}
    >
      {isCompared
        ? (
          <Suspense>
            <Compare subject={subject} />
          </Suspense>
        )
        : <Stage subject={subject} />}
    </Surface>
  );
}

function subjectKey(subject: StageSubject): string {
  if (subject.kind === "live") return `live ${subject.widget.name}`;
  return subject.kind === "bundle" ? `bundle ${subject.bundle.id}` : subject.kind;
}
