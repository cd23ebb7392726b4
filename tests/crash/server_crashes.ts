import { describeFailpoint, type Failpoint } from "./call_watch.ts";
import { CommitProcess } from "./commit_process.ts";
import { type CrashReport, putRight, reach, reportFailure, type Version } from "./crash_matrix.ts";
import type { CrashFree } from "./invariants.ts";
import type { Servers } from "./servers.ts";
import type { Site } from "./site.ts";

/** A server that dies in the middle of two commits, whose process lives on. */
export interface ServerCrash {
  readonly server: "postgres" | "gateway";
  readonly failpoint: Failpoint;
  /** When the server comes back: before the commits go on, or when they have given up. */
  readonly back: "at once" | "late";
  /** What the commits may answer: `committed`, or an error's code. */
  readonly answers: readonly string[];
}

const TRIED = [
  ["postgres", "after", "intents: record", "at once", "commit.database_failed"],
  ["postgres", "after", "flip: replace", "at once", "commit.database_failed"],
  ["postgres", "before", "flip: commit", "at once", "commit.database_failed"],
  ["postgres", "without the answer of", "flip: commit", "at once", "committed"],
  ["postgres", "without the answer of", "flip: commit", "late", "commit.outcome_unknown"],
  ["postgres", "after", "sweep: insert tombstones", "at once", "committed"],
  ["postgres", "after", "relay: deliver", "at once", "committed"],
  // Of the puts that are not held, one may give up before the gateway is back.
  ["gateway", "before", "put bundle (2)", "at once", "committed", "commit.write_failed"],
  ["gateway", "before", "put bundle (2)", "late", "commit.write_failed"],
  ["gateway", "before", "put manifest", "late", "commit.write_failed"],
  ["gateway", "before", "sweep: delete bundle", "at once", "committed"],
  ["gateway", "before", "sweep: delete bundle", "late", "committed"],
] as const;

/** Every kind of call that a server can die in. */
export const SERVER_CRASHES: readonly ServerCrash[] = TRIED.map(
  ([server, when, call, back, ...answers]) => ({ server, failpoint: { when, call }, back, answers }),
);

/** Kills a server at the failpoint of the commits, starts it again, and checks what came of that. */
export async function tryServerCrash(
  servers: Servers,
  site: Site,
  crash: ServerCrash,
  crashFree: CrashFree,
): Promise<CrashReport> {
  const name = `${crash.server} ${describeFailpoint(crash.failpoint)}, back ${crash.back}`;
  const process = new CommitProcess(site.address);
  try {
    return await reportFailure(name, async () => {
      await reach(process, site, crash.failpoint);
      const answers = await outliveServer(process, servers[crash.server], crash.back);
      const { row, faults } = await putRight(
        site,
        name,
        [seenAfter(answers[0]!), seenAfter(answers[1]!)],
        crashFree,
      );
      const wrong = answers.filter((answer) => !crash.answers.includes(answer));
      return {
        row: [...row, answers.join()],
        faults: [...wrong.map((answer) => `${name}: the commit answers ${answer}`), ...faults],
      };
    });
  } finally {
    await process.kill();
  }
}

/** What readers must see after a commit's answer: it is unknown only of a flip that has happened. */
function seenAfter(answer: string): Version {
  return answer === "committed" || answer === "commit.outcome_unknown" ? "new" : "old";
}

/** Lets the commits go on without the server, or with one that has just come back, and gives their answers. */
async function outliveServer(
  process: CommitProcess,
  server: Servers[ServerCrash["server"]],
  back: ServerCrash["back"],
): Promise<string[]> {
  await server.kill();
  if (back === "at once") await server.start();
  const news = await process.goOn();
  if (back === "late") await server.start();
  return news.news === "ended" ? news.outcomes : [news.news];
}
