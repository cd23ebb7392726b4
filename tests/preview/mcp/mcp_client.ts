import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import process from "node:process";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { previewCommandLine, type PreviewRuntime } from "../server/preview_process.ts";
import { chromiumVariables } from "../snapshot/chromium_variables.ts";

/** A tool's result. */
export interface ToolAnswer {
  isError: boolean;
  /** The text: parsed JSON, or the message of an error in the arguments. */
  // deno-lint-ignore no-explicit-any -- each tool's own shape, which the test asserts
  value: any;
  /** The pictures. */
  images: { mimeType: string; bytes: Uint8Array }[];
}

/** A session of the SDK's own client with `tck-preview mcp` over standard input and output. */
export class McpClient implements AsyncDisposable {
  /** Errors of the client, such as output that is not the protocol. */
  readonly faults: string[] = [];
  #errors = "";

  private constructor(readonly client: Client, private readonly transport: StdioClientTransport) {}

  static async start(
    args: readonly string[],
    { runtime = null, handshake = "legacy", ...variables }: {
      runtime?: PreviewRuntime;
      /** Whether the session begins with `initialize` (`legacy`), or each request names its version (`auto`). */
      handshake?: "legacy" | "auto";
      TCK_CHROMIUM?: string;
    } = {},
  ): Promise<McpClient> {
    const [command, ...start] = previewCommandLine(runtime);
    const { HOME = "", PATH = "" } = process.env;
    const transport = new StdioClientTransport({
      command,
      args: [...start, "mcp", ...args],
      cwd: tmpdir(),
      env: { HOME, PATH, NO_COLOR: "1", ...await chromiumVariables(), ...variables },
      stderr: "pipe",
    });
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: handshake } });
    const session = new McpClient(client, transport);
    transport.stderr?.on("data", (chunk: Uint8Array) => session.#errors += new TextDecoder().decode(chunk));
    session.client.onerror = (error: Error) => session.faults.push(error.message);
    await session.client.connect(transport);
    return session;
  }

  /** The server's standard error. */
  get errors(): string {
    return this.#errors;
  }

  async call(name: string, input: { [name: string]: string } = {}): Promise<ToolAnswer> {
    const answer = await this.client.callTool({ name, arguments: input }, { timeout: 120_000 });
    if (!answer.isError) {
      const { text } = answer.content.at(-1) as { text: string };
      assert.deepEqual(answer.structuredContent, JSON.parse(text));
    }
    const content = answer.content as { type: string; text?: string; data?: string; mimeType?: string }[];
    const text = content.find(({ type }) => type === "text")?.text ?? "null";
    return {
      isError: answer.isError === true,
      value: text.startsWith("{") ? JSON.parse(text) : text,
      images: content.filter(({ type }) => type === "image").map(({ data, mimeType }) => ({
        mimeType: mimeType!,
        bytes: Uint8Array.from(atob(data!), (character) => character.charCodeAt(0)),
      })),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close();
  }
}
