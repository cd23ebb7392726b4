/** The source files of the one widget of the page, by their names in its folder. */
export type SourceFiles = ReadonlyMap<string, string>;

/** The file that every widget has. */
export const MAIN_FILE = "widget.tck.tsx";

/** The folder of the widget in a project. */
export const WIDGET_NAME = "001_widget";

/** The most files of a widget in the page, and the most characters of all together. */
export const MAX_SOURCE_FILES = 20;
export const MAX_SOURCE_LENGTH = 262_144;

/** A path of at most three folders, with the ending of a text that a widget imports. */
const NAME =
  /^(?:[A-Za-z0-9_-][A-Za-z0-9_.-]{0,39}\/){0,3}[A-Za-z0-9_-][A-Za-z0-9_.-]{0,39}\.(?:tsx?|jsx?|css|json|txt|svg)$/;

/** Whether a file of a widget can have this name in the page. */
export function isSourceName(name: string): boolean {
  return NAME.test(name) && !name.includes("..");
}

/** What is wrong with some source files, for people; null when nothing is. */
export function findSourceFault(files: SourceFiles): string | null {
  if (!files.has(MAIN_FILE)) return `it has no ${MAIN_FILE}`;
  if (files.size > MAX_SOURCE_FILES) return `it has more than ${MAX_SOURCE_FILES} files`;
  const bad = [...files.keys()].find((name) => !isSourceName(name));
  if (bad !== undefined) return `a file of it has the name ${JSON.stringify(bad.slice(0, 80))}`;
  if (new Set([...files.keys()].map((name) => name.toLowerCase())).size < files.size) {
    return "two of its files have names that differ by case only";
  }
  const length = [...files.values()].reduce((sum, text) => sum + text.length, 0);
  return length > MAX_SOURCE_LENGTH ? `it has more than ${MAX_SOURCE_LENGTH} characters` : null;
}

/** The path in a project of a file of the widget. */
export function toProjectPath(name: string): string {
  return `widgets/${WIDGET_NAME}/${name}`;
}

/** The files as a project has them, for the bundler. */
export function toProjectFiles(files: SourceFiles): Map<string, Uint8Array> {
  const encoder = new TextEncoder();
  return new Map(Array.from(files, ([name, text]) => [toProjectPath(name), encoder.encode(text)]));
}

/** What the page shows first. */
export const FIRST_FILES: SourceFiles = new Map([
  [
    MAIN_FILE,
    `import { Card, CardHeader, defineManifest, ProgressBar, Stat, useFormat, useText, useWidgetState } from "@tck/kit";
import "./widget.css";

export const manifest = defineManifest({
  id: "steps",
  title: { en: "Steps", de: "Schritte" },
  cardType: "feed",
  sizes: ["1x1", "2x1"],
  languages: ["en", "de"],
  defaultState: { steps: 6480, goal: 8000 },
  states: { reached: { steps: 8630, goal: 8000 } },
});

const TEXTS = {
  en: {
    title: "Steps",
    today: "Today",
    left: (steps: string) => \`\${steps} to go\`,
    above: (steps: string) => \`\${steps} above the goal\`,
    goal: (goal: string) => \`Goal \${goal}\`,
  },
  de: {
    title: "Schritte",
    today: "Heute",
    left: (steps: string) => \`noch \${steps}\`,
    above: (steps: string) => \`\${steps} über dem Ziel\`,
    goal: (goal: string) => \`Ziel \${goal}\`,
  },
};

export default function Steps() {
  const { steps, goal } = useWidgetState(manifest);
  const format = useFormat();
  const text = useText(TEXTS);
  const detail = steps < goal ? text.left(format.number(goal - steps)) : text.above(format.number(steps - goal));
  return (
    <Card>
      <CardHeader>{text.title}</CardHeader>
      <Stat label={text.today} value={format.number(steps)} detail={detail} />
      <ProgressBar className="goal" label={text.goal(format.number(goal))} value={steps} max={goal} />
    </Card>
  );
}
`,
  ],
  ["widget.css", ".goal {\n  font-variant-numeric: tabular-nums;\n}\n"],
]);
