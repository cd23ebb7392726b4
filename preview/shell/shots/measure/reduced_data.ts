import type { CardTree } from "./card_tree.ts";
import { describeText } from "./element.ts";
import type { MeasuredFault } from "./measured_fault.ts";

/** Columns of tables, series, moments and labels of charts, and parts of rings, that are not shown, because they have no room beside the others. */
export function findReducedData({ article }: CardTree): MeasuredFault[] {
  const root = article.shadowRoot;
  if (root === null) return [];
  const isShown = (element: Element) => element.getClientRects().length > 0;
  const tables = [...root.querySelectorAll(".kit-table-frame")].filter(isShown);
  const charts = [...root.querySelectorAll<HTMLElement>(".tck-chart")].filter(isShown);
  const rings = [...root.querySelectorAll<HTMLElement>(".kit-donut")].filter(isShown);
  return [
    ...tables.flatMap(describeColumns),
    ...charts.flatMap(describeChart),
    ...rings.flatMap(describeRing),
  ];
}

function describeColumns(table: Element): MeasuredFault[] {
  const headings = [...table.querySelectorAll("thead th[data-omitted]")];
  if (headings.length === 0) return [];
  const names = headings.map(({ textContent }) => describeText(textContent));
  const columns = names.length === 1 ? "its column" : "its columns";
  const what = `does not show ${columns} ${names.join(" and ")}: there is no room beside the others`;
  return [reduce(table, what, names)];
}

function describeChart(chart: HTMLElement): MeasuredFault[] {
  const { drawn, unnamed, untitled } = chart.dataset;
  const faults: MeasuredFault[] = [];
  if (drawn !== undefined) {
    const what = DRAWN.get(drawn) ?? DRAWN.get("first");
    faults.push(reduce(chart, `shows only ${what}: there is no room for their names`, ["the others"]));
  }
  if (unnamed !== undefined) {
    const names = unnamed.split("\n").map(describeText);
    const room = names.length === 1 ? "the name" : "their names";
    faults.push(reduce(chart, `does not mark ${names.join(" and ")}: there is no room for ${room}`, names));
  }
  if (untitled !== undefined) {
    faults.push(reduce(chart, "does not show its label: there is no room for it", ["its label"]));
  }
  return faults;
}

function describeRing(ring: HTMLElement): MeasuredFault[] {
  const faults: MeasuredFault[] = [];
  if (ring.matches('[data-place="alone"]') && ring.querySelectorAll(".kit-ring-arc").length > 1) {
    const what = "shows only its first part in colour: there is no room for their names";
    faults.push(reduce(ring, what, ["the others"]));
  }
  const caption = ring.querySelector(".kit-ring-text > .kit-visually-hidden");
  if (caption !== null) {
    const words = describeText(caption.textContent);
    faults.push(reduce(ring, `does not show ${words}: there is no room for it`, [words]));
  }
  return faults;
}

function reduce(element: Element, what: string, missing: readonly string[]): MeasuredFault {
  return { rule: "detail.dropped", message: [element, ` ${what}`], element, missing };
}

/** What a chart draws without the names of its parts. */
const DRAWN = new Map([
  ["first", "its first series"],
  ["sum", "the sum of its series"],
  ["state", "the first of its states"],
]);
