import { useEffect, useMemo, useRef } from "react";
import type { PublicBundle } from "../../protocol.ts";
import { useBundleState, useLiveWidgets, useShellDependencies, useShellState } from "../shell_context.ts";
import { findRebuiltBundle, findStageSubject, type StageSubject } from "../shell_store.ts";

/** What the Stage shows. After a rebuild of the shown bundle it switches to the new bundle of the same file. */
export function useStageSubject(): StageSubject {
  const { shell } = useShellDependencies();
  const { url } = useShellState();
  const live = useLiveWidgets();
  const state = useBundleState();
  const subject = useMemo(() => findStageSubject(url.widget, live, state), [url.widget, live, state]);
  const last = useRef<PublicBundle | null>(null);
  useEffect(() => {
    if (subject.kind === "bundle") last.current = subject.bundle;
    if (subject.kind !== "missing" || last.current?.id !== subject.name) return;
    const rebuilt = findRebuiltBundle(last.current, state.bundles ?? []);
    const { size, state: stateName } = shell.getState().url;
    if (rebuilt !== null) shell.navigate({ widget: rebuilt.id, size, state: stateName }, "replace");
  }, [shell, subject, state]);
  return subject;
}
