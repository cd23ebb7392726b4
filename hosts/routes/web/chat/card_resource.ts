/** The constants of MCP Apps, 2026-01-26. */

/** The media type of a view that a chat shows in a frame. */
export const VIEW_TYPE = "text/html;profile=mcp-app";

/** The view of cards. It is the same for everyone: the host gives it the result of a tool, and it asks for the bundles. */
export const VIEW_URI = "ui://tckb/card";

/** The extension of the protocol. */
export const VIEW_EXTENSION = "io.modelcontextprotocol/ui";

/** The metadata of a tool whose result the view shows. Hosts of earlier versions read the second name. */
export const SHOWN_BY_VIEW = {
  "ui": { resourceUri: VIEW_URI, visibility: ["model", "app"] },
  "ui/resourceUri": VIEW_URI,
} as const;

/** The metadata of a tool that only the view calls. */
export const CALLED_BY_VIEW = { ui: { visibility: ["app"] } } as const;
