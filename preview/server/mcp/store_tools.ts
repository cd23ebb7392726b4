import { list, NUMBER, object, type Schema, TEXT } from "./schemas.ts";
import type { PreviewTool } from "./tool.ts";

const NO_INPUT = { type: "object", properties: {}, additionalProperties: false } as const;

/** Notes and contexts are there if the configuration has them. */
const VIEW: Schema = {
  ...object({ id: TEXT, label: TEXT, notes: TEXT, bundleIds: list(TEXT), contexts: { type: "object" } }),
  required: ["id", "label", "bundleIds"],
};

/** Lists the feeds and grids. */
export const feedIndex: PreviewTool = {
  definition: {
    name: "feed_index",
    title: "Feeds and grids",
    description:
      "Composes the feeds and grids of the Canvas from the bundles on disk, by the project's configuration: id, label, " +
      "notes, the ids of the bundles in order (as in list_widgets), and the errors of the configuration's functions.",
    inputSchema: NO_INPUT,
    outputSchema: object({
      feeds: list(VIEW),
      grids: list(VIEW),
      problems: list(object({ code: TEXT, message: TEXT })),
    }),
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  async run(workspace) {
    return { value: (await workspace.freshPreview()).model.feedIndex() };
  },
};

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
