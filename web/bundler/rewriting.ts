/** A text that is made from another one, and knows which place stands for which. */
export class Rewriting {
  /** The new text, as far as it is made. */
  code = "";
  #end = 0;
  readonly #shifts: { end: number; by: number }[] = [];

  constructor(private readonly original: string) {}

  /** Adds a text at the place that the original has been copied up to. */
  insert(text: string): void {
    this.replace(this.#end, this.#end, text);
  }

  /** Copies the original up to a part of it, and puts a text in place of that part; parts follow each other. */
  replace(start: number, end: number, text: string): void {
    this.code += this.original.slice(this.#end, start) + text;
    this.#end = end;
    this.#shifts.push({ end: this.code.length, by: this.code.length - end });
  }

  /** Copies the rest of the original. */
  rest(): void {
    this.code += this.original.slice(this.#end);
    this.#end = this.original.length;
  }

  /** The place in the original that a place of the new text stands for. */
  originalOffset(offset: number): number {
    return offset - (this.#shifts.findLast((shift) => shift.end <= offset)?.by ?? 0);
  }
}
