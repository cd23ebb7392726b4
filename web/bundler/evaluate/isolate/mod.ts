/** How an isolate exchanges lines with what has started it. */
export { CHANNEL, type Channel } from "./channel.ts";
