/**
 * The preview as a server of the Model Context Protocol.
 *
 * @module
 */
export * from "./serve_mcp.ts";
