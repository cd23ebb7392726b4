import { useEffect, useMemo, useRef } from "react";
import type { PublicBundle } from "../../protocol.ts";
import { useBundleState, useLiveWidgets, useShellParts, useShellState } from "../shell_context.ts";
import { findRebuilt, findStageSubject, type StageSubject } from "../shell_store.ts";

/** What the Stage shows. It follows a bundle whose file was built anew to the bundle that the file holds now. */
export function useStageSubject(): StageSubject {
  const { shell } = useShellParts();
  const { url } = useShellState();
  const live = useLiveWidgets();
  const state = useBundleState();
  const subject = useMemo(() => findStageSubject(url.widget, live, state), [url.widget, live, state]);
  const last = useRef<PublicBundle | null>(null);
  useEffect(() => {
    if (subject.kind === "bundle") last.current = subject.bundle;
    if (subject.kind !== "missing" || last.current?.id !== subject.name) return;
    const rebuilt = findRebuilt(last.current, state.bundles ?? []);
    const { size, state: stateName } = shell.getState().url;
    if (rebuilt !== null) shell.go({ widget: rebuilt.id, size, state: stateName }, "replace");
  }, [shell, subject, state]);
  return subject;
}
