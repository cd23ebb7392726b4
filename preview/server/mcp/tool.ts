import type { CallToolResult, Tool } from "@modelcontextprotocol/sdk/types.js";
import type { Workspace } from "./workspace.ts";

/** A tool, and what it does. */
export interface PreviewTool<Arguments = never> {
  /** How the protocol lists it. Its input schema is what arguments are checked against. */
  readonly definition: Tool;
  /** @param input has passed the schema */
  run(workspace: Workspace, input: Arguments): Promise<CallToolResult["content"]>;
}

/** A result as JSON. */
export function jsonContent(value: unknown): CallToolResult["content"][number] {
  return { type: "text", text: JSON.stringify(value) };
}

/** A tool cannot do what it was asked for. */
export class ToolError extends Error {
  override name = "ToolError";
}
