import { quote } from "../../../core/errors/mod.ts";
import type { WidgetManifest } from "../../../core/manifest/mod.ts";
import { DEFAULT_STATE } from "../snapshot/mod.ts";
import { DIAGNOSTIC, FILE_PROBLEM, list, NAME, nullable, object, TEXT, WIDGET_TEXT } from "./schemas.ts";
import { type PreviewTool, READ_ONLY, ToolError } from "./tool.ts";
import { markDiagnostic, markFileProblem, markName, markText, WIDGET_TEXT_NOTE } from "./widget_text.ts";

/** Lists live widgets and bundles. */
export const listWidgets: PreviewTool = {
  definition: {
    name: "list_widgets",
    title: "List widgets",
    description:
      "Lists the widgets in the project's sources and the bundles on disk: name, kind (live or bundle), id, file, and of " +
      "the manifest id, cardType, sizes, languages and the names of the states. The manifest is null when the module of " +
      "a live widget cannot be loaded; the tool diagnostics reports why." + WIDGET_TEXT_NOTE,
    inputSchema: { type: "object", properties: {}, additionalProperties: false },
    outputSchema: object({
      widgets: list(object({
        name: NAME,
        kind: { enum: ["live", "bundle"] },
        id: TEXT,
        file: nullable(WIDGET_TEXT),
        manifest: nullable(object({
          id: WIDGET_TEXT,
          cardType: WIDGET_TEXT,
          sizes: list(TEXT),
          languages: list(TEXT),
          states: list(WIDGET_TEXT),
        })),
      })),
      problems: list(FILE_PROBLEM),
    }),
    annotations: READ_ONLY,
  },
  async run(workspace) {
    const preview = await workspace.freshPreview();
    const live = preview.liveWidgets();
    const manifests = await workspace.readManifests(preview);
    const { bundles, problems } = preview.model.listBundles();
    const widgets = [
      ...live.map(({ name, file }) => ({
        name,
        kind: "live",
        id: name,
        file: markText(file),
        manifest: summarise(manifests.get(name) ?? null),
      })),
      ...bundles.map(({ label, id, path, manifest }) => ({
        name: markName(label),
        kind: "bundle",
        id,
        file: markText(path ?? null),
        manifest: summarise(manifest),
      })),
    ];
    return { value: { widgets, problems: problems.map(markFileProblem) } };
  },
};

/** Reports the diagnostics of the build. */
export const diagnostics: PreviewTool<{ widget?: string }> = {
  definition: {
    name: "diagnostics",
    title: "Diagnostics of the build",
    description:
      "Checks the widgets in the project's sources as the build does, and lists the diagnostics: code, severity " +
      "(error or warning), file, line, column, message and a hint. A widget with an error is not built. Also lists " +
      "bundles on disk that cannot be read. Both lists are empty when there are no problems." +
      WIDGET_TEXT_NOTE,
    inputSchema: {
      type: "object",
      properties: {
        widget: { type: "string", description: "Only of this live widget, such as 001_weather" },
      },
      additionalProperties: false,
    },
    outputSchema: object({ diagnostics: list(DIAGNOSTIC), problems: list(FILE_PROBLEM) }),
    annotations: READ_ONLY,
  },
  async run(workspace, { widget: selected }) {
    const preview = await workspace.freshPreview();
    const { model } = preview;
    if (selected === undefined) {
      const { problems } = model.listBundles();
      const diagnostics = (await model.checkWidgets()).map(markDiagnostic);
      return { value: { diagnostics, problems: problems.map(markFileProblem) } };
    }
    if (!model.widgets.some(({ name }) => name === selected)) {
      const names = model.widgets.map(({ name }) => name);
      const message = `Cannot find live widget ${quote(selected)}: ${listChoices(names)}`;
      throw new ToolError("widget.not_found", message);
    }
    const diagnostics = (await model.checkWidgets(selected)).map(markDiagnostic);
    return { value: { diagnostics, problems: [] } };
  },
};

/** The names that an argument can have. */
export function listChoices(names: readonly string[]): string {
  if (names.length === 0) return "there is none";
  const more = names.length > MAX_CHOICES
    ? ` and ${names.length - MAX_CHOICES} more, as list_widgets lists them`
    : "";
  return `there are ${names.slice(0, MAX_CHOICES).map(quote).join(", ")}${more}`;
}

/** How many names an error lists. */
const MAX_CHOICES = 20;

function summarise(manifest: WidgetManifest | null): object | null {
  if (manifest === null) return null;
  const { id, cardType, sizes, languages = [], states = {} } = manifest;
  const names = [DEFAULT_STATE, ...Object.keys(states)];
  return {
    id: markText(id),
    cardType: markText(cardType),
    sizes,
    languages,
    states: names.map((name) => markText(name)),
  };
}
