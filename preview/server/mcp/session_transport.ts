import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  CallToolRequestSchema,
  ErrorCode,
  isInitializeRequest,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type RequestId,
} from "@modelcontextprotocol/sdk/types.js";

/**
 * Adds to a transport what the protocol asks of a session and the SDK's server does not do: a line that is not JSON-RPC
 * is answered with an error, so is a call without a tool, and nothing but `ping` is carried out before `initialize`.
 */
export class SessionTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage, extra?: unknown) => void;
  #isInitialized = false;

  /** @param lines sends and receives the messages */
  constructor(private readonly lines: Transport) {}

  start(): Promise<void> {
    this.lines.onclose = () => this.onclose?.();
    this.lines.onerror = (error: Error) => this.#answerUnreadable(error);
    this.lines.onmessage = (message: JSONRPCMessage, extra?: unknown) =>
      this.#receive(message, () => this.onmessage?.(message, extra));
    return this.lines.start();
  }

  send(message: JSONRPCMessage): Promise<void> {
    return this.lines.send(message);
  }

  close(): Promise<void> {
    return this.lines.close();
  }

  #receive(message: JSONRPCMessage, deliver: () => void): void {
    if (isInitializeRequest(message)) this.#isInitialized = true;
    if (isJSONRPCRequest(message)) {
      const { id, method } = message;
      if (!this.#isInitialized && method !== "ping" && method !== "initialize") {
        const reason = `Cannot answer ${method}: the session begins with initialize`;
        return this.#fail(id, ErrorCode.InvalidRequest, reason);
      }
      if (method === "tools/call" && !CallToolRequestSchema.safeParse(message).success) {
        const reason = "Cannot answer tools/call: its params are not { name, arguments? }";
        return this.#fail(id, ErrorCode.InvalidParams, reason);
      }
    }
    deliver();
  }

  /** Such a message has no id that could be answered (JSON-RPC 2.0, section 5). */
  #answerUnreadable(error: Error): void {
    if (error instanceof SyntaxError) {
      this.#fail(null, ErrorCode.ParseError, "Cannot read the message: it is not JSON");
    } else if (error.name === "ZodError") {
      this.#fail(null, ErrorCode.InvalidRequest, "Cannot read the message: it is not of JSON-RPC 2.0");
    } else this.onerror?.(error);
  }

  #fail(id: RequestId | null, code: ErrorCode, message: string): void {
    const answer = { jsonrpc: "2.0", id, error: { code, message } };
    void this.lines.send(answer as JSONRPCMessage);
  }
}
