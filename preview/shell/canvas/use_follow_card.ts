import { useEffect, useRef } from "react";
import type { FeedView, PublicBundle } from "../../protocol.ts";
import { useShell, useShellDependencies } from "../shell_context.ts";
import { findRebuiltBundle } from "../state/stage_subject.ts";

/** After a rebuild of the inspected bundle, inspects the new one. A card that the view does not have leaves the address. */
export function useFollowCard(view: FeedView | null): void {
  const { navigation } = useShellDependencies();
  const card = useShell(({ url }) => url.card);
  const bundles = useShell(({ server }) => server.bundles);
  const last = useRef<PublicBundle | null>(null);
  useEffect(() => {
    if (card === null || view === null || bundles === null) return;
    // Feeds and bundles come in two answers, which may differ in age.
    const shown = bundles.filter(({ id }) => view.bundleIds.includes(id));
    const inspected = shown.find(({ id }) => id === card);
    if (inspected !== undefined) {
      last.current = inspected;
    } else if (last.current?.id === card) {
      const rebuilt = findRebuiltBundle(last.current, shown);
      if (rebuilt !== null) navigation.navigate({ card: rebuilt.id }, "replace");
    } else {
      navigation.replaceUnknown(
        { card: null },
        `${view.label} does not have the card “${card.slice(0, 60)}”.`,
      );
    }
  }, [navigation, card, view, bundles]);
}
