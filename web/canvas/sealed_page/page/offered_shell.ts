import { CARD_SHELL, type CardShell, type SealedCard } from "../card_shell.ts";
import type { Pictures } from "../../frame/pictures/pictures.ts";
import type { PageCards } from "../page_content.ts";
import { allowByHash } from "../page_policy.ts";
import type { CardFeed } from "./card_feed.tsx";
import type { PageLinks } from "./page_links.ts";
import type { PageTheme } from "./page_theme.ts";
import { choosePictures } from "./picture_policy.ts";
import type { EnvelopeReader } from "./reader_handover.ts";

interface ShellDependencies {
  readonly read: EnvelopeReader;
  readonly feed: CardFeed;
  readonly links: PageLinks;
  readonly theme: PageTheme;
  readonly pictures: Pictures;
}

/** Offers the page's other scripts to show cards. From the first call on no script runs but those of its cards. */
export function offerShell({ read, feed, links, theme, pictures }: ShellDependencies): void {
  let limiting: Promise<void> | undefined;
  const shownPictures = choosePictures(pictures); // Before there are cards, so that none waits for it.
  const shell: CardShell = {
    async show(cards) {
      Reflect.deleteProperty(globalThis, CARD_SHELL);
      const shown = await readCards(read, cards);
      // Before the first card runs.
      await (limiting ??= limitPage(
        shown.bundles.flatMap((bundle) => "script" in bundle ? bundle.script : []),
        shownPictures,
      ));
      return await feed.show(shown);
    },
    setTheme: (next) => theme.set(next),
    setReader: (reader) => feed.setReader(reader),
    onLink: (listener) => links.passTo(listener),
    focusLink: () => links.focusLast(),
  };
  Object.defineProperty(globalThis, CARD_SHELL, { value: shell, configurable: true });
}

/**
 * Allows no scripts but these, and pictures by one kind of address. The policy stays in effect without its element, and for
 * documents in frames of the page, which would otherwise run scripts of a widget with globals that the page has removed.
 */
async function limitPage(scripts: readonly string[], shownPictures: Promise<string>): Promise<void> {
  const policy = document.createElement("meta");
  policy.httpEquiv = "Content-Security-Policy";
  const source = await allowByHash(scripts) || "'none'";
  policy.content = `script-src ${source}; ${await shownPictures}`;
  document.head.append(policy);
  policy.remove();
}

/** Each bundle is read once. */
async function readCards(read: EnvelopeReader, cards: readonly SealedCard[]): Promise<PageCards> {
  const envelopes = new Map(cards.map(({ widget, envelope }) => [widget.bundle.hash, envelope]));
  const bundles = await Promise.all([...envelopes].map(([hash, envelope]) => read(hash, envelope)));
  return { widgets: cards.map(({ widget }) => widget), bundles };
}
