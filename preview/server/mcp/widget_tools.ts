import { Buffer } from "node:buffer";
import { quote } from "../../../core/errors/mod.ts";
import type { WidgetManifest } from "../../../core/manifest/mod.ts";
import {
  checkProject,
  DEFAULT_STATE,
  findSubjects,
  listFindings,
  planShots,
  type Theme,
  THEMES,
} from "../snapshot/mod.ts";
import { jsonContent, type PreviewTool, ToolError } from "./tool.ts";

const READ_ONLY = { readOnlyHint: true, openWorldHint: false };

/** Lists what there is to look at. */
export const listWidgets: PreviewTool = {
  definition: {
    name: "list_widgets",
    title: "List widgets",
    description:
      "Lists the widgets in the project's sources and the bundles on disk: name, kind (live or bundle), id, file, and of " +
      "the manifest id, cardType, sizes, languages and the names of the states. The manifest is null when the module of " +
      "a live widget cannot be loaded: the tool diagnostics says why.",
    inputSchema: { type: "object", properties: {}, additionalProperties: false },
    annotations: READ_ONLY,
  },
  async run(workspace) {
    const preview = await workspace.freshPreview();
    const live = preview.liveWidgets();
    const manifests = live.length === 0
      ? new Map<string, null>()
      : await (await workspace.openCamera(preview)).readManifests(live);
    const { bundles, problems } = preview.session.listBundles();
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

/** Tells what the build refuses. */
export const diagnostics: PreviewTool<{ widget?: string }> = {
  definition: {
    name: "diagnostics",
    title: "Diagnostics of the build",
    description:
      "Judges the widgets in the project's sources as the build does, with the sources as they are now, and lists what " +
      "it refuses: code, file, line, column, message and a hint. Also lists bundles on disk that cannot be read. Both " +
      "lists are empty when all is well.",
    inputSchema: {
      type: "object",
      properties: {
        widget: { type: "string", description: "Only of this live widget, such as 001_weather" },
      },
      additionalProperties: false,
    },
    annotations: READ_ONLY,
  },
  async run(workspace, { widget: wanted }) {
    const preview = await workspace.freshPreview();
    if (wanted === undefined) {
      const { problems } = preview.session.listBundles();
      return [jsonContent({ diagnostics: await checkProject(preview), problems })];
    }
    if (!preview.liveWidgets().some(({ name }) => name === wanted)) {
      throw new ToolError(`Cannot find live widget ${quote(wanted)}: list_widgets tells which there are`);
    }
    const all = await checkProject(preview);
    return [jsonContent({ diagnostics: all.filter(({ widget }) => widget === wanted), problems: [] })];
  },
};

/** What {@link screenshot} takes. */
interface ScreenshotInput {
  widget: string;
  size?: string;
  theme?: Theme;
  state?: string;
  locale?: string;
}

/** Takes a picture. */
export const screenshot: PreviewTool<ScreenshotInput> = {
  definition: {
    name: "screenshot",
    title: "Picture of a widget",
    description:
      "Renders one widget in a headless Chromium with its source as it is now, and returns a PNG and what was seen: " +
      "findings (a line each; empty when all is well), errors of card, page and console, accessibility violations, " +
      "overflow in CSS pixels, and the mount time in milliseconds.",
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
    const { bundles } = preview.session.listBundles();
    const subjects = await findSubjects(preview.liveWidgets(), bundles, [widget], camera.readManifests);
    const [shot] = planShots(subjects.slice(0, 1), {
      widgets: [widget],
      sizes: asList(size),
      themes: [theme],
      states: asList(state ?? DEFAULT_STATE),
      locales: asList(locale),
    });
    const { subject, ...how } = shot!;
    const { png, ...seen } = await camera.take(shot!);
    const said = jsonContent({
      widget: subject.name,
      id: subject.id,
      ...how,
      findings: listFindings(seen),
      ...seen,
    });
    if (png === null) return [said];
    return [{ type: "image", data: Buffer.from(png).toString("base64"), mimeType: "image/png" }, said];
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
