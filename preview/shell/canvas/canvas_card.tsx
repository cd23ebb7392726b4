import { type CSSProperties, memo, type NamedExoticComponent, type ReactElement, useMemo } from "react";
import type { WidgetSize } from "@tck/kit";
import type { SlotValues } from "../../../core/feed/mod.ts";
import type { PreviewHostContext, PublicBundle } from "../../protocol.ts";
import { PreviewCard } from "../card/preview_card.tsx";
import { useBundleCard } from "../card/use_card.ts";
import { useShellDependencies } from "../shell_context.ts";
import { useNearViewport } from "./use_near_viewport.ts";

interface CanvasCardProps {
  readonly bundle: PublicBundle;
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
  const [place, near] = useNearViewport<HTMLLIElement>();
  const style: CSSProperties = props.area === null ? {} : { gridArea: props.area };
  return (
    <li ref={place} className="shell-place" style={style}>
      {near ? <LoadedPlace {...props} /> : <div className="tck-card shell-place-empty" />}
    </li>
  );
});

function LoadedPlace({ bundle, context, size, slotDefaults }: CanvasCardProps): ReactElement {
  const card = useBundleCard(bundle);
  const defaults = useSlotDefaults(bundle.id);
  return (
    <PreviewCard
      card={card}
      name={bundle.label}
      manifest={bundle.manifest}
      size={size}
      context={context}
      slotDefaults={slotDefaults ? defaults : undefined}
    />
  );
}

/** A link to the Stage, and the time at which the page was loaded (preview specification, "Preview slot defaults"). */
function useSlotDefaults(bundleId: string): SlotValues {
  const { shell } = useShellDependencies();
  return useMemo(() => ({
    actions: [{
      id: "tck-preview-stage",
      label: "Show on the stage",
      href: shell.hrefFor({ view: "stage", widget: bundleId }),
    }],
    updatedAt: { timestamp: new Date(performance.timeOrigin).toISOString() },
  }), [shell, bundleId]);
}
