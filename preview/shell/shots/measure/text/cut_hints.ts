/** What an author can do about a cut text in a block of the kit. The innermost block counts. */
const OF_BLOCKS: readonly (readonly [block: string, hint: string])[] = [
  [
    ".kit-grid .kit-stat, .kit-grid .kit-meter",
    "write less, put the rest into `detail`, or give the Grid fewer `columns`",
  ],
  [".kit-stat, .kit-meter", "write less, or put the rest into `detail`"],
  [".kit-table", "write less, or leave out one of the `columns`"],
  [".kit-match", "use shorter names"],
  [".kit-item, .kit-event", "write less in the row and at its `end`, or put the rest into `detail`"],
  [".kit-header", "name the subject in one or two words, or write less at the `end`"],
  [".kit-clamped", "write less, or allow more `lines`"],
  [".kit-text, .kit-heading", "write less, or say by `lines` how many lines are enough"],
  [".kit-callout", "write less in the `title`, and the rest as its text"],
];

const OF_KIT = "write less";

/** An ellipsis that takes a value or most of a text is a fault all the same. */
const OF_WIDGET =
  "write less, let the element wrap or grow, or ask for the cut of a longer text by `text-overflow: ellipsis` or `-webkit-line-clamp`";

/** What an author can do about a text that is cut. @param isFixed whether the card has a size that could be left out */
export function hintOfCut(element: Element, isFixed: boolean): string {
  const blocks = OF_BLOCKS.find(([block]) => element.closest(block) !== null)?.[1];
  const own = blocks ?? (element.closest("[class^='kit-'], [class^='tck-']") === null ? OF_WIDGET : OF_KIT);
  return isFixed ? `${own}; or leave this size out of \`sizes\`` : own;
}
