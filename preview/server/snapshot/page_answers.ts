/**
 * What a page answers. A widget runs in the page and can replace whatever answers, so that everything is checked, cut and
 * freed of control characters here, before it is used.
 */
import * as v from "valibot";
import { escapeControls } from "../../../core/errors/mod.ts";
import type { CardLayout, PageElement, ShownCard } from "../../shots.ts";
import type { AccessibilityViolation } from "./report.ts";

/** The longest message, in UTF-16 units. */
export const MAX_MESSAGE = 2_000;

const MAX_STACK = 20_000;
const MAX_SIDE = 32_000;

/** What a page says, as a text of several lines at most. */
export function readMessage(message: string): string {
  return escapeControls(message.slice(0, MAX_MESSAGE), "\n");
}

const text = v.pipe(v.string(), v.transform(readMessage));
const number = v.pipe(v.number(), v.finite());
const list = <Item extends v.GenericSchema>(item: Item, most: number) =>
  v.pipe(
    v.array(v.unknown()),
    v.transform((items) => items.slice(0, most)),
    v.array(item),
  );
const stack = v.pipe(v.string(), v.transform((stack) => stack.slice(0, MAX_STACK)));

const element = v.object({
  selector: text,
  text,
  components: list(text, 20),
  stacks: list(stack, 20),
});

const overflow = v.object({ x: number, y: number });

const layout = v.object({
  faults: list(
    v.object({
      rule: v.picklist([
        "text.cut",
        "text.overlap",
        "value.broken",
        "word.broken",
        "card.overflow",
        "element.no_size",
        "card.bare",
        "block.dropped",
        "header.dropped",
        "item.dropped",
        "detail.dropped",
        "card.empty",
      ]),
      message: text,
      element: v.nullable(element),
      pixels: v.optional(number),
    }),
    200,
  ),
  overflow: v.nullable(overflow),
});

const side = v.pipe(number, v.minValue(0), v.maxValue(MAX_SIDE * 100));

const shownCard = v.object({
  mountMs: number,
  box: v.object({
    x: side,
    y: side,
    width: v.pipe(side, v.maxValue(MAX_SIDE)),
    height: v.pipe(side, v.maxValue(MAX_SIDE)),
  }),
});

const violation = v.object({
  rule: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,60}$/)),
  impact: v.picklist(["minor", "moderate", "serious", "critical"]),
  help: text,
  helpUrl: v.pipe(v.string(), v.regex(/^https:\/\/dequeuniversity\.com\/[\w./?&=-]{1,200}$/)),
  nodes: list(
    v.object({ target: text, html: text, summary: text, element: v.nullable(element) }),
    10,
  ),
});

/** Reads what was answered for each card. @throws {Error} when the answer is not of that form */
type ReadAnswer<Answer> = (answer: unknown, cards: number) => readonly Answer[];

function answers<Answer>(schema: v.GenericSchema<unknown, Answer>): ReadAnswer<Answer> {
  return (answer, cards) => v.parse(v.pipe(v.array(schema), v.length(cards)), answer);
}

export const readShown: ReadAnswer<ShownCard> = answers(shownCard);

export const readLayouts: ReadAnswer<CardLayout | null> = answers(v.nullable(layout));

export const readCardErrors: ReadAnswer<string | null> = answers(v.nullable(text));

/** The violations of axe's rules. */
export const readViolations: ReadAnswer<readonly AccessibilityViolation<PageElement>[]> = answers(
  list(violation, 200),
);

export const readTexts: ReadAnswer<string | null> = answers(v.nullable(v.string()));
