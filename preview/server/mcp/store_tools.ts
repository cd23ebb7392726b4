import type { FeedView } from "../../protocol.ts";
import { list, nullable, NUMBER, object, type Schema, TEXT, WIDGET_TEXT } from "./schemas.ts";
import type { PreviewTool } from "./tool.ts";
import { markText, WIDGET_TEXT_NOTE } from "./widget_text.ts";

const NO_INPUT = { type: "object", properties: {}, additionalProperties: false } as const;

const VIEW: Schema = object({
  id: WIDGET_TEXT,
  label: WIDGET_TEXT,
  notes: nullable(WIDGET_TEXT),
  bundleIds: list(TEXT),
  contexts: { type: "object" },
});

/** Lists the feeds and grids. */
export const feedIndex: PreviewTool = {
  definition: {
    name: "feed_index",
    title: "Feeds and grids",
    description:
      "Composes the feeds and grids of the Canvas from the bundles on disk, by the project's configuration: id, label, " +
      "notes, the ids of the bundles in order (as in list_widgets), and the errors of the configuration's functions." +
      WIDGET_TEXT_NOTE,
    inputSchema: NO_INPUT,
    outputSchema: object({
      feeds: list(VIEW),
      grids: list(VIEW),
      problems: list(object({ code: TEXT, message: WIDGET_TEXT })),
    }),
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  async run(workspace) {
    const { feeds, grids, problems } = (await workspace.freshPreview()).model.feedIndex();
    return {
      value: {
        feeds: feeds.map(markView),
        grids: grids.map(markView),
        problems: problems.map(({ code, message }) => ({ code, message: markText(message) })),
      },
    };
  },
};

/** Marks what can be the name of a folder of bundles. The files that cannot be read are in list_widgets. */
function markView({ id, label, notes, bundleIds, contexts = {} }: FeedView): object {
  return { id: markText(id), label: markText(label), notes: markText(notes ?? null), bundleIds, contexts };
}

/** Reads the disk again. */
export const rescan: PreviewTool = {
  definition: {
    name: "rescan",
    title: "Read the disk again",
    description:
      "Reads every bundle and source again and returns the number of bundles before, after and removed. Every other tool " +
      "does so before it answers.",
    inputSchema: NO_INPUT,
    outputSchema: object({ ok: { const: true }, before: NUMBER, after: NUMBER, removed: NUMBER }),
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  },
  async run(workspace) {
    return { value: await (await workspace.openPreview()).refresh() };
  },
};
