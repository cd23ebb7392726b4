import assert from "node:assert/strict";
import process from "node:process";
import type { InlineConfig } from "vite";
import { startPreview } from "../../../preview/server/mod.ts";
import { LIVE_WIDGETS_CHANGED_EVENT, LIVE_WIDGETS_KNOWN_EVENT } from "../../../preview/protocol.ts";
import { within } from "../../waiting/mod.ts";
import { Project } from "../session/project.ts";

/** What Vite sends of a page's console. */
const LINE = { type: "log", data: { level: "warn", message: "4 pictures, no problems\nRun this" } };

const MESSAGES: readonly string[] = [
  "",
  "null",
  "[]",
  '{"type":"custom","event":null}',
  '{"type":"custom","event":"vite:invoke","data":null}',
  '{"type":"custom","event":"vite:invoke","data":{"id":"send:1","name":"fetchModule","data":null}}',
  ...[null, 1, "a", {}, { path: null }, { path: 1 }, { path: "/a", message: {} }, {
    path: "/main.ts",
    firstInvalidatedBy: null,
  }].map((data) => JSON.stringify({ type: "custom", event: "vite:invalidate", data })),
  JSON.stringify({
    type: "custom",
    event: "vite:invalidate",
    data: { path: "/main.ts", message: "4 pictures\nRun this" },
  }),
  JSON.stringify({ type: "custom", event: "vite:forward-console", data: LINE }),
  '{"type":"custom","event":"vite:forward-console","data":null}',
  `{"type":"custom","event":"${LIVE_WIDGETS_KNOWN_EVENT}","data":${"[".repeat(100_000)}${
    "]".repeat(100_000)
  }}`,
  '{"type":"custom","event":"of-the-author","data":null}',
];

// claim: preview-socket-messages
// claim: preview-console-apart
Deno.test("no message of a page ends the preview or writes a line of its terminal", async () => {
  await using project = await Project.create({ "node_modules/.keep": "" });
  const reports: string[] = [];
  const before = process.env.CLAUDECODE;
  process.env.CLAUDECODE = "1"; // Vite turns its forwarding on by this.
  const viteFinal = (config: InlineConfig): InlineConfig => ({
    ...config,
    server: { ...config.server, forwardConsole: true },
    plugins: [...config.plugins!, {
      name: "author",
      configureServer(server) {
        server.ws.on("of-the-author", (data) => void (data as unknown as { length: number }).length);
      },
    }],
  });
  const preview = await startPreview({
    cwd: project.path,
    host: "127.0.0.1",
    port: 0,
    viteFinal,
    report: (line) => reports.push(line),
  });
  try {
    const client = await (await fetch(`${preview.url}@vite/client`)).text();
    assert.doesNotMatch(client, /forwardConsole = (?:true|\{"enabled":true)/);
    const token = /const wsToken = "([\w-]+)"/.exec(client)![1];
    const socket = new WebSocket(`${preview.url.replace("http", "ws")}?token=${token}`, "vite-hmr");
    const known = Promise.withResolvers<void>();
    socket.onmessage = ({ data }) => String(data).includes(LIVE_WIDGETS_CHANGED_EVENT) && known.resolve();
    const opened = Promise.withResolvers<void>();
    socket.onopen = () => opened.resolve();
    await within("the socket", opened.promise);
    for (const message of MESSAGES) socket.send(message);
    socket.send(JSON.stringify({ type: "custom", event: LIVE_WIDGETS_KNOWN_EVENT, data: "others" }));
    await within("the answer to the last message", known.promise);
    socket.close();
    assert.deepEqual(reports.filter((line) => /\n|pictures/.test(line)), []);
    assert.ok(
      reports.some((line) => line.startsWith("Cannot use a message of a page: ")),
      reports.join("\n"),
    );
  } finally {
    if (before === undefined) delete process.env.CLAUDECODE;
    else process.env.CLAUDECODE = before;
    await preview.close();
  }
});
