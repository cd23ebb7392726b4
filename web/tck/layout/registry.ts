import { type RefObject, useLayoutEffect } from "react";
import type { Block } from "./model.ts";
import type { Reading } from "./reading.ts";

/** Reads the model of a block from the element that shows it. */
export type ReadBlock = (element: HTMLElement, reading: Reading) => Block;

/** The property of an element by which the layout finds how to read it. Charts, which are part of widgets, set it as well. */
const READER = Symbol.for("tck.layout");

/** The `ref` of an element that shows a block. */
export function laidOut(read: ReadBlock): (element: HTMLElement | null) => void {
  return (element) => {
    if (element !== null) register(element, read);
  };
}

/** What `laidOut` does, for an element that has a reference already. */
export function useLaidOut(element: RefObject<HTMLElement | null>, read: ReadBlock): void {
  useLayoutEffect(() => {
    if (element.current !== null) register(element.current, read);
  });
}

function register(element: HTMLElement, read: ReadBlock): void {
  (element as { [READER]?: ReadBlock })[READER] = read;
}

export function readerOf(element: Element): ReadBlock | undefined {
  return (element as { [READER]?: ReadBlock })[READER];
}
