/** What a widget's styles contain: colours, tokens of the host, and what they ask of their card. */
export { listDeclarations } from "./declarations.ts";
export { explainUnknownHostPart, HOST_PART_HINT, listUnknownHostParts } from "./host_selectors.ts";
export { explainRawColor, findRawColor, RAW_COLOR_HINT } from "./raw_colors.ts";
export { explainUnknownToken, listOwnTokens, listReadTokens, UNKNOWN_TOKEN_HINT } from "./tokens.ts";
