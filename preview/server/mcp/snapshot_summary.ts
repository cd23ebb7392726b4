import { countSeverities, groupProblems, type ProblemGroup, type Rendering } from "../snapshot/mod.ts";
import { markName, markProblem, markText } from "./widget_text.ts";

/** Most findings of an answer: an agent reads all of it. The first are errors. */
const MAX_FINDINGS = 30;

/** Most pictures that are named for a finding. */
const MAX_NAMED_PICTURES = 12;

/** The problems of all pictures of a widget, each once, and how many are left out. */
export function summariseSnapshot(renderings: readonly Rendering[]): object {
  const groups = groupProblems(renderings);
  const counts = countSeverities(groups.map(({ problem }) => problem));
  return {
    widget: markName(renderings[0]!.widget),
    pictures: renderings.length,
    clean: counts.errors === 0,
    ...counts,
    findings: groups.slice(0, MAX_FINDINGS).map(summariseGroup),
    moreFindings: Math.max(0, groups.length - MAX_FINDINGS),
  };
}

function summariseGroup({ problem, renderings }: ProblemGroup): object {
  return {
    ...markProblem(problem),
    pictures: renderings.slice(0, MAX_NAMED_PICTURES).map(({ size, width, theme, state, locale }) => ({
      size,
      width,
      theme,
      state: markText(state),
      locale,
    })),
    morePictures: Math.max(0, renderings.length - MAX_NAMED_PICTURES),
  };
}
