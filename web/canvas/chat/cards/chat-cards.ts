/**
 * The script of the frame with the cards of a chat, after that of a page of one file: it shows what the view sends.
 *
 * @module
 */
import { reportContentHeight } from "../../frame/content_height.ts";
import { takeGetter } from "../../frame/native_members.ts";
import { connectView, followRoom } from "../../frame/view_connection.ts";
import { CARD_SHELL, type CardShell, type SealedCard } from "../../sealed_page/card_shell.ts";
import type { ChatLook, LoadedCard, ViewMessage } from "../messages.ts";
import type { JsonObject } from "../../../../core/manifest/mod.ts";
import { readTckb } from "../../../../core/tckb/mod.ts";

connectView((send) => {
  const shell = takeShell();
  leaveRoomToHost();
  followRoom();
  const content = reportContentHeight((height) => send({ type: "resize", height }));
  reportUse((type) => send({ type }));
  shell.onLink((href, isChosen) => send({ type: "open", href, isChosen }));
  let shown: Extract<ViewMessage, { type: "show" }>["cards"] = [];
  return async (message) => {
    if (message.type === "focus-link") return shell.focusLink();
    if (message.type === "show") shown = message.cards;
    else if (!applyLook(shell, message.look) || shown.length === 0) return;
    content.expectGrowth();
    const events = await shell.show(await Promise.all(shown.map(prepareCard)));
    content.measure();
    send({ type: "shown", failed: events.filter(({ state }) => state === "failed").length });
  };
});

function takeShell(): CardShell {
  const shell: CardShell = Reflect.get(globalThis, CARD_SHELL);
  Reflect.deleteProperty(globalThis, CARD_SHELL);
  return shell;
}

/**
 * Reports when the reader presses something in this document, also by a screen reader, and when it gets the focus and loses
 * it. No widget has a listener before these.
 */
function reportUse(report: (type: "press" | "focus" | "blur") => void): void {
  const readTarget = takeGetter(Event.prototype, "target");
  const listen = (type: string, listener: (event: Event) => void) =>
    globalThis.addEventListener(type, listener, { capture: true, passive: true });
  for (const type of ["focus", "blur"] as const) {
    listen(type, (event) => void (event.isTrusted && readTarget(event) === globalThis && report(type)));
  }
  // A touch that scrolls has neither. A card can prevent the first, and a screen reader makes no other.
  for (const type of ["mousedown", "pointerup"]) {
    listen(type, ({ isTrusted }) => void (isTrusted && report("press")));
  }
}

/** The host draws the background, and leaves room around the view. */
function leaveRoomToHost(): void {
  document.body.style.background = "transparent";
  document.querySelector<HTMLElement>(".sealed-page")!.style.padding = "0";
}

/** Applies a look. Returns whether the cards have to be shown again. */
function applyLook(
  shell: CardShell,
  { theme, locale, timeZone, windowHeight, tokens = {} }: ChatLook,
): boolean {
  if (windowHeight !== undefined) followRoom(windowHeight);
  const { style } = document.documentElement;
  for (const [name, value] of Object.entries(tokens)) style.setProperty(name, value);
  if (theme !== undefined) shell.setTheme(theme);
  if (locale === undefined && timeZone === undefined) return false;
  shell.setReader({
    ...(locale === undefined ? {} : { locales: [locale] }),
    ...(timeZone === undefined ? {} : { timeZone }),
  });
  return true;
}

/** A card with the manifest of its envelope, in the state and size that were chosen. */
async function prepareCard({ widget, hash, size, state, envelope }: LoadedCard): Promise<SealedCard> {
  const declared = await readManifest(hash, envelope);
  const manifest = {
    ...declared,
    ...(size === null ? {} : { sizes: [size] }),
    ...(state === null ? {} : { defaultState: readState(declared, state) }),
  };
  const bundle = { hash, size: envelope?.byteLength ?? 0 };
  return { widget: { id: widget, manifest, bundle }, envelope };
}

/** The page verifies the envelope again, and says what is wrong with it in the card. */
async function readManifest(hash: string, envelope: Uint8Array | null): Promise<JsonObject> {
  const none: JsonObject = { id: "card", cardType: "feed", sizes: ["fill-auto"] };
  if (envelope === null) return none;
  return await readTckb(envelope, { expectedHash: hash, auditRecord: true }).then(
    ({ manifest }) => manifest,
    () => none,
  );
}

function readState({ states }: JsonObject, name: string): JsonObject {
  return (states as { [name: string]: JsonObject } | undefined)?.[name] ?? {};
}
