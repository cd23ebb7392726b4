import { jsonContent, type PreviewTool } from "./tool.ts";

const NO_INPUT = { type: "object", properties: {}, additionalProperties: false } as const;

/** Tells how bundles come together. */
export const feedIndex: PreviewTool = {
  definition: {
    name: "feed_index",
    title: "Feeds and grids",
    description:
      "Composes the feeds and grids of the Canvas from the bundles on disk, by the project's configuration: id, label, " +
      "notes, the ids of the bundles in order (list_widgets has them), and what of the configuration failed.",
    inputSchema: NO_INPUT,
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  async run(workspace) {
    return [jsonContent((await workspace.freshPreview()).session.feedIndex())];
  },
};

/** Reads the disk. */
export const rescan: PreviewTool = {
  definition: {
    name: "rescan",
    title: "Read the disk anew",
    description:
      "Reads every bundle and source anew and tells how many bundles there were, are, and went. Every other tool does " +
      "so by itself before it answers.",
    inputSchema: NO_INPUT,
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  },
  async run(workspace) {
    return [jsonContent(await (await workspace.openPreview()).refresh())];
  },
};
