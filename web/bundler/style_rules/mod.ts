/** What the declarations of a widget's styles contain: colours, and tokens of the host. */
export { type Declaration, listDeclarations } from "./declarations.ts";
export { explainRawColor, findRawColor, RAW_COLOR_HINT } from "./raw_colors.ts";
export { explainUnknownToken, listOwnTokens, listReadTokens, UNKNOWN_TOKEN_HINT } from "./tokens.ts";
