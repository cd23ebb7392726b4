import { Buffer } from "node:buffer";
import { quote } from "../../../core/errors/mod.ts";
import type { WidgetManifest } from "../../../core/manifest/mod.ts";
import { DEFAULT_STATE, findSubjects, listIssues, planShots, type Theme, THEMES } from "../snapshot/mod.ts";
import { jsonContent, type PreviewTool, ToolError } from "./tool.ts";

const READ_ONLY = { readOnlyHint: true, openWorldHint: false };

/** Lists live widgets and bundles. */
export const listWidgets: PreviewTool = {
  definition: {
    name: "list_widgets",
    title: "List widgets",
    description:
      "Lists the widgets in the project's sources and the bundles on disk: name, kind (live or bundle), id, file, and of " +
      "the manifest id, cardType, sizes, languages and the names of the states. The manifest is null when the module of " +
      "a live widget cannot be loaded; the tool diagnostics reports why.",
    inputSchema: { type: "object", properties: {}, additionalProperties: false },
    annotations: READ_ONLY,
  },
  async run(workspace) {
    const preview = await workspace.freshPreview();
    const live = preview.liveWidgets();
    const manifests = live.length === 0
      ? new Map<string, null>()
      : await (await workspace.openCamera(preview)).readManifests(live);
    const { bundles, problems } = preview.model.listBundles();
    const widgets = [
      ...live.map(({ name, file }) => ({
        name,
        kind: "live",
        id: name,
        file,
        manifest: summarise(manifests.get(name) ?? null),
      })),
      ...bundles.map(({ label, id, path, manifest }) => ({
        name: label,
        kind: "bundle",
        id,
        file: path ?? null,
        manifest: summarise(manifest),
      })),
    ];
    return [jsonContent({ widgets, problems })];
  },
};

/** Reports the diagnostics of the build. */
export const diagnostics: PreviewTool<{ widget?: string }> = {
  definition: {
    name: "diagnostics",
    title: "Diagnostics of the build",
    description:
      "Checks the widgets in the project's sources as the build does, and lists the diagnostics: code, file, line, column, " +
      "message and a hint. Also lists bundles on disk that cannot be read. Both lists are empty when there are no " +
      "problems.",
    inputSchema: {
      type: "object",
      properties: {
        widget: { type: "string", description: "Only of this live widget, such as 001_weather" },
      },
      additionalProperties: false,
    },
    annotations: READ_ONLY,
  },
  async run(workspace, { widget: selected }) {
    const preview = await workspace.freshPreview();
    const { model } = preview;
    if (selected === undefined) {
      const { problems } = model.listBundles();
      return [jsonContent({ diagnostics: await model.checkWidgets(), problems })];
    }
    if (!model.widgets.some(({ name }) => name === selected)) {
      const message = `Cannot find live widget ${quote(selected)}: list_widgets lists the widgets`;
      throw new ToolError("widget.not_found", message);
    }
    return [jsonContent({ diagnostics: await model.checkWidgets(selected), problems: [] })];
  },
};

/** The arguments of {@link screenshot}. */
interface ScreenshotInput {
  widget: string;
  size?: string;
  theme?: Theme;
  state?: string;
  locale?: string;
}

/** Takes a screenshot. */
export const screenshot: PreviewTool<ScreenshotInput> = {
  definition: {
    name: "screenshot",
    title: "Screenshot of a widget",
    description:
      "Renders one widget in a headless Chromium with its source as it is now, and returns a PNG and the observations: " +
      "findings (a line for each problem), errors of card, page and console, accessibility violations, overflow in CSS " +
      "pixels, and the mount time in milliseconds.",
    inputSchema: {
      type: "object",
      properties: {
        widget: { type: "string", description: "The name of a live widget, or the label or id of a bundle" },
        size: { type: "string", description: "A size of its manifest, such as 2x2 (default: the first)" },
        theme: { type: "string", enum: [...THEMES], description: "The theme (default: light)" },
        state: {
          type: "string",
          description: `A named state of its manifest, or ${DEFAULT_STATE} (default: its default state)`,
        },
        locale: { type: "string", description: "A language of its manifest (default: the first)" },
      },
      required: ["widget"],
      additionalProperties: false,
    },
    annotations: READ_ONLY,
  },
  async run(workspace, { widget, size, theme = "light", state, locale }) {
    const preview = await workspace.freshPreview();
    const camera = await workspace.openCamera(preview);
    const { bundles } = preview.model.listBundles();
    const subjects = await findSubjects(preview.liveWidgets(), bundles, [widget], camera.readManifests);
    const [shot] = planShots(subjects.slice(0, 1), {
      widgets: [widget],
      sizes: asList(size),
      themes: [theme],
      states: asList(state ?? DEFAULT_STATE),
      locales: asList(locale),
    });
    const { subject, ...variant } = shot!;
    const { png, ...observation } = await camera.take(shot!);
    const result = jsonContent({
      widget: subject.name,
      id: subject.id,
      ...variant,
      findings: listIssues(observation),
      ...observation,
    });
    if (png === null) return [result];
    return [{ type: "image", data: Buffer.from(png).toString("base64"), mimeType: "image/png" }, result];
  },
};

function asList(value: string | undefined): string[] {
  return value === undefined ? [] : [value];
}

function summarise(manifest: WidgetManifest | null): object | null {
  if (manifest === null) return null;
  const { id, cardType, sizes, languages = [], states = {} } = manifest;
  return { id, cardType, sizes, languages, states: [DEFAULT_STATE, ...Object.keys(states)] };
}
