import { useEffect, useRef } from "react";
import type { PublicBundle } from "../../protocol.ts";
import { useShell, useShellDependencies } from "../shell_context.ts";
import { findRebuiltBundle, type StageSubject } from "../state/stage_subject.ts";

/** After a rebuild of the shown bundle, shows the new bundle of the same file. */
export function useFollowRebuilds(subject: StageSubject): void {
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
