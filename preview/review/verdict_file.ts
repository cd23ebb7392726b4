import type { Decision, ReviewEntry } from "./review.ts";

/** The version of the format of {@link writeVerdictFile}. */
export const VERDICT_FILE_VERSION = 1;

/** What a file of verdicts is called when it is downloaded. */
export const VERDICT_FILE_NAME = "verdicts.json";

/**
 * The verdicts of a reviewer as JSON, which `tck-preview review --apply` carries out: `{ tckVerdicts: 1, verdicts: [{ id,
 * picture, verdict, words? }] }`. An id is a hash of the picture's name and of both pictures.
 *
 * @param decisions by the ids of entries
 */
export function writeVerdictFile(
  entries: readonly ReviewEntry[],
  decisions: ReadonlyMap<string, Decision>,
): string {
  const verdicts = entries.flatMap(({ id, picture }) => {
    const decision = decisions.get(id);
    return decision === undefined ? [] : [{ id, picture, ...decision }];
  });
  return `${JSON.stringify({ tckVerdicts: VERDICT_FILE_VERSION, verdicts }, null, 2)}\n`;
}
