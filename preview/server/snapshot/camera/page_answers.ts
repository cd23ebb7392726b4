/**
 * What a page answers. A widget runs in the page and can replace whatever answers, so that everything is checked, cut and
 * freed of control characters here, before it is used.
 */
import * as v from "valibot";
import { escapeControls } from "../../../../core/errors/mod.ts";
import { LAYOUT_RULES } from "../../../layout_rules.ts";
import type {
  CardFault,
  ElementOwners,
  ElementPath,
  Examination,
  PageBox,
  PolicyViolation,
} from "../../../shots.ts";

/** The longest message, in UTF-16 units. */
export const MAX_MESSAGE = 2_000;

const MAX_STACK = 20_000;

/** The longest side of a picture, in CSS pixels. */
export const MAX_SIDE = 32_000;

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

const owners = { components: list(text, 20), stacks: list(stack, 20) };

const element = v.object({ selector: text, text, ...owners });

const overflow = v.object({ x: number, y: number });

const layout = v.object({
  faults: list(
    v.object({
      rule: v.picklist(LAYOUT_RULES.map(({ rule }) => rule)),
      message: text,
      element: v.nullable(element),
      pixels: v.optional(number),
      subject: v.optional(text),
      missing: v.optional(list(text, 20)),
    }),
    200,
  ),
  overflow: v.nullable(overflow),
});

const side = v.pipe(number, v.minValue(0), v.maxValue(MAX_SIDE * 100));

const box = v.object({
  x: side,
  y: side,
  width: v.pipe(side, v.maxValue(MAX_SIDE)),
  height: side,
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

/** Reads what was answered for the cards. @throws {Error} when the answer is not of that form */
type ReadAnswer<Answer> = (answer: unknown, cards: number) => Answer;

function answers<Answer>(schema: v.GenericSchema<unknown, Answer>): ReadAnswer<readonly Answer[]> {
  return (answer, cards) => v.parse(v.pipe(v.array(schema), v.length(cards)), answer);
}

/** The milliseconds in which React rendered each card. */
export const readTimes: ReadAnswer<readonly number[]> = answers(number);

export const readBoxes: ReadAnswer<readonly PageBox[]> = answers(box);

export const readCardErrors: ReadAnswer<readonly (CardFault | null)[]> = answers(
  v.nullable(v.object({ message: text, stack: v.nullable(stack) })),
);

export const readTexts: ReadAnswer<readonly (string | null)[]> = answers(v.nullable(v.string()));

const paths = v.array(v.tupleWithRest([v.number()], v.number()));

/** What the content policy has blocked in the page. */
export function readViolations(answer: unknown): readonly PolicyViolation[] {
  return v.parse(list(v.object({ message: text, selector: text, text, ...owners }), 100), answer);
}

/** The paths of the elements that an examination names. */
export function readPaths(answer: unknown): readonly ElementPath[] {
  return v.parse(paths, answer);
}

/** What the page knows of elements. @param elements how many they are */
export function readOwners(answer: unknown, elements: number): readonly ElementOwners[] {
  return answers(v.object(owners))(answer, elements);
}

export function readExamination(answer: unknown, cards: number): Examination {
  return v.parse(
    v.object({
      layouts: v.pipe(v.array(v.nullable(layout)), v.length(cards)),
      violations: v.pipe(v.array(list(violation, 200)), v.length(cards)),
    }),
    answer,
  );
}
