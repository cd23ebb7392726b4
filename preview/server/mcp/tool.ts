import type { Workspace } from "./workspace.ts";

/** A part of what a tool gives back. */
export type ToolContent =
  | { readonly type: "text"; readonly text: string }
  /** The data is base64. */
  | { readonly type: "image"; readonly data: string; readonly mimeType: string };

/** How the protocol lists a tool. */
export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** What arguments are checked against. */
  readonly inputSchema: {
    readonly type: "object";
    readonly properties: {
      readonly [name: string]: { type: "string"; enum?: readonly string[]; description: string };
    };
    readonly required?: readonly string[];
    readonly additionalProperties: false;
  };
  readonly annotations: { readonly [hint: string]: boolean };
}

/** A tool, and what it does. */
export interface PreviewTool<Input = never> {
  readonly definition: ToolDefinition;
  /**
   * @param input has passed the schema
   * @throws what the agent is told
   */
  run(workspace: Workspace, input: Input): Promise<readonly ToolContent[]>;
}

/** A result as JSON. */
export function jsonContent(value: unknown): ToolContent {
  return { type: "text", text: JSON.stringify(value) };
}

/** A tool cannot do what it was asked for. */
export class ToolError extends Error {
  override name = "ToolError";
}
