/** Base64url, CRC-32, SHA-256, SHA-384, inflation with a limit and the tables of fonts, on web standards. */
export * from "./base64url.ts";
export * from "./crc32.ts";
export * from "./errors.ts";
export { isPlainFont } from "./font_tables.ts";
export { type Inflate, inflate, type Inflated } from "./inflate.ts";
export { readLimitedBody } from "./limited_body.ts";
export * from "./sha2.ts";
