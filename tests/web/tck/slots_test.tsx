import assert from "node:assert/strict";
import {
  ActionButton,
  ReadOnlySurfaceError,
  type ResolvedSlots,
  useAction,
  useSlots,
  type WidgetContext,
  WidgetKitError,
} from "@tck/kit";
import { renderWidget } from "./widget_rendering.tsx";

const slots: ResolvedSlots = {
  actions: [
    { id: "open", label: { en: "Open", de: "Öffnen" }, href: "/open", variant: "primary", color: "teal" },
    { id: "done", label: "Done", variant: "secondary" },
  ],
  updatedAt: { timestamp: "2026-03-04T05:00:00Z" },
};

function use<Value>(hook: () => Value, context: Partial<WidgetContext> = { slots }): Value {
  let value: Value | undefined;
  const Widget = () => {
    value = hook();
    return null;
  };
  renderWidget(<Widget />, context);
  return value!;
}

Deno.test("useSlots returns the slots that the host resolved", () => {
  assert.equal(use(useSlots), slots);
});

Deno.test("useAction returns the action with its label in the card's language", () => {
  const label = (locale: string, label = slots.actions[0]!.label) =>
    use(() => useAction("a"), {
      locale,
      slots: { actions: [{ id: "a", label, variant: "secondary" }], updatedAt: null },
    })!.label;
  assert.equal(label("de"), "Öffnen");
  assert.equal(label("de-AT"), "Öffnen");
  assert.equal(label("fr"), "Open");
  assert.equal(label("pt-BR", { "pt": "Abrir", "pt-BR": "Abra" }), "Abra");
  assert.equal(label("de-CH", { "en": "Open", "de-AT": "Aufmachen" }), "Aufmachen");
  assert.equal(label("fr", { pl: "Otwórz" }), "Otwórz");
  assert.equal(label("fr", {}), "");
  const { href, variant, color } = use(() => useAction("open"))!;
  assert.deepEqual({ href, variant, color }, { href: "/open", variant: "primary", color: "teal" });
});

Deno.test("running an action throws an error with the action and the widget in its message", () => {
  const action = use(() => useAction("done"))!;
  assert.equal(action.href, null);
  assert.throws(() => action.run(), (error) => {
    assert.ok(error instanceof ReadOnlySurfaceError);
    assert.equal(error.code, "surface.read_only");
    assert.match(error.message, /^Cannot run action "done" of widget "w_1": its surface is read-only/);
    return true;
  });
});

Deno.test("an undeclared action throws an error that lists the declared ones", () => {
  const manifest = {
    id: "weather",
    cardType: "feed",
    sizes: ["2x1" as const],
    slots: { actions: [{ id: "open", label: "Open" }] },
  };
  const none: ResolvedSlots = { actions: [], updatedAt: null };
  assert.throws(() => use(() => useAction("opne"), { manifest, slots: none }), (error) => {
    assert.ok(error instanceof WidgetKitError);
    assert.equal(error.code, "action.unknown");
    assert.equal(
      error.message,
      'Cannot find action "opne": the manifest declares "open" under slots.actions',
    );
    return true;
  });
  assert.throws(() => use(() => useAction("open"), { slots: none }), /declares none under slots\.actions/);
  assert.equal(use(() => useAction("open"), { manifest, slots: none }), null);
});

Deno.test("an ActionButton is a link, and is not drawn for an action without a link", () => {
  assert.equal(
    renderWidget(<ActionButton action="open" />, { slots, locale: "de" }),
    '<a class="kit-button" data-action="open" data-variant="primary" href="/open" style="--kit-action:teal">Öffnen</a>',
  );
  assert.equal(renderWidget(<ActionButton action="done" />, { slots }), "");
});
