/** Cards of a feed as a document without scripts, which is shown until the cards themselves are there (decision 089). */
export {
  type CardContent,
  type CardSource,
  PAINT_LIMITS,
  type PaintLimits,
  SERVING_THREAD_PAINT_LIMITS,
  writeCard,
} from "./card_content.ts";
export { type PaintDocument, type PaintedCard, type PaintSettings, renderPaint } from "./paint_document.ts";
export { type FeedPart, splitFeed } from "./feed_parts.ts";
export type { CardReader } from "./fill_times.ts";
