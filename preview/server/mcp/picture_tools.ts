import { quote } from "../../../core/errors/mod.ts";
import type { OpenPreview } from "../start.ts";
import {
  type Camera,
  DEFAULT_STATE,
  drawContactSheets,
  FILL_WIDTHS,
  findSubjects,
  listProblems,
  observe,
  planShots,
  rateLosses,
  type Rendering,
  type Selection,
  type Shot,
  SIZE_NAMES,
  type Theme,
  THEMES,
  toRendering,
} from "../snapshot/mod.ts";
import {
  CARD_PROBLEM,
  list,
  NAME,
  nullable,
  NUMBER,
  object,
  TEXT,
  VARIANT,
  VIOLATION,
  WIDGET_TEXT,
} from "./schemas.ts";
import { type PreviewTool, READ_ONLY, ToolError } from "./tool.ts";
import { summariseSnapshot } from "./snapshot_summary.ts";
import { listChoices } from "./widget_tools.ts";
import { markName, markObservation, markProblem, markText, WIDGET_TEXT_NOTE } from "./widget_text.ts";

/** The width of a `fill-auto` card for which none is asked: a usual column. */
const DEFAULT_FILL = `fill-auto-${FILL_WIDTHS[1]}`;

/** The most pictures of one call of {@link snapshot}. */
const MAX_SHEET_PICTURES = 120;

/** Most sheets of one answer: the first has the default state. */
const MAX_SHEETS = 4;

/** Most findings of one picture in an answer. */
const MAX_FINDINGS = 30;

/** The arguments of {@link screenshot}. */
interface ScreenshotInput {
  widget: string;
  size?: string;
  theme?: Theme;
  state?: string;
  locale?: string;
}

const WIDGET = {
  type: "string",
  description: "The name of a live widget, or the label or id of a bundle",
} as const;

export const screenshot: PreviewTool<ScreenshotInput> = {
  definition: {
    name: "screenshot",
    title: "Screenshot of a widget",
    description:
      "Renders one widget in a headless Chromium with its source as it is now, and returns a PNG and the observations: " +
      "findings (each problem with rule, severity, message, element and its line in the source), errors of card, page and " +
      "console, accessibility violations, overflow in CSS pixels, and the mount time in milliseconds." +
      WIDGET_TEXT_NOTE,
    inputSchema: {
      type: "object",
      properties: {
        widget: WIDGET,
        size: {
          type: "string",
          enum: SIZE_NAMES,
          description:
            "A size of its manifest, such as 2x2 or fill-auto-320 (default: the first; fill-auto is 480 wide)",
        },
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
    outputSchema: object({
      widget: NAME,
      id: TEXT,
      ...VARIANT,
      findings: list(object(CARD_PROBLEM)),
      cardError: nullable(WIDGET_TEXT),
      pageErrors: list(WIDGET_TEXT),
      consoleErrors: list(WIDGET_TEXT),
      violations: list(VIOLATION),
      overflow: nullable(object({ x: NUMBER, y: NUMBER })),
      mountMs: nullable(NUMBER),
    }),
    annotations: READ_ONLY,
  },
  async run(workspace, { widget, size, theme = "light", state, locale }) {
    const preview = await workspace.freshPreview();
    requireWidget(preview, widget);
    const camera = await workspace.openCamera(preview);
    const shots = await plan(preview, camera, {
      widgets: [widget],
      sizes: asList(size === "fill-auto" ? DEFAULT_FILL : size),
      themes: [theme],
      states: asList(state ?? DEFAULT_STATE),
      locales: asList(locale),
    });
    const shot = chooseShot(shots);
    const photograph = await camera.take(shot);
    const observation = await observe(photograph, (stacks) => preview.sources.locate(stacks));
    const { png } = photograph;
    const { subject, ...variant } = shot;
    const value = {
      widget: markName(subject.name),
      id: subject.id,
      ...variant,
      state: markText(shot.state),
      findings: listProblems(observation).slice(0, MAX_FINDINGS).map(markProblem),
      ...markObservation(observation),
    };
    return { value, pictures: png === null ? [] : [png] };
  },
};

/** The arguments of {@link snapshot}. */
interface SnapshotInput {
  widget: string;
  size?: string;
  theme?: Theme;
  state?: string;
  locale?: string;
}

/** Takes all pictures of a widget. */
export const snapshot: PreviewTool<SnapshotInput> = {
  definition: {
    name: "snapshot",
    title: "Contact sheet of a widget",
    description:
      "Renders one widget at every size, state, language and theme of its manifest, or at those selected, and returns " +
      "sheets of twelve labelled pictures in PNG, the default state first (at most four of the number in sheets: select to see " +
      "the others), and the problems that a designer would see: findings with rule, severity, " +
      "message, element and its line in the source, and the first pictures that show it (at most 30 findings, errors first, and " +
      "moreFindings says how many are left out); a note says what a card leaves out because it does not fit. fill-auto is taken at 320, 480 and 640." +
      WIDGET_TEXT_NOTE,
    inputSchema: {
      type: "object",
      properties: {
        widget: WIDGET,
        size: {
          type: "string",
          enum: SIZE_NAMES,
          description: "Only this size of its manifest, such as 2x2 or fill-auto-320",
        },
        theme: { type: "string", enum: [...THEMES], description: "Only this theme" },
        state: { type: "string", description: `Only this named state, or ${DEFAULT_STATE}` },
        locale: { type: "string", description: "Only this language" },
      },
      required: ["widget"],
      additionalProperties: false,
    },
    outputSchema: object({
      widget: NAME,
      pictures: NUMBER,
      sheets: NUMBER,
      clean: { type: "boolean" },
      errors: NUMBER,
      warnings: NUMBER,
      notes: NUMBER,
      findings: list(object({ ...CARD_PROBLEM, pictures: list(object(VARIANT)), morePictures: NUMBER })),
      moreFindings: NUMBER,
    }),
    annotations: READ_ONLY,
  },
  async run(workspace, { widget, size, theme, state, locale }) {
    const preview = await workspace.freshPreview();
    requireWidget(preview, widget);
    const camera = await workspace.openCamera(preview);
    const shots = await plan(preview, camera, {
      widgets: [widget],
      sizes: asList(size),
      themes: theme === undefined ? [] : [theme],
      states: asList(state),
      locales: asList(locale),
    });
    if (shots.length > MAX_SHEET_PICTURES) {
      throw new ToolError(
        "selection.too_large",
        `Cannot take ${shots.length} pictures: the limit is ${MAX_SHEET_PICTURES}; select a size, theme, state or locale`,
      );
    }
    const pictures = new Map<Shot, { rendering: Rendering; png: Uint8Array | null }>();
    await Promise.all(
      THEMES.map((theme) =>
        camera.takeAll(theme, shots.filter((shot) => shot.theme === theme), async (shot, photograph) => {
          const observation = await observe(photograph, (stacks) => preview.sources.locate(stacks));
          pictures.set(shot, { rendering: toRendering(shot, observation, null), png: photograph.png });
        })
      ),
    );
    const rated = rateLosses(shots.map((shot) => pictures.get(shot)!.rendering));
    const taken = shots.map((shot, index) => ({ ...pictures.get(shot)!, rendering: rated[index]! }));
    const shown = taken.flatMap(({ rendering, png }) => png === null ? [] : [{ rendering, png }]);
    const summary = summariseSnapshot(taken.map(({ rendering }) => rendering));
    const sheets = shown.length === 0
      ? []
      : await drawContactSheets(camera, shots[0]!.subject.name, shown, 1);
    return { value: { ...summary, sheets: sheets.length }, pictures: sheets.slice(0, MAX_SHEETS) };
  },
};

/** @throws {ToolError} `widget.not_found` */
function requireWidget({ model }: OpenPreview, name: string): void {
  const live = model.widgets.map((widget) => widget.name);
  const { bundles } = model.listBundles();
  if (live.includes(name) || bundles.some(({ id, label }) => name === id || name === label)) return;
  const names = [...new Set([...live, ...bundles.map(({ label }) => label)])];
  throw new ToolError("widget.not_found", `Cannot find widget ${quote(name)}: ${listChoices(names)}`);
}

async function plan(preview: OpenPreview, camera: Camera, selection: Selection): Promise<readonly Shot[]> {
  const { bundles } = preview.model.listBundles();
  const subjects = await findSubjects(
    preview.liveWidgets(),
    bundles,
    selection.widgets,
    camera.readManifests,
  );
  return planShots(subjects.slice(0, 1), selection);
}

/** The first of the widget's sizes, and of `fill-auto` the usual width. */
function chooseShot(shots: readonly Shot[]): Shot {
  const first = shots[0]!;
  return shots.find(({ size, width }) => size === first.size && width === FILL_WIDTHS[1]) ?? first;
}

function asList(value: string | undefined): string[] {
  return value === undefined ? [] : [value];
}
