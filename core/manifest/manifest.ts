import type { WidgetSize } from "../contract/mod.ts";

/** Any JSON value. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** A JSON object. */
export type JsonObject = { [key: string]: JsonValue };

/** One text for all languages, or one for each BCP 47 language tag. */
export type LocalizedText = string | { [languageTag: string]: string };

/** A button or link that the host draws for the widget. */
export interface SlotAction {
  /** Unique among the widget's actions. */
  id: string;
  /** The button's label. */
  label: LocalizedText;
  /** The link's target: `https:` or a path of the app. */
  href?: string;
  /** At most one action of a widget is primary; the default is secondary. */
  variant?: "primary" | "secondary";
  /** A CSS colour for a primary action; ignored on a secondary one. */
  color?: string;
  /**
   * The key of the state on which the action depends: the action is shown only while its value is there, and is not null,
   * `false`, 0, an empty text, list or object. With `!` before the key, it is shown only while it is not.
   */
  when?: string;
}

/** What the host draws around a widget (preview specification, §2). */
export interface ManifestSlots {
  /** The widget's own actions, in order. */
  actions?: SlotAction[];
  /** When the content was last updated: an RFC 3339 timestamp, and a label to show in place of the formatted time. */
  updatedAt?: { timestamp: string; label?: string } | null;
}

/**
 * The metadata that a widget exports, stored in `manifest.json` (lifecycle specification, §2; the fields beyond `id`,
 * `sizes`, `cardType` and `defaultState` are this project's). Unknown fields are kept.
 */
export interface WidgetManifest {
  /** The author's name for the widget: letters, digits, `.`, `_`, `-`; 1 to 128 characters. */
  id: string;
  /** The card's accessible name. */
  title?: LocalizedText;
  /** One or two sentences about what the widget shows. */
  description?: LocalizedText;
  /** `feed`, or another type, which is treated as `grid`. */
  cardType: string;
  /** The sizes it is designed for, at least one, the preferred one first. */
  sizes: WidgetSize[];
  /** The BCP 47 tags of its languages. */
  languages?: string[];
  /** What the host draws around it. */
  slots?: ManifestSlots;
  /** Named states, for preview and tests. */
  states?: { [name: string]: JsonObject };
  /** The widget's state unless another is given. */
  defaultState?: JsonObject;
  /** Version of the state's structure: only 1 exists. */
  schemaVersion?: 1;
}
