import { type CSSProperties, memo, type NamedExoticComponent, type ReactElement, useMemo } from "react";
import type { WidgetSize } from "@tck/kit";
import type { SlotValues } from "../../../core/feed/mod.ts";
import type { PreviewHostContext, PublicBundle } from "../../protocol.ts";
import { PreviewCard } from "../card/preview_card.tsx";
import { useBundleCard } from "../card/use_card.ts";
import { useShellParts } from "../shell_context.ts";
import { useNear } from "./use_near.ts";

/** What a card of the Canvas is given. Equal props leave it alone. */
export interface CanvasCardProps {
  readonly bundle: PublicBundle;
  /** What the configuration injects. */
  readonly context: PreviewHostContext | undefined;
  readonly size: WidgetSize | null;
  /** Whether the slots have defaults where the configuration sets nothing: in feeds they do. */
  readonly slotDefaults: boolean;
  /** Where it lies in the grid, as CSS grid areas are written; null in a feed. */
  readonly area: string | null;
}

/** A place on the Canvas, and the card of a bundle in it. */
export const CanvasCard: NamedExoticComponent<CanvasCardProps> = memo(function CanvasCard(props) {
  const [place, near] = useNear<HTMLLIElement>();
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

/** A link to the Stage, and the time of this visit (preview specification, "Preview slot defaults"). */
function useSlotDefaults(bundleId: string): SlotValues {
  const { shell } = useShellParts();
  return useMemo(() => ({
    actions: [{
      id: "tck-preview-stage",
      label: "Show on the stage",
      href: shell.addressOf({ view: "stage", widget: bundleId }),
    }],
    updatedAt: { timestamp: new Date(performance.timeOrigin).toISOString() },
  }), [shell, bundleId]);
}
