import type { ViteDevServer } from "vite";
import { errorMessage, quote } from "../../../core/errors/mod.ts";

/** The one event of Vite's own that the client of a page sends to this server. */
const INVALIDATE_EVENT = "vite:invalidate";

/**
 * Checks what pages send by the websocket before Vite's listeners get it, and keeps an error of a listener from ending the
 * process: any card can send a message.
 */
export function checkSocketMessages(server: ViteDevServer, report: (message: string) => void): void {
  // Vite has added its listener before.
  server.ws.on("connection", (socket) => {
    const listeners = socket.listeners("message") as ((...message: unknown[]) => void)[];
    socket.removeAllListeners("message");
    socket.on("message", (...message: unknown[]) => {
      if (!isAccepted(String(message[0]))) return;
      try {
        for (const listener of listeners) listener.apply(socket, message);
      } catch (error) {
        report(`Cannot use a message of a page: ${quote(errorMessage(error).slice(0, 300))}`);
      }
    });
  });
}

/** Whether a message is one that its listeners can read. Those of plugins of the project read their own events. */
function isAccepted(text: string): boolean {
  const message = readJson(text) as { event?: unknown; data?: unknown } | null;
  const { event, data } = message ?? {};
  if (typeof event !== "string") return false;
  return event === INVALIDATE_EVENT ? isInvalidation(data) : !event.startsWith("vite:");
}

function isInvalidation(data: unknown): boolean {
  const { path, message = "", firstInvalidatedBy = "" } = (data ?? {}) as { [field: string]: unknown };
  return [path, message, firstInvalidatedBy].every((field) => typeof field === "string");
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
