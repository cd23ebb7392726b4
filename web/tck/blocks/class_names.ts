/** How an author styles one block. */
export interface StyledProps {
  /**
   * Names for rules of the widget's own CSS file or module, on the outermost element of the block. Such rules override those
   * of the kit. They are for colours, borders and type; what changes a size changes how the card fits.
   */
  readonly className?: string | undefined;
}

/** The names of a block and those of the author. */
export function namesOf(own: string, given: string | undefined): string {
  return given === undefined ? own : `${own} ${given}`;
}
