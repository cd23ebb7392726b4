import type { WidgetSize } from "../contract/mod.ts";

/** Any JSON value. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** A JSON object. */
export type JsonObject = { [key: string]: JsonValue };

/** One text for all languages, or one per BCP 47 language tag. */
export type LocalizedText = string | { [languageTag: string]: string };

/** A button or link that the host draws for the widget. */
export interface SlotAction {
  /** Identifies the action among the widget's actions. */
  id: string;
  /** What the button says. */
  label: LocalizedText;
  /** Where the link leads: `https:` or a path of the app. */
  href?: string;
  /** At most one action of a widget is primary; the default is secondary. */
  variant?: "primary" | "secondary";
  /** A CSS colour for a primary action; ignored on a secondary one. */
  color?: string;
}

/** What a widget declares for the host to draw around it (preview specification, §2). */
export interface ManifestSlots {
  /** The widget's own actions, in order. */
  actions?: SlotAction[];
  /** When the content was last updated: an RFC 3339 timestamp, with the label to show instead of the formatted time. */
  updatedAt?: { timestamp: string; label?: string } | null;
}

/**
 * What a widget says about itself in `manifest.json` (lifecycle specification, §2; the fields beyond `id`, `sizes`,
 * `cardType` and `defaultState` are this project's). Unknown fields are kept.
 */
export interface WidgetManifest {
  /** The author's name for the widget: letters, digits, `.`, `_`, `-`; 1 to 128 characters. */
  id: string;
  /** The card's accessible name. */
  title?: LocalizedText;
  /** One or two sentences on what the widget shows. */
  description?: LocalizedText;
  /** `feed`, or another type, which is treated as `grid`. */
  cardType: string;
  /** The footprints it is designed for, at least one, the preferred one first. */
  sizes: WidgetSize[];
  /** The BCP 47 tags of the languages it speaks. */
  languages?: string[];
  /** What the host draws around it. */
  slots?: ManifestSlots;
  /** Named states, for preview and tests. */
  states?: { [name: string]: JsonObject };
  /** The state that the widget reads when nothing else is given. */
  defaultState?: JsonObject;
  /** Version of the state's shape: only 1 exists. */
  schemaVersion?: 1;
}
