/**
 * The types of `defineManifest`, `useWidgetState` and `useText`, for `define_test.ts`, which checks this file: with the comments
 * that expect an error, and without them.
 */
import {
  defineManifest,
  type TextTable,
  useText,
  useWidgetState,
  type WidgetComponent,
  type WidgetContext,
} from "@tck/kit";

const minimal = { id: "weather", cardType: "feed" as const, sizes: ["fill-auto" as const] };

interface Weather {
  degrees: number;
  city?: string;
  days: { name: string; range: [number, number] }[];
}

/** A state's type can be an interface, with optional keys and lists. */
export function readDeclaredState(): Weather {
  const manifest = defineManifest<Weather>({
    ...minimal,
    defaultState: { degrees: 12, days: [] },
    states: { city: { degrees: 3, city: "Oslo", days: [{ name: "Monday", range: [1, 5] }] } },
    slots: { actions: [{ id: "open", label: "Open", when: "!city" }] },
  });
  const weather: Weather = useWidgetState(manifest);
  // @ts-expect-error the city may be missing
  weather.city.length;
  return weather;
}

/** The state has the type that the manifest's default state has. */
export function readInferredState(): unknown {
  const manifest = defineManifest({
    ...minimal,
    defaultState: { degrees: 12, days: ["Monday"], note: null },
    states: { frost: { degrees: -5, days: [], note: null } },
  });
  const degrees: number = useWidgetState(manifest).degrees;
  const [day = ""]: string[] = useWidgetState(manifest).days;
  // @ts-expect-error it is a number
  const text: string = useWidgetState(manifest).degrees;
  // @ts-expect-error there is no such key
  useWidgetState(manifest).degres;
  return [degrees, day, text];
}

/** An invalid manifest is a type error. */
export function defineInvalidManifests(): void {
  // @ts-expect-error the id is missing
  defineManifest({ cardType: "feed", sizes: ["fill-auto"] });
  // @ts-expect-error 3x3 is not a size
  defineManifest({ ...minimal, sizes: ["3x3"] });
  // @ts-expect-error feeed is not a type of cards
  defineManifest({ ...minimal, cardType: "feeed" });
  // @ts-expect-error the field is called title
  defineManifest({ id: "weather", cardType: "feed", sizes: ["fill-auto"], titel: "Weather" });
  // @ts-expect-error the field is called states
  defineManifest({ ...minimal, stats: { frost: {} } });
  // @ts-expect-error the only schema version is 1
  defineManifest({ ...minimal, schemaVersion: 2 });
  // @ts-expect-error an action's link is called href
  defineManifest({ ...minimal, slots: { actions: [{ id: "open", label: "Open", herf: "/" }] } });
}

/** A state that is not JSON is a type error. */
export function defineOtherStates(): void {
  // @ts-expect-error a function
  defineManifest({ ...minimal, defaultState: { update: () => {} } });
  // @ts-expect-error a date, which JSON makes a text
  defineManifest({ ...minimal, defaultState: { at: new Date(0) } });
  // @ts-expect-error a date in a type
  defineManifest<{ day: { at: Date } }>({ ...minimal });
}

/** A state without the declared shape is a type error. */
export function defineOtherShapes(): void {
  // @ts-expect-error another type
  defineManifest<{ degrees: number }>({ ...minimal, defaultState: { degrees: "12" } });
  // @ts-expect-error a missing key
  defineManifest<{ degrees: number }>({ ...minimal, states: { frost: {} } });
  // @ts-expect-error a key too many
  defineManifest<{ degrees: number }>({ ...minimal, defaultState: { degrees: 12, wind: 3 } });
  // @ts-expect-error a misspelt key of a named state
  defineManifest({ ...minimal, defaultState: { degrees: 12 }, states: { frost: { degres: -5 } } });
  const days = [{ name: "", range: [0, 1] as [number, number] }];
  // @ts-expect-error a list in place of a number
  defineManifest<Weather>({ ...minimal, defaultState: { degrees: days, days } });
  const slots = { actions: [{ id: "open", label: "Open", when: "wind" as const }] };
  // @ts-expect-error the action depends on no key of the state
  defineManifest({ ...minimal, defaultState: { degrees: 12 }, slots });
}

/** A component with required props is a type error. */
// @ts-expect-error a widget is rendered without props
export const component: WidgetComponent = ({ city }: { city: string }): string => city;

/** Writing to the context and calling an agent are type errors. */
export function changeContext(context: WidgetContext): void {
  // @ts-expect-error the agent is always null
  context.agent.send("hello");
  // @ts-expect-error the context is read-only
  context.theme = "dark";
}

/** Each language of a table has every text. */
export function readTexts(table: TextTable<{ high: string }>): unknown {
  const texts = useText({ en: { high: "High", low: "Low" }, de: { high: "Hoch", low: "Tief" } });
  const low: string = texts.low;
  const word: string = useText({ en: "High", de: "Hoch" });
  const optional = useText<{ high: string; note?: string }>({
    en: { high: "High", note: "now" },
    de: { high: "Hoch" },
  });
  const timed = useText({
    en: { high: (at: string) => `High at ${at}` },
    de: { high: (at: string) => `Um ${at}` },
  });
  // @ts-expect-error the German text is missing
  useText({ en: { high: "High", low: "Low" }, de: { high: "Hoch" } });
  // @ts-expect-error the English text is missing
  useText({ en: { high: "High" }, de: { high: "Hoch", low: "Tief" } });
  return [low, word, optional.note, timed.high("10:30"), useText(table).high];
}
