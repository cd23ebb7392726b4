import { DRAWING } from "../styles/beside_styles.ts";
import { across, type Arrangement, type Content, OWN, REST } from "./arrangement.ts";
import type { Part } from "./parts.ts";

/** A bar of one value. */
const BAR = "div.kit-meter";

/** How many bars are in columns. */
const [FEWEST_BARS, MOST_BARS] = [4, 6];

function startingBars({ top, blocks }: Content): readonly Part[] {
  const other = blocks.findIndex((block) => !block.matches(BAR));
  const bars = other === -1 ? blocks : blocks.slice(0, other);
  return top.length === 1 && bars.length >= FEWEST_BARS && bars.length <= MOST_BARS ? bars : [];
}

/** Bars above a chart are in two columns. */
export function planBarsAndChart(content: Content): Arrangement | null {
  const bars = startingBars(content);
  const after = content.blocks.slice(bars.length);
  return bars.length > 0 && after[0]?.matches(DRAWING) ? barsOf(content.top, bars, 2, after) : null;
}

/** Bars in a low card that has nothing else are in two or three columns. */
export function planBarsAlone(content: Content): Arrangement | null {
  const bars = startingBars(content);
  if (bars.length === 0 || bars.length < content.blocks.length) return null;
  return barsOf(content.top, bars, bars.length === FEWEST_BARS ? 2 : 3, []);
}

function barsOf(
  top: readonly Part[],
  bars: readonly Part[],
  columns: number,
  after: readonly Part[],
): Arrangement {
  const rows = Math.ceil(bars.length / columns);
  const placeOf = (index: number) => `${2 + Math.floor(index / columns)} / ${1 + index % columns}`;
  return {
    layout: "bars",
    columns: `repeat(${columns}, minmax(0, 1fr))`,
    rows: [
      OWN,
      ...Array<string>(rows).fill(OWN),
      ...after.map((_, index) => index === 0 ? REST : OWN),
    ],
    areas: new Map([
      ...across(top, 1),
      ...bars.map((bar, index): [Part, string] => [bar, placeOf(index)]),
      ...across(after, 2 + rows),
    ]),
    beside: [],
  };
}
