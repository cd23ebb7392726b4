/** A room and the rooms that it may import from, with their paths in the project. */
interface Room {
  path: string;
  imports: readonly string[];
}

/**
 * The rooms of a folder: folders and files in it, each with what it may import from.
 *
 * @param outside what all of them may import from outside of the folder
 * @param rooms each after those that it imports from, so that the list has one direction
 * @throws {Error} when a room imports from one that stands after it
 */
export function listRooms(
  folder: string,
  outside: readonly string[],
  rooms: readonly (readonly [name: string, imports: readonly string[]])[],
): Room[] {
  const names = rooms.map(([name]) => name);
  return rooms.map(([name, imports], index) => {
    const later = imports.find((room) => names.indexOf(room) >= index);
    if (later !== undefined) throw new Error(`Room ${folder}${name} imports ${later}, which stands after it`);
    return { path: folder + name, imports: [...outside, ...[name, ...imports].map((room) => folder + room)] };
  });
}

/** What every component of the page has: the state, the services and the context that provides them. */
const CONTEXT = ["state/", "client/", "content/", "shell_context.ts"];

/** `main.ts`, `boot.tsx` and `shell.tsx` put the rooms together and are not restricted. */
const SHELL_ROOMS = listRooms(
  "preview/shell/",
  ["core/", "web/", "preview/protocol.ts", "preview/review/", "preview/shots.ts"],
  [
    ["state/", []],
    ["client/", ["state/"]],
    ["content/", ["state/"]],
    ["shell_context.ts", ["state/", "client/", "content/"]],
    ["controls/", CONTEXT],
    ["frame/", [...CONTEXT, "controls/"]],
    ["viewport/", [...CONTEXT, "controls/"]],
    ["card/", [...CONTEXT, "controls/", "frame/"]],
    ["shots/", [...CONTEXT, "card/"]],
    ["palette/", [...CONTEXT, "controls/", "card/"]],
    ["picker/", [...CONTEXT, "controls/"]],
    ["panels/", [...CONTEXT, "controls/", "frame/", "card/"]],
    ["surface/", [...CONTEXT, "controls/"]],
    ["compare/", [...CONTEXT, "controls/", "frame/", "viewport/", "card/"]],
    ["chat/", [...CONTEXT, "controls/", "surface/"]],
    ["review/", [...CONTEXT, "controls/", "surface/"]],
    ["canvas/", [...CONTEXT, "controls/", "card/", "panels/", "surface/"]],
    ["stage/", [
      ...CONTEXT,
      "controls/",
      "frame/",
      "viewport/",
      "card/",
      "picker/",
      "panels/",
      "surface/",
      "compare/",
      "chat/",
    ]],
  ],
);

/** What a review needs of the snapshot, which knows neither a preview nor a browser. */
const ACCEPTED_PICTURES = ["baseline/", "errors.ts", "plan_shots.ts", "report/read_report.ts"].map((file) =>
  `snapshot/${file}`
);

/** The model knows no adapter; the adapters know the model; `start.ts` connects them, and the commands start it. */
const SERVER_ROOMS = listRooms(
  "preview/server/",
  [
    "core/",
    "web/",
    "terminal/",
    "hosts/zlib/",
    "preview/protocol.ts",
    "preview/layout_rules.ts",
    "preview/review/",
    "preview/shots.ts",
  ],
  [
    ["errors.ts", []],
    ["problem.ts", []],
    ["model/", []],
    ["remote/", ["problem.ts", "model/"]],
    ["routes/", ["problem.ts", "model/"]],
    ["http/", ["errors.ts", "problem.ts", "routes/"]],
    ["feed_page/", ["problem.ts", "model/"]],
    ["chat/", ["problem.ts", "model/", "feed_page/"]],
    ["shell_build/", []],
    ["vite/", ["errors.ts", "model/", "shell_build/"]],
    ["review/", ["problem.ts", ...ACCEPTED_PICTURES]],
    // The routes of bundles write their list, and the policy of the preview's pages is that of a site's.
    ["site/", [
      "model/",
      "shell_build/",
      "routes/bundle_routes.ts",
      "vite/page_policy.ts",
      "review/",
      ...ACCEPTED_PICTURES,
    ]],
    ["start.ts", [
      "errors.ts",
      "model/",
      "remote/",
      "feed_page/",
      "chat/",
      "review/",
      "routes/",
      "http/",
      "vite/",
      // The one file of the snapshot that a running preview needs, for the route of a picture.
      "snapshot/card_pictures.ts",
    ]],
    ["snapshot/", ["problem.ts", "model/", "start.ts"]],
    ["mcp/", ["model/", "review/", "start.ts", "snapshot/"]],
    ["cli/", ["model/", "review/", "site/", "start.ts", "snapshot/", "mcp/"]],
  ],
);

/** The rooms of the preview. */
export const PREVIEW_ROOMS: readonly Room[] = [...SHELL_ROOMS, ...SERVER_ROOMS];
