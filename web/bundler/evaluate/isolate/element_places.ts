import { findPlaces, type Place } from "./error_places.ts";

/**
 * Where the elements are made around what throws: a block of the kit that throws has no code of the widget on its stack.
 *
 * React's development build makes a task (`console.createTask`) with each element, and renders the element in it. It
 * takes the function when it is loaded: this module is loaded before React. Of elements beyond the first 10,000 of a second
 * it makes no tasks.
 */

/** An element's making, as React calls it. */
interface ElementTask {
  run<Result>(render: () => Result): Result;
}

/** How many of the elements around an error are remembered. */
const MAX_ELEMENTS = 100;

/** What was thrown since the last {@linkcode forgetThrown}, with the elements around it, the innermost first. */
const thrown = new Map<unknown, Error[]>();

Object.assign(console, {
  createTask(): ElementTask {
    const made = new Error();
    return {
      run(render) {
        try {
          return render();
        } catch (error) {
          const around = thrown.get(error) ?? [];
          if (around.length < MAX_ELEMENTS) around.push(made);
          thrown.set(error, around);
          throw error;
        }
      },
    };
  },
});

/** Forgets what was thrown. Called before each rendering. */
export function forgetThrown(): void {
  thrown.clear();
}

/** What was thrown with this message, also where React has caught it. */
export function findThrown(message: string): unknown {
  return [...thrown.keys()].find((error) => error instanceof Error && error.message === message);
}

/** The places in the widget's code that a thrown value may come from, the likeliest first. */
export function placesOf(error: unknown): Place[] {
  try {
    const { stack } = Object(error) as { stack?: unknown };
    return [...findPlaces(stack), ...(thrown.get(error) ?? []).flatMap((made) => findPlaces(made.stack))];
  } catch {
    return [];
  }
}
