import type { ReactElement } from "react";
import { useShell } from "../shell_context.ts";
import type { InspectedCard } from "./use_inspected_card.ts";

/** Says in a panel why it is empty: there is no card, or its manifest is not loaded. */
export function NothingShown({ card }: { card: InspectedCard | null }): ReactElement {
  const isStage = useShell(({ url }) => url.view !== "feed");
  const isBroken = useShell(({ compileFault }) => compileFault !== null);
  return <p className="shell-hint">{reasonOf(card, isStage, isBroken)}</p>;
}

function reasonOf(card: InspectedCard | null, isStage: boolean, isBroken: boolean): string {
  if (card === null) return isStage ? "No widget is shown." : "Choose “Inspect” on a card.";
  return isBroken ? "It is shown when the source compiles." : "Loading…";
}
