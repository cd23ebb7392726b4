/// <reference types="vite/client" />

/** What the dev server makes of the project's sources. */
declare module "virtual:tck/live-widgets" {
  /** The widgets at the time that the page was loaded; later ones come as an event. */
  export const liveWidgets: import("../protocol.ts").LiveWidget[];
}
