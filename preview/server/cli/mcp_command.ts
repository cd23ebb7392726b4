import { type Command, watchProcessEnd } from "../../../terminal/mod.ts";
import { serveMcp } from "../mcp/serve_mcp.ts";

/** `tck-preview mcp`. */
export const command: Command = {
  name: "mcp",
  invocation: "tck-preview mcp",
  summary: "Serve the Model Context Protocol on standard input and output, for agents that write widgets.",
  options: {
    cwd: { type: "string", value: "DIR", help: "the project folder", default: "." },
    config: {
      type: "string",
      value: "FILE",
      help: "the configuration (default: tck.preview.config.{ts,mts,js,mjs})",
    },
  },
  notes: [
    "Tools: list_widgets, diagnostics, snapshot, screenshot, review, feed_index, rescan.",
    "The preview and its browser start with the first tool that needs them, and end with the session.",
    "TCK_CHROMIUM is the path of the browser (default: one on the PATH, else an installed Chrome or Edge).",
  ],
  examples: ["tck-preview mcp", "tck-preview mcp --cwd my-widgets"],
  async run(input, terminal) {
    const options = { cwd: input.text("cwd"), config: input.optional("config") };
    await serveMcp({ ...options, report: (message) => terminal.warn(message) }, watchProcessEnd());
    return 0;
  },
};
