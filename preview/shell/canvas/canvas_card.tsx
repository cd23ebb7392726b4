import { type CSSProperties, memo, type NamedExoticComponent, type ReactElement } from "react";
import type { WidgetSize } from "@tck/kit";
import type { PreviewHostContext, PublicBundle } from "../../protocol.ts";
import { bundleCardKey } from "../state/card_key.ts";
import { PreviewCard } from "../card/preview_card.tsx";
import { useBundleCard } from "../card/use_card.ts";
import { useShell, useShellDependencies } from "../shell_context.ts";
import { useCanvasSlotDefaults } from "../card/slot_defaults.ts";
import { useInitialScroll } from "./use_initial_scroll.ts";
import { useNearViewport } from "./use_near_viewport.ts";

interface CanvasCardProps {
  readonly bundle: PublicBundle;
  /** The id of its feed or grid. */
  readonly view: string;
  /** The card's context from the configuration. */
  readonly context: PreviewHostContext | undefined;
  readonly size: WidgetSize | null;
  /** Whether slots without a configured value have default values: true in feeds. */
  readonly slotDefaults: boolean;
  /** Its CSS `grid-area`; null in a feed. */
  readonly area: string | null;
}

/** A list item of the Canvas with the card of a bundle. The card is loaded when the item is near the viewport. */
export const CanvasCard: NamedExoticComponent<CanvasCardProps> = memo(function CanvasCard(props) {
  const { area, bundle } = props;
  const [place, near] = useNearViewport<HTMLLIElement>();
  const selected = useShell(({ url }) => url.card === bundle.id);
  useInitialScroll(place, selected);
  const style: CSSProperties = area === null ? {} : { gridArea: area };
  return (
    <li ref={place} className="shell-place" data-selected={selected || undefined} style={style}>
      {near ? <LoadedPlace {...props} /> : <div className="tck-card shell-place-empty" />}
      <InspectButton bundle={bundle} selected={selected} />
    </li>
  );
});

function LoadedPlace({ bundle, view, context, size, slotDefaults }: CanvasCardProps): ReactElement {
  const card = useBundleCard(bundle);
  const defaults = useCanvasSlotDefaults(bundle.id);
  return (
    <PreviewCard
      card={card}
      cardKey={bundleCardKey(bundle, view)}
      name={bundle.label}
      manifest={bundle.manifest}
      size={size}
      context={context}
      slotDefaults={slotDefaults ? defaults : undefined}
    />
  );
}

/** Selects the card for the rail's panels, or none. */
function InspectButton({ bundle, selected }: { bundle: PublicBundle; selected: boolean }): ReactElement {
  const { navigation } = useShellDependencies();
  return (
    <button
      type="button"
      className="shell-inspect"
      aria-pressed={selected}
      aria-label={`Inspect ${bundle.label}`}
      onClick={() => navigation.navigate({ card: selected ? null : bundle.id })}
    >
      Inspect
    </button>
  );
}
