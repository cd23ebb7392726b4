import { lazy, type ReactElement, Suspense, useEffect, useRef } from "react";
import type { PublicBundle } from "../../protocol.ts";
import { LanguageSection } from "../surface/language_section.tsx";
import { findRebuiltBundle, type StageSubject } from "../state/stage_subject.ts";
import { Surface } from "../surface/surface.tsx";
import { useShell, useShellDependencies } from "../shell_context.ts";
import { Stage } from "./stage.tsx";
import { useStageSubject } from "../card/stage_card.ts";

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

/** After a rebuild of the shown bundle, shows the new bundle of the same file. */
function useFollowRebuilds(subject: StageSubject): void {
  const { store, navigation } = useShellDependencies();
  const bundles = useShell(({ server }) => server.bundles);
  const last = useRef<PublicBundle | null>(null);
  useEffect(() => {
    if (subject.kind === "bundle") last.current = subject.bundle;
    if (subject.kind !== "missing" || last.current?.id !== subject.name) return;
    const rebuilt = findRebuiltBundle(last.current, bundles ?? []);
    const { size, state, stateData } = store.getState().url;
    if (rebuilt !== null) navigation.navigate({ widget: rebuilt.id, size, state, stateData }, "replace");
  }, [store, navigation, subject, bundles]);
}
