import type { ComponentType } from "react";
import type { ShellState } from "../state/shell_state.ts";

/** A collapsible part of the rail. Its component reads what it needs from the shell's state. */
export interface Panel {
  /** Unique; also the key under which it is stored whether the panel is open. */
  readonly id: string;
  /** Its heading. */
  readonly title: string;
  /** Where the rail shows it. */
  readonly surface: "stage" | "canvas" | "both";
  /** Loaded when the panel is first open. */
  readonly Component: ComponentType;
  /** Whether it is open until the reader closes it. @default true */
  readonly isInitiallyOpen?: boolean;
  /** Whether there is something to show. @default always */
  readonly isShown?: (state: ShellState) => boolean;
}
