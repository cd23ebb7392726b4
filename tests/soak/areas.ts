/**
 * The areas of `deno task soak`: what is worth an hour and not every run. An area is the `_soak` files of some folders,
 * or a command of its own.
 *
 * @module
 */

/** What is tried together. */
export interface SoakArea {
  readonly name: string;
  /** What it tries, for the help. */
  readonly summary: string;
  /** The folders whose `_soak` files belong to it; the longest folder of all areas that fits a file counts. */
  readonly rooms: readonly string[];
  /** About how many seconds it takes on two quiet processors, before it has been measured. */
  readonly seconds: number;
}

export const SOAK_AREAS: readonly SoakArea[] = [
  {
    name: "crash",
    summary: "commits and erasures killed at every call, and their servers",
    rooms: ["tests/crash"],
    seconds: 500,
  },
  {
    name: "simulation",
    summary: "the commit protocol on a model in many schedules, and mutated archives",
    rooms: ["tests/simulation", "tests/fuzz", "tests/core", "tests/conformance"],
    seconds: 300,
  },
  {
    name: "consumers",
    summary: "packed packages from a registry, by pnpm and npm, as the guides say",
    rooms: ["tests/consumers", "tests/web/scaffold", "tests/hosts/packaging"],
    seconds: 1200,
  },
  {
    name: "runtimes",
    summary: "Node, workerd and containers, where Deno has shown the same",
    rooms: [
      "tests/runtimes",
      "tests/hosts",
      "tests/web/bundler",
      "tests/playground",
      "tests/terminal",
      "tests/packages",
    ],
    seconds: 1000,
  },
  {
    name: "samples",
    summary: "every sample at all sizes, states, languages and themes, and printed feeds",
    rooms: ["tests/web/projects", "tests/web/kept", "tests/preview/snapshot", "tests/preview/review"],
    seconds: 2400,
  },
  {
    name: "kit",
    summary: "every view of the kit at all sizes, scripts and themes",
    rooms: ["tests/web/tck"],
    seconds: 150,
  },
  {
    name: "canvas",
    summary: "many cards, Lighthouse, and further browsers",
    rooms: ["tests/web", "tests/browser", "tests/site"],
    seconds: 700,
  },
  {
    name: "preview",
    summary: "the workbench in further viewports, browsers and languages",
    rooms: ["tests/preview"],
    seconds: 1200,
  },
  {
    name: "bench",
    summary: "the shorter benches, each as small as it can be",
    rooms: ["tests/bench"],
    seconds: 200,
  },
  {
    name: "selection",
    summary: "a fault planted in each of 40 files, which the tests that --changed selects have to notice",
    rooms: ["tests/reach"],
    seconds: 200,
  },
];

/** The area of a soak file; null for any other file. */
export function areaOf(file: string): SoakArea | null {
  if (!/_soak\.tsx?$/.test(file)) return null;
  let found: { area: SoakArea; length: number } | null = null;
  for (const area of SOAK_AREAS) {
    for (const room of area.rooms) {
      if (file.startsWith(`${room}/`) && room.length > (found?.length ?? 0)) {
        found = { area, length: room.length };
      }
    }
  }
  return found?.area ?? null;
}

/** The names of the areas of some files, in the order of the table. */
export function areasOf(files: readonly string[]): string[] {
  const names = new Set(files.map((file) => areaOf(file)?.name));
  return SOAK_AREAS.map(({ name }) => name).filter((name) => names.has(name));
}
