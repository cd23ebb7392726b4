/** The values that several parts of the system must agree on (lifecycle specification, §9). */
export * from "./card_failures.ts";
export * from "./format.ts";
export * from "./frame_assets.ts";
export * from "./specifiers.ts";
export * from "./host_tokens.ts";
export * from "./kinds.ts";
export * from "./kit_version.ts";
export * from "./limits.ts";
export * from "./sizes.ts";
export * from "./stored_application.ts";
export * from "./version.ts";
