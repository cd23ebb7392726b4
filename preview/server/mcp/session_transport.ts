import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import {
  isInitializeRequest,
  isJSONRPCRequest,
  isSpecType,
  type JSONRPCMessage,
  type JSONRPCRequest,
  PROTOCOL_VERSION_META_KEY,
  ProtocolErrorCode,
  type RequestId,
  type Transport,
} from "@modelcontextprotocol/server";

/**
 * Adds to a transport what the protocol asks of a session and the SDK's server does not do: a line that is not JSON-RPC
 * is answered with an error, so is a call without a tool. Nothing but `ping` is carried out before `initialize`, unless
 * the request names its version of the protocol itself, as those do since 2026-07-28.
 */
export class SessionTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  #isInitialized = false;
  readonly #closed = Promise.withResolvers<void>();

  /**
   * @param lines sends and receives the messages
   * @param input what it reads: the SDK skips lines that are not JSON, without an answer
   */
  constructor(private readonly lines: Transport, private readonly input: Readable) {}

  /** Fulfils when the input has ended or the session was closed. */
  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  start(): Promise<void> {
    const texts = createInterface({ input: this.input, terminal: false });
    texts.on("line", (text) => this.#answerUnreadable(text));
    this.lines.onclose = () => {
      texts.close();
      this.onclose?.();
      this.#closed.resolve();
    };
    this.lines.onerror = (error: Error) => this.#answerInvalid(error);
    this.lines.onmessage = (message: JSONRPCMessage) => this.#receive(message);
    return this.lines.start();
  }

  send(message: JSONRPCMessage): Promise<void> {
    return this.lines.send(message);
  }

  close(): Promise<void> {
    return this.lines.close();
  }

  #receive(message: JSONRPCMessage): void {
    if (isInitializeRequest(message)) this.#isInitialized = true;
    const fault = isJSONRPCRequest(message) ? this.#findFault(message) : null;
    if (fault === null) this.onmessage?.(message);
    else this.#fail((message as JSONRPCRequest).id, ...fault);
  }

  #findFault(request: JSONRPCRequest): [code: ProtocolErrorCode, message: string] | null {
    const { method, params } = request;
    const isOpen = this.#isInitialized || params?._meta?.[PROTOCOL_VERSION_META_KEY] !== undefined;
    if (!isOpen && method !== "ping" && method !== "initialize") {
      const reason = `Cannot answer ${method}: the session begins with initialize`;
      return [ProtocolErrorCode.InvalidRequest, reason];
    }
    if (method === "tools/call" && !isSpecType.CallToolRequest(request)) {
      const reason = "Cannot answer tools/call: its params are not { name, arguments? }";
      return [ProtocolErrorCode.InvalidParams, reason];
    }
    return null;
  }

  /** Such a message has no id that could be answered (JSON-RPC 2.0, section 5). */
  #answerUnreadable(text: string): void {
    try {
      JSON.parse(text);
    } catch {
      this.#fail(null, ProtocolErrorCode.ParseError, "Cannot read the message: it is not JSON");
    }
  }

  #answerInvalid(error: Error): void {
    if (error.name !== "ZodError") return this.onerror?.(error);
    this.#fail(null, ProtocolErrorCode.InvalidRequest, "Cannot read the message: it is not of JSON-RPC 2.0");
  }

  #fail(id: RequestId | null, code: ProtocolErrorCode, message: string): void {
    const answer = { jsonrpc: "2.0", id, error: { code, message } };
    void this.lines.send(answer as JSONRPCMessage);
  }
}
