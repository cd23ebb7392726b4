import assert from "node:assert/strict";
import { defineManifest, defineWidget, type WidgetContext } from "@tck/kit";

const minimal = { id: "weather", cardType: "feed", sizes: ["fill-auto" as const] };

Deno.test("defineManifest returns the very object that it was given", () => {
  assert.equal(defineManifest(minimal), minimal);
});

Deno.test("defineWidget returns the component itself, which carries the manifest", () => {
  const manifest = defineManifest(minimal);
  const component = () => "sunny";
  const widget = defineWidget({ manifest, component });
  assert.equal(widget, component);
  assert.equal(widget.manifest, manifest);
  assert.equal(widget(), "sunny");
});

Deno.test("a right manifest of every field passes the compiler", () => {
  defineManifest<{ degrees: number }>({
    ...minimal,
    title: { en: "Weather", de: "Wetter" },
    description: "The weather of the day",
    languages: ["en", "de"],
    slots: { actions: [{ id: "open", label: "Open", href: "/weather" }], updatedAt: null },
    defaultState: { degrees: 12 },
    states: { frost: { degrees: -5 } },
    schemaVersion: 1,
  });
});

Deno.test("a wrong manifest is a type error", () => {
  // @ts-expect-error the id is missing
  defineManifest({ cardType: "feed", sizes: ["fill-auto"] });
  // @ts-expect-error 3x3 is no size
  defineManifest({ ...minimal, sizes: ["3x3"] });
  // @ts-expect-error the field is called title
  defineManifest({ id: "weather", cardType: "feed", sizes: ["fill-auto"], titel: "Weather" });
  // @ts-expect-error there is only version 1 of a state's shape
  defineManifest({ ...minimal, schemaVersion: 2 });
  // @ts-expect-error a state is JSON, and a function is not
  defineManifest({ ...minimal, defaultState: { update: () => {} } });
  // @ts-expect-error the state does not have the declared shape
  defineManifest<{ degrees: number }>({ ...minimal, defaultState: { degrees: "12" } });
  // @ts-expect-error nor does a named one
  defineManifest<{ degrees: number }>({ ...minimal, states: { frost: {} } });
});

Deno.test("a component that wants props is a type error", () => {
  // @ts-expect-error a widget is rendered without props
  defineWidget({ manifest: minimal, component: ({ city }: { city: string }) => city });
});

Deno.test("to write, or to talk to an agent, is a type error", () => {
  const use = (context: WidgetContext) => {
    // @ts-expect-error there is never an agent
    context.agent.send("hello");
    // @ts-expect-error the theme is the page's
    context.theme = "dark";
  };
  assert.equal(typeof use, "function");
});
