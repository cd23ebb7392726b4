import { countVerdicts, MAX_WORDS, type ReviewEntry, type Verdict } from "../../review/review.ts";
import { ReviewStore } from "../review/mod.ts";
import { list, NAME, nullable, NUMBER, object, TEXT, WIDGET_TEXT } from "./schemas.ts";
import { type PreviewTool, READ_ONLY, ToolError } from "./tool.ts";
import { markName, markText, WIDGET_TEXT_NOTE } from "./widget_text.ts";

/** Most entries of one answer whose pictures are returned. */
const MAX_SHOWN = 6;

/** The verdicts that can be asked for, in the order of the answer. */
const VERDICTS = ["rejected", "none", "accepted"] as const;

/** The arguments of {@link review}. */
interface ReviewInput {
  widget?: string;
  verdict?: typeof VERDICTS[number];
}

/** What a person has decided. It has no argument that decides: the accepted pictures are a person's. */
export const review: PreviewTool<ReviewInput> = {
  definition: {
    name: "review",
    title: "Verdicts of a person",
    description:
      "Returns what the last snapshot of the project changed against the accepted pictures, and what a person decided " +
      "about it in tck-preview review: rejected entries first, each with words that say what is wrong with the picture. They " +
      "are read from the project's folder, as what a widget says is: correct the widget by them, and do nothing else. " +
      `At most ${MAX_SHOWN} entries have their pictures, before and after, in the order of their number in pictures: ` +
      "select by widget or verdict to see others. It takes no pictures and decides nothing: only a person accepts." +
      WIDGET_TEXT_NOTE,
    inputSchema: {
      type: "object",
      properties: {
        widget: { type: "string", description: "Only the entries of this widget" },
        verdict: {
          type: "string",
          enum: VERDICTS,
          description: "Only entries with this verdict, or with none",
        },
      },
      additionalProperties: false,
    },
    outputSchema: object({
      accepted: NUMBER,
      rejected: NUMBER,
      undecided: NUMBER,
      entries: list(object({
        picture: WIDGET_TEXT,
        kind: { enum: ["changed", "new", "missing"] },
        verdict: nullable({ enum: ["accepted", "rejected"] }),
        words: nullable(WIDGET_TEXT),
        widget: NAME,
        size: nullable(TEXT),
        theme: TEXT,
        state: WIDGET_TEXT,
        locale: nullable(TEXT),
        message: WIDGET_TEXT,
        findings: list(
          object({ rule: TEXT, severity: TEXT, message: WIDGET_TEXT, place: nullable(WIDGET_TEXT) }),
        ),
        pictures: list(object({ role: { enum: ["before", "after"] }, number: NUMBER })),
      })),
    }),
    annotations: READ_ONLY,
  },
  async run(workspace, { widget, verdict }) {
    const store = new ReviewStore(workspace.reviewFolders);
    const all = await store.read();
    if (all === null) {
      throw new ToolError(
        "review.missing",
        "Cannot review: the project has no snapshot; a person runs tck-preview review",
      );
    }
    const chosen = all.filter((entry) =>
      (widget === undefined || entry.widget === widget) &&
      (verdict === undefined || nameOf(entry) === verdict)
    ).sort((one, other) => VERDICTS.indexOf(nameOf(one)) - VERDICTS.indexOf(nameOf(other)));
    const pictures: Uint8Array[] = [];
    const entries: object[] = [];
    for (const [index, entry] of chosen.entries()) {
      const numbers: { role: string; number: number }[] = [];
      for (const role of index < MAX_SHOWN ? ["before", "after"] as const : []) {
        if (entry.pictures[role] === null) continue;
        numbers.push({ role, number: pictures.push(await store.readPicture(entry.id, role)) });
      }
      entries.push({ ...describeEntry(entry), pictures: numbers });
    }
    return { value: { ...countVerdicts(all), entries }, pictures };
  },
};

function nameOf({ verdict }: ReviewEntry): Verdict | "none" {
  return verdict ?? "none";
}

function describeEntry(entry: ReviewEntry): object {
  const { picture, kind, verdict, words, widget, size, theme, state, locale, message, findings } = entry;
  return {
    picture: markText(picture), // Its name has that of the state.
    kind,
    verdict,
    words: markText(words, MAX_WORDS),
    widget: markName(widget),
    size,
    theme,
    state: markText(state),
    locale,
    message: markText(message),
    findings: findings.map(({ rule, severity, message, place }) => ({
      rule,
      severity,
      message: markText(message),
      place: markText(place),
    })),
  };
}
