/**
 * What a widget's styles contain: colours, tokens of the host, and what they ask of their card.
 *
 * @module
 */
export { type Declaration, listDeclarations } from "./declarations.ts";
export { explainUnknownHostPart, listUnknownHostParts } from "./host_selectors.ts";
export { explainRawColor, findRawColor } from "./raw_colors.ts";
export { HOST_PART_HINT, RAW_COLOR_HINT, UNKNOWN_TOKEN_HINT } from "./hints.ts";
export { explainUnknownToken, listOwnTokens, listReadTokens } from "./tokens.ts";
