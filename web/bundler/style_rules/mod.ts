/**
 * What the declarations of a widget's styles contain: colours, and tokens of the host.
 *
 * @module
 */
export { type Declaration, listDeclarations } from "./declarations.ts";
export { explainRawColor, findRawColor } from "./raw_colors.ts";
export { RAW_COLOR_HINT, UNKNOWN_TOKEN_HINT } from "./hints.ts";
export { explainUnknownToken, listOwnTokens, listReadTokens } from "./tokens.ts";
