import assert from "node:assert/strict";
import { defineManifest, type WidgetComponent, type WidgetContext } from "@tck/kit";

const minimal = { id: "weather", cardType: "feed", sizes: ["fill-auto" as const] };

Deno.test("defineManifest returns its argument", () => {
  assert.equal(defineManifest(minimal), minimal);
});

Deno.test("a valid manifest with every field compiles", () => {
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

Deno.test("an invalid manifest is a type error", () => {
  // @ts-expect-error the id is missing
  defineManifest({ cardType: "feed", sizes: ["fill-auto"] });
  // @ts-expect-error 3x3 is not a size
  defineManifest({ ...minimal, sizes: ["3x3"] });
  // @ts-expect-error the field is called title
  defineManifest({ id: "weather", cardType: "feed", sizes: ["fill-auto"], titel: "Weather" });
  // @ts-expect-error the only schema version is 1
  defineManifest({ ...minimal, schemaVersion: 2 });
  // @ts-expect-error a state is JSON, and a function is not
  defineManifest({ ...minimal, defaultState: { update: () => {} } });
  // @ts-expect-error the state does not have the declared shape
  defineManifest<{ degrees: number }>({ ...minimal, defaultState: { degrees: "12" } });
  // @ts-expect-error a named state does not have it either
  defineManifest<{ degrees: number }>({ ...minimal, states: { frost: {} } });
});

Deno.test("a component with required props is a type error", () => {
  // @ts-expect-error a widget is rendered without props
  const component: WidgetComponent = ({ city }: { city: string }) => city;
  assert.equal(typeof component, "function");
});

Deno.test("writing to the context and calling an agent are type errors", () => {
  const use = (context: WidgetContext) => {
    // @ts-expect-error the agent is always null
    context.agent.send("hello");
    // @ts-expect-error the context is read-only
    context.theme = "dark";
  };
  assert.equal(typeof use, "function");
});
