import { type CardText, type CardTree, languageOf } from "../card_tree.ts";
import { describeText } from "../element.ts";
import type { MeasuredFault } from "../measured_fault.ts";
import { findTimes, isValue } from "../value.ts";

/** Scripts that break lines between any two letters. */
const BREAKS_ANYWHERE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const SOFT_HYPHEN = "\u00ad";

/** Longer ones, such as identifiers, are broken on purpose. German has words of 35 letters. */
const MAX_WORD_LENGTH = 40;

/** Values that are broken over two lines, and words that are broken without a hyphen. */
export function findBrokenTexts({ texts }: CardTree): MeasuredFault[] {
  return texts.flatMap((text): MeasuredFault[] => {
    if (text.lines.length < 2 || isVertical(text)) return [];
    const { element } = text;
    if (isValue(text.element, text.text)) {
      if (countLines(text.lines) < 2) return [];
      return [{
        rule: "value.broken",
        message: [`${describeText(text.text)} is broken over ${countLines(text.lines)} lines`],
        element,
      }];
    }
    const time = findBrokenTime(text);
    if (time !== null) {
      return [{
        rule: "value.broken",
        message: [`${describeText(time)} is broken over two lines`],
        element,
      }];
    }
    const word = findBrokenWord(text);
    if (word === null) return [];
    return [{
      rule: "word.broken",
      message: [
        `The word ${
          describeText(word)
        } is broken over two lines without a hyphen: use a shorter word, or say where it may be broken by a soft hyphen, \\u00ad`,
      ],
      element,
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
  const bottom = endOfClamped(node.parentElement);
  const lines = [...range.getClientRects()].filter(({ top, width }) => width > 0.5 && top < bottom - 1);
  return countLines(lines) > 1;
}

/** Where a text that is cut off after some lines ends: the lines below are not seen. */
function endOfClamped(element: Element | null): number {
  for (let at = element; at !== null; at = at.parentElement) {
    if (getComputedStyle(at).webkitLineClamp !== "none") return at.getBoundingClientRect().bottom;
  }
  return Infinity;
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
  const canHyphenate = getComputedStyle(element).hyphens === "auto";
  for (const { 0: word, index } of node.data.matchAll(/[\p{L}\p{M}\p{N}\u00ad]{2,}/gu)) {
    if (word.length > MAX_WORD_LENGTH || word.includes(SOFT_HYPHEN) || BREAKS_ANYWHERE.test(word)) continue;
    if (!isBroken(node, index, index + word.length)) continue;
    if (!canHyphenate || !isHyphenated(word, languageOf(element))) return word;
  }
  return null;
}

/** Whether this browser has hyphens for a word. Chromium without a profile has no dictionaries, and breaks words anywhere. */
function isHyphenated(word: string, language: string): boolean {
  const probe = document.createElement("p");
  probe.lang = language;
  probe.style.cssText =
    "position: absolute; visibility: hidden; inline-size: 0; hyphens: auto; overflow-wrap: normal; word-break: normal";
  probe.textContent = word;
  document.body.append(probe);
  const isOneLine = probe.clientHeight < 2 * parseFloat(getComputedStyle(probe).fontSize);
  probe.remove();
  return !isOneLine;
}
