import { type KeyboardEvent, type PointerEvent, type ReactElement, type ReactNode, useId } from "react";
import { changeRail } from "../controls/change_rail.ts";
import { useShell, useShellDependencies } from "../shell_context.ts";
import { greatestRail, LEAST_RAIL, type RailLayout, railSize } from "../state/rail_layout.ts";
import { useWindowSize } from "./use_window.ts";

interface RailFrameProps {
  /** The accessible name of the rail. */
  readonly name: string;
  readonly children: ReactNode;
}

/** The rail beside or below the content, with the handle of its size. */
export function RailFrame({ name, children }: RailFrameProps): ReactElement {
  const rail = useShell((state) => state.rail);
  const room = useWindowSize();
  const size = railSize(rail, room);
  const id = useId();
  const { place } = rail;
  return (
    <aside
      id={id}
      className="shell-rail"
      aria-label={name}
      data-place={place}
      style={place === "side" ? { width: size } : { height: size }}
    >
      <RailHandle rail={id} place={place} size={size} greatest={greatestRail(place, room)} />
      <div className="shell-rail-panels">{children}</div>
    </aside>
  );
}

interface RailHandleProps {
  /** The id of the rail's element. */
  readonly rail: string;
  readonly place: RailLayout["place"];
  readonly size: number;
  readonly greatest: number;
}

/** What a key adds to the size, in CSS pixels. */
const STEPS: { readonly [place in RailLayout["place"]]: { readonly [key: string]: number } } = {
  side: { ArrowLeft: 16, ArrowRight: -16, Home: -Infinity, End: Infinity },
  bottom: { ArrowUp: 16, ArrowDown: -16, Home: -Infinity, End: Infinity },
};

/** The edge of the rail: dragged, or moved by the arrow keys. */
function RailHandle({ rail, place, size, greatest }: RailHandleProps): ReactElement {
  const dependencies = useShellDependencies();
  const least = LEAST_RAIL[place];
  const resize = (wanted: number) => {
    const size = Math.round(Math.min(greatest, Math.max(least, wanted)));
    changeRail(dependencies, place === "side" ? { width: size } : { height: size });
  };
  const press = (event: KeyboardEvent) => {
    const step = STEPS[place][event.key];
    if (step === undefined) return;
    event.preventDefault();
    resize(size + step);
  };
  const start = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault();
    event.currentTarget.focus();
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const drag = ({ currentTarget, pointerId, clientX, clientY }: PointerEvent<HTMLElement>) => {
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    const { right, bottom } = currentTarget.parentElement!.getBoundingClientRect();
    resize(place === "side" ? right - clientX : bottom - clientY);
  };
  return (
    <div
      className="shell-rail-handle"
      role="separator"
      tabIndex={0}
      aria-label="Size of the panels"
      aria-controls={rail}
      aria-orientation={place === "side" ? "vertical" : "horizontal"}
      aria-valuemin={least}
      aria-valuemax={greatest}
      aria-valuenow={size}
      aria-valuetext={`${size} pixels`}
      onKeyDown={press}
      onPointerDown={start}
      onPointerMove={drag}
    />
  );
}
