import type { WidgetSize } from "@tck/kit";
import type { WidgetManifest } from "../../../core/manifest/mod.ts";
import type { LiveWidget, PublicBundle } from "../../protocol.ts";
import type { UrlState } from "../state/url_state.ts";

/** How a compared card is shown. A field that is absent is as on the Stage. */
export interface CardVariant {
  readonly theme?: UrlState["theme"];
  readonly size?: WidgetSize;
  readonly languages?: readonly string[];
  /** Null for the default state. */
  readonly state?: string | null;
  /** The name of a live widget, or the id of a bundle. */
  readonly widget?: string;
}

/** One card that can be compared. */
export interface CompareChoice {
  /** In the address. */
  readonly id: string;
  readonly label: string;
  readonly variant: CardVariant;
}

export interface CompareSubject {
  /** Its label in the picker. */
  readonly name: string;
  /** The name of a live widget, or the id of a bundle. */
  readonly widget: string;
  readonly manifest: WidgetManifest;
}

/** How many cards are side by side. */
export const MIN_CARDS = 2;
export const MAX_CARDS = 6;

/** All that can be compared of a widget. */
export function listChoices(
  axis: UrlState["compare"],
  subject: CompareSubject,
  versions: { readonly live: readonly LiveWidget[]; readonly bundles: readonly PublicBundle[] },
): CompareChoice[] {
  const { sizes, languages = [], states = {} } = subject.manifest;
  switch (axis) {
    case "themes":
      return [
        { id: "light", label: "Light", variant: { theme: "light" } },
        { id: "dark", label: "Dark", variant: { theme: "dark" } },
      ];
    case "sizes":
      return sizes.map((size) => ({ id: size, label: size, variant: { size } }));
    case "languages":
      return languages.map((language) => ({
        id: language,
        label: language,
        variant: { languages: [language] },
      }));
    case "states":
      return [null, ...Object.keys(states)].map((state) => ({
        // An equals sign keeps a state of the name "" apart.
        id: state === null ? "" : `=${state}`,
        label: state ?? "default",
        variant: { state },
      }));
    case "versions":
      return listVersions(subject, versions);
  }
}

/** The widget in the sources and the bundles with its name or manifest id. */
function listVersions(
  { name, manifest }: CompareSubject,
  { live, bundles }: Parameters<typeof listChoices>[2],
): CompareChoice[] {
  const sources = live.filter((widget) => widget.name === name)
    .map((widget) => ({ id: widget.name, label: "Sources", variant: { widget: widget.name } }));
  const built = bundles.filter((bundle) => bundle.label === name || bundle.manifest.id === manifest.id)
    .map(({ id, label, relPath, source }) => ({
      id,
      label: `${relPath ?? label} (${source})`,
      variant: { widget: id },
    }));
  return [...sources, ...built];
}

/**
 * The choices that the address names, in the order of all.
 *
 * @param text a JSON list of ids, or null for the first choices
 * @returns null when the text does not name from {@link MIN_CARDS} to {@link MAX_CARDS} of the choices
 */
export function chooseCompared(
  choices: readonly CompareChoice[],
  text: string | null,
): readonly CompareChoice[] | null {
  if (text === null) return choices.slice(0, MAX_CARDS);
  const ids = readIds(text);
  const chosen = choices.filter(({ id }) => ids.includes(id));
  const isWhole = chosen.length === ids.length;
  return isWhole && chosen.length >= MIN_CARDS && chosen.length <= MAX_CARDS ? chosen : null;
}

/** The text for the address; null for the choices without one. */
export function writeCompared(choices: readonly CompareChoice[], ids: readonly string[]): string | null {
  const first = choices.slice(0, MAX_CARDS).map(({ id }) => id);
  return JSON.stringify(ids) === JSON.stringify(first) ? null : JSON.stringify(ids);
}

function readIds(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
