import "./zod_config.ts";
import {
  AppBridge,
  type McpUiHostContext,
  PostMessageTransport,
} from "@modelcontextprotocol/ext-apps/app-bridge";
import { VERSION } from "../../../core/contract/mod.ts";
import { answerTool, answerWith, type ChatCard } from "./chat_tools.ts";

/** The reader, and how the chat looks. */
export interface ChatContext {
  readonly theme: "light" | "dark";
  /** A language tag. */
  readonly locale: string;
  /** The width of the card, in CSS pixels. */
  readonly width: number;
  /** The height of the preview's window, in CSS pixels. */
  readonly windowHeight: number;
}

interface ChatHostHandlers {
  /** Called with the height of the view, in CSS pixels, after each change. */
  readonly onHeight: (height: number) => void;
  /** Called with the address of a link that the reader has followed. */
  readonly onLink: (url: string) => void;
}

/** The greatest height of a view, in CSS pixels. */
const MAX_HEIGHT = 20_000;

/**
 * A chat that shows one card by MCP Apps, on the protocol's own bridge: it answers the view as the server of the web app does.
 * What the view sends is untrusted: it can set its height, ask for a link, and read the card that it shows.
 */
export class ChatHost {
  readonly #bridge: AppBridge;
  #context: ChatContext;
  #card: ChatCard | null = null;
  #isInitialized = false;

  constructor(context: ChatContext, handlers: ChatHostHandlers) {
    this.#context = context;
    const bridge = new AppBridge(null, HOST, { openLinks: {}, serverTools: {} }, {
      hostContext: describe(context),
    });
    bridge.oninitialized = () => this.#begin();
    bridge.onsizechange = ({ height }) => {
      if (height !== undefined && height >= 0) handlers.onHeight(Math.min(height, MAX_HEIGHT));
    };
    bridge.onopenlink = ({ url }) => {
      if (/^https?:$/.test(URL.parse(url)?.protocol ?? "")) handlers.onLink(url);
      return Promise.resolve({});
    };
    bridge.onrequestdisplaymode = () => Promise.resolve({ mode: "inline" });
    bridge.oncalltool = (call) => Promise.resolve(answerTool(this.#card, call));
    this.#bridge = bridge;
  }

  /** Shows the view in a frame. */
  async open({ contentWindow }: HTMLIFrameElement): Promise<void> {
    await this.#bridge.connect(new PostMessageTransport(contentWindow!, contentWindow!));
  }

  /** Tells the view what has changed of the reader and the look. */
  changeContext(context: ChatContext): void {
    this.#context = context;
    if (this.#isInitialized) this.#bridge.setHostContext(describe(context));
  }

  /** Shows a card in place of the former one. */
  show(card: ChatCard): void {
    this.#card = card;
    if (this.#isInitialized) this.#send(card);
  }

  close(): void {
    this.#isInitialized = false;
    void this.#bridge.close();
  }

  #begin(): void {
    this.#isInitialized = true;
    this.changeContext(this.#context);
    if (this.#card !== null) this.#send(this.#card);
  }

  #send(card: ChatCard): void {
    const { widget, size, state } = card;
    void this.#bridge.sendToolInput({ arguments: { widget, size, state } });
    void this.#bridge.sendToolResult(answerWith(card));
  }
}

const HOST = { name: "tck-preview", version: VERSION };

function describe({ theme, locale, width, windowHeight }: ChatContext): McpUiHostContext {
  return {
    theme,
    locale,
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    displayMode: "inline",
    availableDisplayModes: ["inline"],
    // The page scrolls: a view may be higher than the window.
    containerDimensions: { width, maxHeight: windowHeight },
    platform: "web",
  };
}
