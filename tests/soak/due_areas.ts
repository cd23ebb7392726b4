import { hasCommit, listChangedFiles } from "../reach/changed_files.ts";
import { selectTests } from "../reach/select_tests.ts";
import { readSourceGraph } from "../reach/source_graph.ts";
import { areaOf, SOAK_AREAS, type SoakArea } from "./areas.ts";
import type { SoakResults } from "./results.ts";

/** An area that something has changed for since it passed. */
export interface DueArea {
  readonly area: SoakArea;
  /** Why: a path from one of its files to a changed one, or that it has no result. */
  readonly why: string;
  /** About how long it takes. */
  readonly seconds: number;
}

/** The areas that are due, those first whose last result is oldest. */
export function findDueAreas(root: string, results: SoakResults): DueArea[] {
  const graph = readSourceGraph(root);
  const due = SOAK_AREAS.flatMap((area): DueArea[] => {
    const result = results[area.name];
    const seconds = result?.seconds ?? area.seconds;
    if (result === undefined || !hasCommit(root, result.commit)) {
      return [{ area, why: "it has no result on a commit of this clone", seconds }];
    }
    const changed = listChangedFiles(root, result.commit);
    const selected = selectTests(graph, changed).find(({ test }) => areaOf(test) === area);
    return selected === undefined ? [] : [{ area, why: selected.path.join(" → "), seconds }];
  });
  const ageOf = ({ area }: DueArea) => results[area.name]?.date ?? "";
  return due.sort((one, other) => ageOf(one) < ageOf(other) ? -1 : ageOf(one) > ageOf(other) ? 1 : 0);
}

/** Splits areas into those that fit into a time, in their order, and the others. */
export function fitAreas(
  areas: readonly DueArea[],
  seconds: number,
): { run: readonly DueArea[]; left: readonly DueArea[] } {
  const run: DueArea[] = [];
  const left: DueArea[] = [];
  let rest = seconds;
  for (const area of areas) {
    if (area.seconds > rest) left.push(area);
    else {
      rest -= area.seconds;
      run.push(area);
    }
  }
  return { run, left };
}
