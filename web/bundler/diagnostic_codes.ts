/** Every diagnostic code. A code keeps its meaning: tools and the authoring guide refer to it. */
export const DIAGNOSTIC_CODES = [
  "project.no_widgets",
  "widget.folder_name",
  "widget.duplicate_prefix",
  "widget.missing_source",
  "compile.failed",
  "compile.timeout",
  "source.syntax",
  "import.forbidden",
  "import.unresolved",
  "import.unknown_name",
  "forbidden.storage",
  "forbidden.cookie",
  "forbidden.broadcast_channel",
  "forbidden.persistence_hook",
  "forbidden.dynamic_code",
  "forbidden.computed_global",
  "forbidden.migrations",
  "forbidden.schema_version",
  "feed.blocked",
  "module.early_read",
  "module.failed",
  "module.timeout",
  "manifest.missing",
  "manifest.invalid",
  "manifest.unknown_field",
  "manifest.unknown_card_type",
  "manifest.unknown_state_key",
  "manifest.missing_language",
  "component.missing",
  "component.failed",
  "component.timeout",
  "card.not_drawn",
  "stylesheet.invalid",
  "stylesheet.root_selector",
  "stylesheet.font_face",
  "stylesheet.host_token",
  "stylesheet.page_selector",
  "stylesheet.host_attribute",
  "stylesheet.raw_color",
  "stylesheet.unknown_token",
  "tailwind.missing",
  "tailwind.forbidden",
  "asset.too_large",
  "asset.svg_font",
  "bundle.too_large",
  "bundle.invalid",
  "types.error",
  "types.not_checked",
] as const;

/** The stable name of a problem. */
export type DiagnosticCode = typeof DIAGNOSTIC_CODES[number];

/** What a code says besides its name. */
interface CodeTraits {
  /** The widget works, but not as its author expects. */
  readonly warning?: true;
  /** The widget works as its author expects, but without something that its readers would have. */
  readonly note?: true;
  /** Found in an evaluation, it is no consequence of an error that the check of the sources found before. */
  readonly independent?: true;
  /** The widget fails when it runs: probably because of an error that the check of the types finds. */
  readonly consequence?: true;
  /** An import or a file is left out of the module, which then cannot be evaluated. */
  readonly leavesOut?: true;
  /** Rendering to markup does not depend on it. */
  readonly keepsMarkup?: true;
  /** It is about an import: TypeScript reports it in the same line, at another column. */
  readonly import?: true;
  /** What to do, unless the check that finds it knows better. */
  readonly hint?: string;
}

const TRAITS: { readonly [code in DiagnosticCode]?: CodeTraits } = {
  "source.syntax": { leavesOut: true },
  "import.forbidden": { leavesOut: true, import: true },
  "import.unresolved": {
    leavesOut: true,
    import: true,
    hint: "Check the path's spelling, or add the package to package.json and install it",
  },
  "import.unknown_name": {
    import: true,
    hint: "Check the name's spelling; a type is imported by `import type`",
  },
  "forbidden.storage": {
    hint:
      "A widget keeps nothing: read what it shows by useWidgetState, and hold what only this visit needs in React's useState",
  },
  "forbidden.cookie": {
    hint: "A widget keeps nothing and knows no user: read what it shows by useWidgetState",
  },
  "forbidden.broadcast_channel": {
    hint:
      "A widget talks to no other window: read what it shows by useWidgetState, and share within the widget by React's context",
  },
  "forbidden.persistence_hook": {
    hint: "Read the state by useWidgetState, and hold what only this visit needs in React's useState",
  },
  "forbidden.dynamic_code": {
    hint:
      "All code of a widget is in its bundle: write the code out, give timers a function, and import files by a literal path",
  },
  "forbidden.computed_global": {
    hint: "Write the property's name: `window.innerWidth`, and not `window[name]`",
  },
  "forbidden.migrations": {
    independent: true,
    hint: "A widget keeps no state that could be migrated: remove them",
  },
  "forbidden.schema_version": { independent: true, hint: "Version 1 is the only one: remove the field" },
  "feed.blocked": { warning: true },
  "module.early_read": { warning: true },
  "module.failed": {
    consequence: true,
    hint:
      "A module may only define things while it loads: move what uses the page or the network into the component",
  },
  "module.timeout": {
    consequence: true,
    hint: "A module may only define things while it loads: look for a loop at its top level",
  },
  "manifest.missing": { independent: true, hint: "Add `export const manifest = defineManifest({ … })`" },
  "manifest.invalid": { independent: true, hint: "Correct this field of the manifest" },
  "manifest.unknown_field": {
    warning: true,
    independent: true,
    hint: "Correct the name, or remove the field: hosts ignore it",
  },
  "manifest.unknown_card_type": {
    warning: true,
    independent: true,
    hint: 'Write cardType: "feed" for a card of a feed, or "grid"',
  },
  "manifest.unknown_state_key": {
    warning: true,
    independent: true,
    hint: "Use the same keys in every state",
  },
  "manifest.missing_language": {
    warning: true,
    independent: true,
    hint: "Give the text once for each language that the manifest lists under languages",
  },
  "component.missing": {
    independent: true,
    hint:
      "Add `export default function Name() { … }`; an element, or what `memo` or `forwardRef` returns, is not a function",
  },
  "component.failed": {
    consequence: true,
    hint:
      "Render from the state alone: handle every size, state and language, keep `document` and `window` to effects, " +
      "and portals to when there is a portalTarget",
  },
  "component.timeout": {
    consequence: true,
    hint: "Look for a loop in the component, and for more work than a card needs",
  },
  "card.not_drawn": {
    note: true,
    hint:
      "Show what the state says: write times by useFormat() and without changing its texts, give a chart times without a " +
      "zone, such as 2026-03-04T09:00, and take no other time, time zone or random number. Without markup the card is " +
      "there once its code has run",
  },
  "stylesheet.invalid": { keepsMarkup: true },
  "stylesheet.root_selector": {
    keepsMarkup: true,
    hint: "Style the card by :host, and follow the theme by var(--color-*), light-dark() or useTheme()",
  },
  "stylesheet.font_face": {
    keepsMarkup: true,
    hint: "Import the .woff2 file, and in an effect add new FontFace(name, `url(${file})`) to document.fonts",
  },
  "stylesheet.host_token": {
    keepsMarkup: true,
    hint:
      "Give the property a name of its own, without the prefixes --color-, --font-, --radius-, --shadow-, --space- and --text-",
  },
  "stylesheet.page_selector": { warning: true, hint: "Write :host, which is the card" },
  "stylesheet.host_attribute": { warning: true },
  "stylesheet.raw_color": { warning: true },
  "stylesheet.unknown_token": { warning: true },
  "tailwind.missing": {
    keepsMarkup: true,
    hint: "Install it in the project: pnpm add -D tailwindcss@4 @tailwindcss/oxide@4",
  },
  "tailwind.forbidden": {
    keepsMarkup: true,
    hint:
      'Write @theme, @utility and @custom-variant instead of plugins; name classes by @source inline("…"); take colours ' +
      "from var(--color-*), or define dark: by @custom-variant and useTheme()",
  },
  "asset.too_large": {
    leavesOut: true,
    hint: "Make it smaller, or draw it as SVG: a card loads nothing from the network",
  },
  "asset.svg_font": {
    leavesOut: true,
    hint: "Use a font without SVG glyphs, such as one with the tables COLR and CPAL for its colours",
  },
  "bundle.too_large": { keepsMarkup: true },
  "bundle.invalid": { keepsMarkup: true, hint: "Make the widget's manifest smaller" },
  "types.not_checked": { warning: true },
};

/** Whether a problem leaves its widget valid. A code is always a warning or never. */
export const isWarning: (problem: { code: DiagnosticCode }) => boolean = hasTrait("warning");

/** Whether it is no problem of the widget, but something that its readers do not have. A code is always a note or never. */
export const isNote: (problem: { code: DiagnosticCode }) => boolean = hasTrait("note");

/** Whether a problem is an error: its widget is not valid, or the types of the project are not. */
export function isError(diagnostic: { code: DiagnosticCode }): boolean {
  return !isWarning(diagnostic) && !isNote(diagnostic);
}

/** Returns a function that says whether the code of a problem has a trait. */
export function hasTrait(
  trait: Exclude<keyof CodeTraits, "hint">,
): (problem: { code: DiagnosticCode }) => boolean {
  return ({ code }) => TRAITS[code]?.[trait] === true;
}

/** What to do about a problem of which no more than its code is known. */
export function hintOf(code: DiagnosticCode): string {
  return TRAITS[code]?.hint ?? "Correct the source at this place";
}
