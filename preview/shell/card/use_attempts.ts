import { useEffect, useEffectEvent, useState } from "react";
import { useShell } from "../shell_context.ts";

/**
 * Counts the changes of what a failed card shows: it is mounted again, since another state, size or theme may not fail. A card
 * that has not failed keeps its state.
 *
 * @param forgetError whether the card has failed; its error is for what it showed before
 */
export function useAttempts(shown: readonly unknown[], forgetError: () => boolean): number {
  const theme = useShell(({ url }) => url.theme);
  const [attempts, setAttempts] = useState(0);
  const retry = useEffectEvent(() => forgetError() && setAttempts(attempts + 1));
  useEffect(() => void retry(), [...shown, theme]);
  return attempts;
}
