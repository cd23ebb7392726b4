/** What to do instead of a colour that is the same in both themes. */
export const RAW_COLOR_HINT =
  "Write a token, such as var(--color-accent), or a colour for each theme: light-dark(#1f7a94, #84c6da); set color-scheme " +
  "in the stylesheet where one look is meant for both";

/** What to do instead of asking the card for an attribute that it does not have. */
export const HOST_PART_HINT =
  "The attributes are lang, dir and data-fixed, which a card has in every size but fill-auto; for a size, write " +
  "@container tck-card (width < 200px), and for the theme a token or light-dark()";

/** What to do about a token that does not exist. */
export const UNKNOWN_TOKEN_HINT =
  "Correct the name, set the property in the widget's styles, or give var() a fallback: var(--name, 1rem)";
