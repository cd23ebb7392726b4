import { delimiter, dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { ProcessTree } from "./process_tree.ts";
import { widgetName } from "./project.ts";

/** One development server that shows widgets. */
export interface Contender {
  name: string;
  /** Starts it on a project below the folder where the packages are. */
  start(place: Place): ProcessTree;
  /** The path of the page that shows the first widget alone. */
  page: string;
}

/** Where a contender runs. */
export interface Place {
  /** The folder with the packages. */
  installation: string;
  /** The project. */
  project: string;
  port: number;
  /** Node 24. */
  node: string;
}

const MAIN = fileURLToPath(new URL("../../../preview/server/main.ts", import.meta.url));

/** The name of the contender that the ratios refer to. */
export const BASE = "bare Vite";

/** The name of the preview as authors install it. */
export const OWN = "tck-preview";

/** The name of the preview as it runs from this repository, on Deno. */
export const OWN_SOURCE = "… from source";

/** All contenders. */
export const CONTENDERS: readonly Contender[] = [
  {
    name: BASE,
    start: (place) => startOnNode(place, "vite", ["--port", `${place.port}`, "--strictPort", "--host", HOST]),
    page: `/?widget=${widgetName(0)}`,
  },
  {
    name: OWN,
    start: (place) => startOnNode(place, "tck-preview", previewFlags(place.port)),
    page: `/?widget=${widgetName(0)}`,
  },
  {
    name: OWN_SOURCE,
    start: ({ project, port }) =>
      new ProcessTree(process.execPath, ["run", "-A", MAIN, ...previewFlags(port)], { cwd: project }),
    page: `/?widget=${widgetName(0)}`,
  },
  {
    name: "Ladle",
    start: (place) => startOnNode(place, "ladle", ["serve", "--port", `${place.port}`, "--host", HOST]),
    page: "/?story=card001--main&mode=preview",
  },
  {
    name: "Storybook",
    start: (place) =>
      startOnNode(place, "storybook", ["dev", "-p", `${place.port}`, "-h", HOST, "--ci", "--no-open"]),
    page: "/iframe.html?id=card001--main&viewMode=story",
  },
];

/** The address of every contender. */
export const HOST = "127.0.0.1";

function previewFlags(port: number): string[] {
  return ["--port", `${port}`, "--strictPort", "--host", HOST];
}

function startOnNode({ installation, project, node }: Place, program: string, args: string[]): ProcessTree {
  const path = [dirname(node), process.env["PATH"] ?? ""].join(delimiter);
  const file = join(installation, "node_modules/.bin", program);
  return new ProcessTree(file, args, { cwd: project, env: { PATH: path, STORYBOOK_DISABLE_TELEMETRY: "1" } });
}
