import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

/** What a chat gets of a tool. */
export interface ChatAnswer {
  isError: boolean;
  text: string;
  // deno-lint-ignore no-explicit-any -- each tool's own shape, which the test asserts
  value: any;
}

/** A chat: the SDK's own client, over HTTP with a bearer. */
export class Chat implements AsyncDisposable {
  private constructor(readonly client: Client) {}

  /** @param handshake whether it begins with `initialize` (`legacy`), or each request names its version (`auto`) */
  static async open(url: string, bearer: string, handshake: "legacy" | "auto" = "auto"): Promise<Chat> {
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: handshake } });
    const headers = { Authorization: `Bearer ${bearer}` };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }),
    );
    return new Chat(client);
  }

  async call(name: string, input: { [name: string]: unknown } = {}): Promise<ChatAnswer> {
    const { isError = false, content, structuredContent } = await this.client.callTool({
      name,
      arguments: input,
    });
    const text = (content as { text: string }[]).map(({ text }) => text).join("\n");
    return { isError, text, value: structuredContent };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close();
  }
}
