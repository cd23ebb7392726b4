import { CodedError } from "../../../core/errors/mod.ts";
import type { ObjectSchema } from "./schemas.ts";
import type { Workspace } from "./workspace.ts";

export interface ToolOutcome {
  /** Fits the tool's output schema. */
  readonly value: object;
  /** PNG files. */
  readonly pictures?: readonly Uint8Array[];
}

/** The arguments that a tool takes: all are text. */
export interface InputSchema {
  readonly type: "object";
  readonly properties: {
    readonly [name: string]: { type: "string"; enum?: readonly string[]; description: string };
  };
  readonly required?: readonly string[];
  readonly additionalProperties: false;
}

/** A tool as the protocol lists it. */
interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: InputSchema;
  readonly outputSchema: ObjectSchema;
  readonly annotations: { readonly [hint: string]: boolean };
}

export interface PreviewTool<Input = never> {
  readonly definition: ToolDefinition;
  /**
   * @param input checked against the schema
   * @throws an error whose message the agent gets
   */
  run(workspace: Workspace, input: Input): Promise<ToolOutcome>;
}

/** The hints of a tool that changes nothing. */
export const READ_ONLY = { readOnlyHint: true, openWorldHint: false };

/** A tool cannot carry out a call. */
export class ToolError extends CodedError<"widget.not_found" | "selection.too_large" | "review.missing"> {
  override readonly name = "ToolError";
}
