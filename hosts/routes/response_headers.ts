/** The headers of every response: browsers do not guess its type, and no page of another origin may load it. */
export const ISOLATION_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Resource-Policy": "same-origin",
} as const;
