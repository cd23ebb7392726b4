import { reportContentHeight } from "../../frame/content_height.ts";
import { connectView, followRoom } from "../../frame/view_connection.ts";
import type { PageLinks } from "./page_links.ts";

/** Connects the page with the file that has it in a frame. Resolves when the reader's window is known, before any widget runs. */
export function joinFile(links: PageLinks): Promise<void> {
  const joined = Promise.withResolvers<void>();
  connectView((send) => {
    reportContentHeight((height) => send({ type: "resize", height }));
    links.passTo((href, isChosen) => send({ type: "open", href, isChosen }));
    return (message) => {
      if (message.type === "focus-link") return links.focusLast();
      if (message.type === "look") followRoom(message.look.windowHeight);
      joined.resolve();
    };
  });
  return joined.promise;
}
