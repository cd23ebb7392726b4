import { lazy, type ReactElement } from "react";
import { Picker } from "../picker/picker.tsx";
import type { StageSubject } from "../shell_store.ts";
import { Surface } from "../surface.tsx";
import { Stage } from "./stage.tsx";
import { useStageSubject } from "./use_stage_subject.ts";

/** Loaded lazily, so that the widget is shown first. */
const StageInspector = lazy(async () => ({
  default: (await import("../inspector/stage_inspector.tsx")).StageInspector,
}));

/** The Stage with the picker and the inspector. */
export function StageSurface(): ReactElement {
  const subject = useStageSubject();
  return (
    <Surface
      sidebarName="Widgets"
      sidebar={(close) => <Picker subject={subject} onChoose={close} />}
      railName="About the widget"
      rail={<StageInspector subject={subject} />}
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
