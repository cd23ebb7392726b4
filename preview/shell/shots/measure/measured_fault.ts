import type { LayoutFault } from "../../../shots.ts";

/** A text. An element in it stands for its name. */
export type Message = readonly (string | Element)[];

/** A fault whose elements are not described yet. */
export interface MeasuredFault extends Omit<LayoutFault, "message" | "element"> {
  readonly message: Message;
  readonly element: Element | null;
}
