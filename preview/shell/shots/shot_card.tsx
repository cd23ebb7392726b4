import { type CSSProperties, Profiler, type ReactElement, useEffect, useRef, useState } from "react";
import { errorMessage } from "../../../core/errors/mod.ts";
import type { WidgetManifest } from "../../../core/manifest/mod.ts";
import type { PublicBundle } from "../../protocol.ts";
import type { ShotRequest } from "../../shots.ts";
import { type CardError, PreviewCard } from "../card/preview_card.tsx";
import { type Card, useBundleCard, useLiveCard } from "../card/use_card.ts";
import { useShell } from "../shell_context.ts";
import { stackOf } from "../content/thrown_stacks.ts";
import type { ShotBoard } from "./shot_board.ts";

interface ShotCardProps {
  readonly request: ShotRequest;
  readonly index: number;
  readonly board: ShotBoard;
}

export function ShotCard(props: ShotCardProps): ReactElement | null {
  const bundles = useShell(({ server }) => server.bundles);
  if (props.request.kind === "live") return <LiveShot {...props} />;
  const bundle = bundles?.find(({ id }) => id === props.request.id);
  return bundle === undefined ? null : <BundleShot {...props} bundle={bundle} />;
}

function LiveShot(props: ShotCardProps): ReactElement {
  const card = useLiveCard(props.request.id);
  const manifest = card.state.status === "loaded" ? card.state.instance.manifest : undefined;
  return <PlacedCard {...props} card={card} name={props.request.id} manifest={manifest} />;
}

function BundleShot({ bundle, ...props }: ShotCardProps & { bundle: PublicBundle }): ReactElement {
  return (
    <PlacedCard
      {...props}
      card={useBundleCard(bundle)}
      name={bundle.label}
      manifest={bundle.manifest}
    />
  );
}

interface PlacedCardProps extends ShotCardProps {
  readonly card: Card;
  readonly name: string;
  readonly manifest: WidgetManifest | undefined;
}

function PlacedCard({ request, index, board, card, name, manifest }: PlacedCardProps): ReactElement {
  const slot = useRef<HTMLDivElement>(null);
  const [thrown, setThrown] = useState<CardError | null>(null);
  const failure = card.state.status === "failed" ? card.state : thrown;
  const isSettled = failure !== null || card.state.status === "loaded";
  useEffect(() => {
    const error = failure === null
      ? null
      : { message: errorMessage(failure.error).slice(0, 400), stack: stackOf(failure.error) };
    board.update(index, { slot: slot.current!, isSettled, error });
  }, [board, index, isSettled, failure]);
  const context = request.locale === null ? undefined : { locale: request.locale };
  return (
    <div className="shell-shot">
      <div ref={slot} {...slotAttributes(request)}>
        <Profiler id="card" onRender={(_id, _phase, duration) => board.addRendering(index, duration)}>
          <PreviewCard
            card={card}
            name={name}
            manifest={manifest}
            size={request.size}
            stateName={request.state}
            stateData={request.stateData}
            context={context}
            onError={setThrown}
          />
        </Profiler>
      </div>
    </div>
  );
}

/** The container of a card: its size in grid cells, or its width in pixels. */
function slotAttributes({ size, width }: ShotRequest): object {
  if (size === null || size === "fill-auto") {
    return { className: "shell-slot", style: { width: width ?? undefined } };
  }
  const [columns, rows] = size.split("x");
  return {
    className: "shell-slot",
    "data-size": size,
    style: { "--columns": columns, "--rows": rows } as CSSProperties,
  };
}
