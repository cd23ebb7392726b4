/** What every answer carries: its type is not guessed, and no page of another origin may load it. */
export const ISOLATION_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Resource-Policy": "same-origin",
} as const;
