/**
 * The script of the view that a chat shows (MCP Apps, 2026-01-26): it speaks with the host, reads the bundles by the host,
 * and shows the cards in a frame of their own. It runs no widget.
 *
 * @module
 */
import { VERSION } from "../../../../core/contract/mod.ts";
import { takeParts } from "../view_parts.ts";
import { ChatHost } from "./chat_host.ts";
import { ChatView } from "./chat_view.ts";

/** How long a host may take to answer the first request, in milliseconds. */
const START_TIMEOUT_MS = 10_000;

void startView();

async function startView(): Promise<void> {
  applyPolicy();
  const host = new ChatHost(parent, {
    onNotification: (method, params) => view.receive(method, params),
    onTeardown: () => view.end(),
  });
  const view = new ChatView(host, takeParts());
  try {
    const started = await host.request("ui/initialize", {
      protocolVersion: "2026-01-26",
      appInfo: { name: "tckb", version: VERSION },
      appCapabilities: { availableDisplayModes: ["inline", "fullscreen"] },
    }, START_TIMEOUT_MS);
    view.start(started);
    host.notify("ui/notifications/initialized");
  } catch {
    view.failSilent();
  }
}

/**
 * A host may put the document into the body of its own, where browsers ignore a policy. The frame with the cards, which is
 * made later, inherits it from the head.
 */
function applyPolicy(): void {
  const policy = document.body.querySelector('meta[http-equiv="Content-Security-Policy"]');
  if (policy !== null) document.head.append(policy);
}
