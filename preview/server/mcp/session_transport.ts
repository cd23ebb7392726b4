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

/** The version that a request can name itself. */
const NAMED_VERSION = "2026-07-28";

/** What is wrong with a request. */
interface Fault {
  readonly code: ProtocolErrorCode;
  readonly message: string;
  readonly data?: object;
}

/**
 * Adds to a transport what the protocol asks of a session and the SDK's server does not do: a line that is not JSON-RPC
 * is answered with an error, so is a call without a tool, and a request that names an unknown version. Nothing but `ping` is carried out before `initialize`, unless
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
    else this.#fail((message as JSONRPCRequest).id, fault);
  }

  #findFault(request: JSONRPCRequest): Fault | null {
    const { method, params } = request;
    const version = params?._meta?.[PROTOCOL_VERSION_META_KEY];
    if (!this.#isInitialized && version === undefined && method !== "ping" && method !== "initialize") {
      const message = `Cannot answer ${method}: the session begins with initialize`;
      return { code: ProtocolErrorCode.InvalidRequest, message };
    }
    // The SDK looks at the version of the first request only.
    if (typeof version === "string" && version !== NAMED_VERSION) {
      const message = `Unsupported protocol version: ${version.slice(0, 40)}`;
      const data = { supported: [NAMED_VERSION], requested: version };
      return { code: ProtocolErrorCode.UnsupportedProtocolVersion, message, data };
    }
    if (method === "tools/call" && !isSpecType.CallToolRequest(request)) {
      const message = "Cannot answer tools/call: its params are not { name, arguments? }";
      return { code: ProtocolErrorCode.InvalidParams, message };
    }
    return null;
  }

  /** Such a message has no id that could be answered (JSON-RPC 2.0, section 5). */
  #answerUnreadable(text: string): void {
    try {
      JSON.parse(text);
    } catch {
      this.#fail(null, {
        code: ProtocolErrorCode.ParseError,
        message: "Cannot read the message: it is not JSON",
      });
    }
  }

  #answerInvalid(error: Error): void {
    if (error.name !== "ZodError") return this.onerror?.(error);
    const message = "Cannot read the message: it is not of JSON-RPC 2.0";
    this.#fail(null, { code: ProtocolErrorCode.InvalidRequest, message });
  }

  #fail(id: RequestId | null, error: Fault): void {
    const answer = { jsonrpc: "2.0", id, error };
    void this.lines.send(answer as JSONRPCMessage);
  }
}
