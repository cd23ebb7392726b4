/**
 * What is known of the bundles of a page whose frames are lost: which of them ends a frame. It is found by leaving bundles
 * out and by trying them one at a time, since whose code ran last is a guess: continuations of promises, for instance, belong
 * to no bundle.
 */
export interface Blame {
  /** The bundles that fail. A frame was lost when such a bundle was tried, or all others have survived without it. */
  readonly failed: ReadonlyMap<string, "tried" | "presumed">;
  /** The bundles that are left out, and fail if all others survive. Each ran last before a loss. */
  readonly suspects: readonly string[];
  /** The bundles that are tried one at a time, in this order, once all others have survived. */
  readonly held: readonly string[];
  /** The bundles that were being tried when a frame was lost in which another one ran last. */
  readonly doubted: ReadonlySet<string>;
  /**
   * How the bundle that ends a frame without a trial is found: whose code ran last is presumed; once that was wrong, all are
   * tried, each time one has been found.
   */
  readonly search: "presuming" | "trying all" | "found one of all";
}

/** No frame was lost. */
export const NO_BLAME: Blame = {
  failed: new Map(),
  suspects: [],
  held: [],
  doubted: new Set(),
  search: "presuming",
};

/** A frame that was lost. */
export interface Loss {
  /** The bundle that was being tried in it; null for none. */
  readonly tried: string | null;
  /** The bundles whose code ran since the frame last answered, in their order. */
  readonly recent: readonly string[];
  /** All bundles of the page. */
  readonly all: readonly string[];
}

/**
 * After a loss without a trial, the bundle that ran last is left out. If a frame is lost without it too, all are tried, one at
 * a time and the likely ones first. Once one is found, all others are sent at once again.
 */
export function blameAfterLoss(blame: Blame, { tried, recent, all }: Loss): Blame {
  const last = recent.at(-1);
  if (tried === null) return blameUntried(blame, recent, all);
  // A timer of an earlier bundle has ended the frame, or a promise of the tried one, before which others ran.
  const isDoubtful = last !== undefined && last !== tried && !blame.doubted.has(tried);
  return isDoubtful ? doubtTrial(blame, tried, last) : blameTried(blame, tried);
}

/** What is presumed is tried again: this bundle may have been the only cause. */
function blameTried(blame: Blame, tried: string): Blame {
  const { found, presumed } = splitFailed(blame);
  return {
    failed: new Map(found).set(tried, "tried"),
    suspects: [],
    held: [...blame.suspects, ...presumed],
    doubted: blame.doubted,
    search: blame.search === "presuming" ? "presuming" : "found one of all",
  };
}

/** In the next frame the bundle is tried without the one that ran last. */
function doubtTrial({ held, suspects, doubted, ...rest }: Blame, tried: string, last: string): Blame {
  return {
    ...rest,
    suspects: [...suspects, last],
    held: [tried, ...held.filter((hash) => hash !== tried)],
    doubted: new Set(doubted).add(tried),
  };
}

function blameUntried(blame: Blame, recent: readonly string[], all: readonly string[]): Blame {
  const { suspects, held, search } = blame;
  const { found, presumed } = splitFailed(blame);
  const doubtful = [...suspects, ...presumed, ...held];
  const isOther = (hash: string) => !found.has(hash) && !doubtful.includes(hash);
  const ran = recent.filter(isOther).toReversed();
  const isFirst = search === "presuming" && suspects.length === 0 && presumed.length === 0;
  // Where all are tried, each that was sent has survived at first: a timer has ended the frame, and whose it was is known.
  if (ran.length > 0 && (isFirst || search === "trying all")) {
    return { ...blame, suspects: [...suspects, ran[0]!] };
  }
  const order = new Set([...doubtful, ...ran, ...all.filter(isOther)]);
  return { ...blame, failed: found, suspects: [], held: [...order], search: "trying all" };
}

function splitFailed({ failed }: Blame): { found: Blame["failed"]; presumed: string[] } {
  const found = new Map([...failed].filter(([, how]) => how === "tried"));
  return { found, presumed: [...failed.keys()].filter((hash) => !found.has(hash)) };
}

/** All bundles but the suspects have survived. */
export function blameSuspects(blame: Blame): Blame {
  const presumed = blame.suspects.map((hash) => [hash, "presumed"] as const);
  return { ...blame, failed: new Map([...blame.failed, ...presumed]), suspects: [] };
}

/** A bundle has survived its trial, or the reader tries it again. */
export function clearBundle(blame: Blame, hash: string): Blame {
  const isOther = (other: string) => other !== hash;
  return {
    ...blame,
    failed: new Map([...blame.failed].filter(([other]) => isOther(other))),
    suspects: blame.suspects.filter(isOther),
    held: blame.held.filter(isOther),
    doubted: new Set([...blame.doubted].filter(isOther)),
  };
}

/** Whether a bundle is not sent before all others have survived. */
export function isHeldBack({ suspects, held }: Blame, hash: string): boolean {
  return suspects.includes(hash) || held.includes(hash);
}
