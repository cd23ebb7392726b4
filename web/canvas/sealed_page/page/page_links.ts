import type { Widget } from "../../../../core/feed/mod.ts";
import { reportLinks } from "../../frame/link_events.ts";
import { takeGetter, takeMethod } from "../../frame/native_members.ts";
import { listDeclaredLinks } from "../../page/declared_links.ts";
import type { ShellLink } from "../card_shell.ts";
import { askByBrowser } from "./ask_by_browser.ts";

/** Taken before it is withheld from widgets. */
const openWindow = globalThis.open.bind(globalThis);

/** The longest address that is asked about, in UTF-16 units: browsers cut the text of a dialog, some at a few thousand. */
const MAX_ADDRESS_LENGTH = 2_000;

/** The links of a page's cards. */
export interface PageLinks {
  /** Reads which links the manifests of widgets declare. Called once, before any widget runs. */
  declare(widgets: readonly Widget[]): Promise<void>;
  /** Passes each link to a listener in place of opening it. */
  passTo(listener: (link: ShellLink) => void): void;
}

/**
 * Opens the links that the reader activates in a tab of their own, after a question. A link that a manifest declares is
 * opened at once if the reader has confirmed its host before. The widgets are in the same document, and may have replaced
 * whatever they can reach: what decides here was taken before, and an address is a text.
 */
export function followLinks(): PageLinks {
  const resolve = takeResolver();
  const has = takeMethod(Set.prototype, "has");
  const add = takeMethod(Set.prototype, "add");
  const declared = new Set<string>();
  const confirmed = new Set<string>();
  let listener: ((link: ShellLink) => void) | null = null;
  const open = (address: string) => void openWindow(address, "_blank", "noopener,noreferrer");
  reportLinks(({ href, widgetId }) => {
    if (listener !== null) return listener({ href, widgetId });
    const link = resolve(href);
    if (link === null || !navigator.userActivation.isActive) return;
    const { address, place } = link;
    if (has(declared, address) && has(confirmed, place)) return open(address);
    askByBrowser(address, () => {
      add(confirmed, place);
      open(address);
    });
  });
  return {
    declare: async (widgets) => {
      for (const href of await listDeclaredLinks(widgets)) {
        const link = resolve(href);
        if (link !== null) add(declared, link.address);
      }
    },
    passTo: (next) => void (listener = next),
  };
}

interface ResolvedLink {
  /** The whole address. */
  readonly address: string;
  /** Its host, or whom it calls or writes to. */
  readonly place: string;
}

/**
 * Resolves what a question can show: a longer address would be cut, and a name of a user before the host be taken for the
 * host.
 */
function takeResolver(): (href: string) => ResolvedLink | null {
  const { URL } = globalThis;
  const readAddress = takeGetter(URL.prototype, "href");
  const readProtocol = takeGetter(URL.prototype, "protocol");
  const readHost = takeGetter(URL.prototype, "host");
  const readPath = takeGetter(URL.prototype, "pathname");
  const readUser = takeGetter(URL.prototype, "username");
  const readPassword = takeGetter(URL.prototype, "password");
  return (href) => {
    let url;
    try {
      url = new URL(href, location.href);
    } catch {
      return null;
    }
    const protocol = readProtocol(url);
    const isWeb = protocol === "https:" || protocol === "http:";
    if (!isWeb && protocol !== "mailto:" && protocol !== "tel:") return null;
    const address = readAddress(url);
    if (address.length > MAX_ADDRESS_LENGTH || readUser(url) !== "" || readPassword(url) !== "") return null;
    return { address, place: `${protocol}//${isWeb ? readHost(url) : readPath(url)}` };
  };
}
