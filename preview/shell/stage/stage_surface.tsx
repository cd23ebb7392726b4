import { lazy, type ReactElement } from "react";
import { LanguageSection } from "../language/language_section.tsx";
import type { StageSubject } from "../state/stage_subject.ts";
import { Surface } from "../surface.tsx";
import { Stage } from "./stage.tsx";
import { useFollowRebuilds, useStageSubject } from "./use_stage_subject.ts";

// Loaded lazily, so that the widget is shown first.
const Picker = lazy(async () => ({ default: (await import("../picker/picker.tsx")).Picker }));
const Rail = lazy(async () => ({ default: (await import("../panels/rail.tsx")).Rail }));

/** The Stage with the picker and the panels. */
export function StageSurface(): ReactElement {
  const subject = useStageSubject();
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
      subject={subjectKey(subject)}
    >
      <Stage subject={subject} />
    </Surface>
  );
}

function subjectKey(subject: StageSubject): string {
  if (subject.kind === "live") return `live ${subject.widget.name}`;
  return subject.kind === "bundle" ? `bundle ${subject.bundle.id}` : subject.kind;
}
