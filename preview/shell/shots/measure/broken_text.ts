import type { LayoutFault } from "../../../shots.ts";
import type { CardText, CardTree } from "./card_tree.ts";
import { describeElement, describeText } from "./element.ts";
import { findTimes, isValue } from "./value.ts";

/** Scripts that break lines between any two letters. */
const BREAKS_ANYWHERE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const SOFT_HYPHEN = "\u00ad";

/** Longer ones, such as addresses, are broken on purpose. */
const MAX_WORD_LENGTH = 24;

/** Values that are broken over two lines, and words that are broken without a hyphen. */
export function findBrokenTexts({ texts }: CardTree): LayoutFault[] {
  return texts.flatMap((text): LayoutFault[] => {
    if (text.lines.length < 2 || isVertical(text)) return [];
    const element = () => describeElement(text.element);
    if (isValue(text.element, text.text)) {
      if (countLines(text.lines) < 2) return [];
      return [{
        rule: "value.broken",
        message: `${describeText(text.text)} is broken over ${countLines(text.lines)} lines`,
        element: element(),
      }];
    }
    const time = findBrokenTime(text);
    if (time !== null) {
      return [{
        rule: "value.broken",
        message: `${describeText(time)} is broken over two lines`,
        element: element(),
      }];
    }
    const word = findBrokenWord(text);
    if (word === null) return [];
    return [{
      rule: "word.broken",
      message: `The word ${describeText(word)} is broken over two lines without a hyphen`,
      element: element(),
    }];
  });
}

function findBrokenTime({ node, element }: CardText): string | null {
  const broken = findTimes(element, node.data).find(({ start, end }) => isBroken(node, start, end));
  return broken === undefined ? null : node.data.slice(broken.start, broken.end);
}

function isBroken(node: Text, start: number, end: number): boolean {
  const range = document.createRange();
  range.setStart(node, start);
  range.setEnd(node, end);
  return countLines([...range.getClientRects()].filter(({ width }) => width > 0.5)) > 1;
}

function countLines(lines: readonly DOMRect[]): number {
  let count = 0;
  let bottom = -Infinity;
  for (const line of [...lines].sort((one, other) => one.top - other.top)) {
    if (line.top < bottom - line.height / 2) continue;
    count++;
    bottom = line.bottom;
  }
  return count;
}

function isVertical({ element }: CardText): boolean {
  return getComputedStyle(element).writingMode !== "horizontal-tb";
}

function findBrokenWord({ node, element }: CardText): string | null {
  // A hyphen is drawn where `hyphens: auto` breaks.
  if (getComputedStyle(element).hyphens === "auto") return null;
  for (const { 0: word, index } of node.data.matchAll(/[\p{L}\p{M}\p{N}\u00ad]{2,}/gu)) {
    if (word.length > MAX_WORD_LENGTH || word.includes(SOFT_HYPHEN) || BREAKS_ANYWHERE.test(word)) continue;
    if (isBroken(node, index, index + word.length)) return word;
  }
  return null;
}
