import type { CardTree } from "./card_tree.ts";
import { describeText } from "./element.ts";
import type { MeasuredFault } from "./measured_fault.ts";

/** Columns of tables, and series and moments of charts, that are not shown, because they have no room beside the others. */
export function findReducedData({ article }: CardTree): MeasuredFault[] {
  const root = article.shadowRoot;
  if (root === null) return [];
  const isShown = (element: Element) => element.getClientRects().length > 0;
  const tables = [...root.querySelectorAll(".kit-table-frame")].filter(isShown);
  const charts = [...root.querySelectorAll<HTMLElement>(".tck-chart")].filter(isShown);
  return [
    ...tables.flatMap(describeColumns),
    ...charts.flatMap(describeSeries),
    ...charts.flatMap(describeMoments),
    ...charts.flatMap(describeLabel),
  ];
}

function describeColumns(table: Element): MeasuredFault[] {
  const headings = [...table.querySelectorAll("thead th[data-omitted]")];
  if (headings.length === 0) return [];
  const names = headings.map(({ textContent }) => describeText(textContent)).join(" and ");
  return [{
    rule: "detail.dropped",
    message: [
      table,
      ` does not show ${
        headings.length === 1 ? "its column" : "its columns"
      } ${names}: there is no room beside the others`,
    ],
    element: table,
  }];
}

function describeSeries(chart: HTMLElement): MeasuredFault[] {
  const { drawn } = chart.dataset;
  if (drawn === undefined) return [];
  const what = DRAWN.get(drawn) ?? DRAWN.get("first");
  return [{
    rule: "detail.dropped",
    message: [chart, ` shows only ${what}: there is no room for their names`],
    element: chart,
  }];
}

function describeMoments(chart: HTMLElement): MeasuredFault[] {
  const { unnamed } = chart.dataset;
  if (unnamed === undefined) return [];
  return [{
    rule: "detail.dropped",
    message: [chart, ` does not mark ${describeText(unnamed)}: there is no room for the name`],
    element: chart,
  }];
}

function describeLabel(chart: HTMLElement): MeasuredFault[] {
  if (chart.dataset.untitled === undefined) return [];
  return [{
    rule: "detail.dropped",
    message: [chart, " does not show its label: there is no room for it"],
    element: chart,
  }];
}

/** What a chart draws without the names of its parts. */
const DRAWN = new Map([
  ["first", "its first series"],
  ["sum", "the sum of its series"],
  ["state", "the first of its states"],
]);
