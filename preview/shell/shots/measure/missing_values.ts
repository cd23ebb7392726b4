import type { CardTree } from "./card_tree.ts";
import { describeText } from "./element.ts";
import type { MeasuredFault } from "./measured_fault.ts";

/** What JavaScript writes for a value that there is not. */
const NO_VALUE = /(?<![\p{L}\p{N}_])(?:NaN|undefined|Invalid Date)(?![\p{L}\p{N}_])|\[object \w+\]/u;

/** Where a text is about a program. */
const CODE = "code, pre, samp, kbd";

/** Texts with a value that could not be computed, or is not there. */
export function findMissingValues({ texts }: CardTree): MeasuredFault[] {
  return texts.flatMap(({ text, element }): MeasuredFault[] => {
    const [found] = NO_VALUE.exec(text) ?? [];
    if (found === undefined || element.closest(CODE) !== null) return [];
    return [{
      rule: "text.no_value",
      message: [
        `${describeText(text)} has ${
          describeText(found)
        }, which JavaScript writes for a value that there is not: ` +
        "correct how it is computed, or show something else where it is missing",
      ],
      element,
    }];
  });
}
