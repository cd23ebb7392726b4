import { PNG } from "pngjs";
import { type PreviewResult, type RunningPreview, startPreviewProcess } from "../server/preview_process.ts";
import { Project } from "../session/project.ts";
import { chromiumVariables } from "../snapshot/chromium_variables.ts";
import { runCommandHere } from "../snapshot/command_here.ts";

/** The pictures that differ in {@link createChangedProject}. */
export const CHANGED = {
  dark: "001_box.2x1.dark.default.png",
  light: "001_box.2x1.light.default.png",
  missing: "009_gone.2x1.light.default.png",
  newDark: "002_added.2x1.dark.default.png",
  newLight: "002_added.2x1.light.default.png",
} as const;

/** The source of a widget with a box. Its sheet says which colour the box has. */
function boxWidget(id: string): string {
  return `import { defineManifest } from "@tck/kit";
import "./widget.css";
export const manifest = defineManifest({ id: "${id}", title: "${id}", cardType: "feed", sizes: ["2x1"] });
export default function Box() {
  return <div className="box" />;
}
`;
}

/** The sheet of a box. */
export function boxStyles(colour: string): string {
  return `.box { height: 120px; background: var(--color-${colour}); }\n`;
}

/** A picture of one colour. */
export function drawPicture(width: number, height: number, colour: readonly number[]): Uint8Array {
  const picture = new PNG({ width, height });
  for (let at = 0; at < width * height; at++) picture.data.set([...colour, 255], 4 * at);
  return PNG.sync.write(picture);
}

/** The pictures that {@link createChangedProject} has accepted: none is what its widgets show. */
const ACCEPTED = [CHANGED.dark, CHANGED.light, CHANGED.missing];

/** A project of which a widget has changed since its pictures were accepted, with a new widget and without a former one. */
export async function createChangedProject(): Promise<Project> {
  return await Project.create({
    "widgets/001_box/widget.tck.tsx": boxWidget("box"),
    "widgets/001_box/widget.css": boxStyles("negative"),
    "widgets/002_added/widget.tck.tsx": boxWidget("added"),
    "widgets/002_added/widget.css": boxStyles("accent"),
    ...Object.fromEntries(
      ACCEPTED.map((name) => [`snapshots/${name}`, drawPicture(400, 216, [120, 40, 200])]),
    ),
    "node_modules/.keep": "",
  });
}

/** Starts `tck-preview review` on a project in the test's process, and waits until its page is ready. */
export async function startReviewHere(
  project: Project,
  ...args: readonly string[]
): Promise<{ readonly url: string; readonly ended: Promise<PreviewResult> }> {
  const ready = Promise.withResolvers<string>();
  const ended = runCommandHere("review", ["--json", "--port", "0", "--cwd", project.path, ...args], {
    onPrint: ready.resolve,
  });
  ended.then(
    ({ stderr }) => ready.reject(new Error(`The review ended before it was ready: ${stderr}`)),
    ready.reject,
  );
  return { url: JSON.parse(await ready.promise).url, ended };
}

/** Starts `tck-preview review` on a project in a process of its own, and waits until its page is ready. */
export async function startReview(
  project: Project,
  ...args: readonly string[]
): Promise<RunningPreview> {
  return await startPreviewProcess(
    ["--cwd", project.path, ...args],
    null,
    await chromiumVariables(),
    ["review"],
  );
}

/** An address as a program asks it, which need not resolve the name of the review. */
export function atProgram(path: string, page: string): URL {
  const address = new URL(path, page);
  address.hostname = "localhost";
  return address;
}
