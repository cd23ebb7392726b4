/// <reference types="vite/client" />

/** The widgets in the project's sources, provided by the dev server, or by the files of a site. */
declare module "virtual:tck/live-widgets" {
  /** The widgets when the page was loaded. Changes are sent as events. */
  export const liveWidgets: import("../protocol.ts").LiveWidget[];
  /** Whether a page on loopback may show cards in frames of other names of it. */
  export const hasFrameSites: boolean;
  /** Whether the page is one of a site: files without a server behind them. */
  export const isSite: boolean;
  /** Whether a person can accept and reject pictures in the review. */
  export const takesVerdicts: boolean;
}
