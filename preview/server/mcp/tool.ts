import { CodedError } from "../../../core/errors/mod.ts";
import type { Workspace } from "./workspace.ts";

/** A part of a tool's result. */
export type ToolContent =
  | { readonly type: "text"; readonly text: string }
  /** `data` is base64. */
  | { readonly type: "image"; readonly data: string; readonly mimeType: string };

/** A tool as the protocol lists it. */
interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The JSON Schema of the arguments. */
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

/** A tool. */
export interface PreviewTool<Input = never> {
  readonly definition: ToolDefinition;
  /**
   * @param input checked against the schema
   * @throws an error whose message the agent gets
   */
  run(workspace: Workspace, input: Input): Promise<readonly ToolContent[]>;
}

/** The hints of a tool that changes nothing. */
export const READ_ONLY = { readOnlyHint: true, openWorldHint: false };

/** A result as JSON. */
export function jsonContent(value: unknown): ToolContent {
  return { type: "text", text: JSON.stringify(value) };
}

/** A tool cannot carry out a call. */
export class ToolError extends CodedError<"widget.not_found" | "selection.too_large"> {
  override readonly name = "ToolError";
}
