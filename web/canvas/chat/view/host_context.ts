import type { ChatLook } from "../messages.ts";
import { asFields } from "./chat_host.ts";

/** The tokens of the canvas, and the host's variables that take their place. */
const COLOURS: { readonly [token: string]: string } = {
  "--color-surface": "--color-background-primary",
  "--color-surface-raised": "--color-background-secondary",
  "--color-text": "--color-text-primary",
  "--color-text-muted": "--color-text-secondary",
  "--color-border": "--color-border-primary",
};

const OTHERS: { readonly [token: string]: string } = {
  "--font-sans": "--font-sans",
  "--font-mono": "--font-mono",
  "--radius-card": "--border-radius-lg",
  "--radius-control": "--border-radius-md",
};

/** What a value is tried for before it is used. */
const PROPERTIES = { color: "color", font: "font-family", radius: "border-radius" } as const;

/** The longest value of a style that a chat may give, in UTF-16 units. */
const MAX_VALUE_LENGTH = 300;

/** Reads how the chat looks, from a context or a change of it. What is not valid is left out. */
export function readLook(context: unknown): ChatLook {
  const { theme, locale, timeZone, styles, containerDimensions } = asFields(context);
  const { height, maxHeight = height } = asFields(containerDimensions);
  const variables = asFields(styles)["variables"];
  return {
    ...(theme === "light" || theme === "dark" ? { theme } : {}),
    ...(isValid(locale, (tag) => Intl.getCanonicalLocales(tag)) ? { locale } : {}),
    ...(isValid(timeZone, (name) => new Intl.DateTimeFormat("en", { timeZone: name })) ? { timeZone } : {}),
    ...(isHeight(maxHeight) ? { windowHeight: maxHeight } : {}),
    ...(variables === undefined ? {} : { tokens: readTokens(asFields(variables)) }),
  };
}

/** Colours belong together: those of the host are used when it has all of them, since a text needs its background. */
function readTokens(variables: { readonly [name: string]: unknown }): { [token: string]: string } {
  const colours = pick(COLOURS, variables);
  const isComplete = Object.keys(colours).length === Object.keys(COLOURS).length;
  return { ...(isComplete ? colours : {}), ...pick(OTHERS, variables) };
}

function pick(
  names: { readonly [token: string]: string },
  variables: { readonly [name: string]: unknown },
): { [token: string]: string } {
  const values = Object.entries(names).map(([token, name]) => [token, variables[name]] as const);
  return Object.fromEntries(values.filter((entry): entry is [string, string] => isValue(...entry)));
}

/** A valid value that refers to nothing. */
function isValue(token: string, value: unknown): boolean {
  if (typeof value !== "string" || value.length > MAX_VALUE_LENGTH || /(?:var|env|url|attr)\(/i.test(value)) {
    return false;
  }
  const kind = /^--(color|font|radius)-/.exec(token)![1] as keyof typeof PROPERTIES;
  return CSS.supports(PROPERTIES[kind], value);
}

function isHeight(value: unknown): value is number {
  return typeof value === "number" && value > 0 && value < Infinity;
}

function isValid(value: unknown, tryIt: (text: string) => unknown): value is string {
  if (typeof value !== "string") return false;
  try {
    tryIt(value);
    return true;
  } catch {
    return false;
  }
}
