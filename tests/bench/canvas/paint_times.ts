import type { BrowserContext, Frame, Page } from "playwright-core";

/** The times of one visit, in milliseconds after the navigation began. */
export interface PaintReport {
  /** When the first card was painted: by its own code, or before by the server's document. */
  readonly first: number;
  /** When the last card was painted. */
  readonly all: number;
  /** The longest task of the page and of its frames. */
  readonly longestTask: number;
}

/** A card, or a long task of at least 50 ms. Times are milliseconds since the epoch. */
type Report =
  | { readonly paintedAt: readonly number[] }
  | { readonly startedAt: number }
  /** When a page has shown the frame with its cards. */
  | { readonly shownAt: number }
  | { readonly task: number };

/** Receives what the pages of a context report. */
export class PaintReports {
  #reports: Report[] = [];
  #isComplete: () => boolean = () => false;
  #complete = () => {};

  /** Prepares a context: its pages and all their frames report from now on. */
  async attach(context: BrowserContext): Promise<void> {
    await context.exposeBinding("sendReport", (_source, report: Report) => {
      this.#reports.push(report);
      if (this.#isComplete()) this.#complete();
    });
    await context.addInitScript(installReports);
  }

  /** Visits a page and waits until its cards are painted. */
  async visit(page: Page, url: string, count: number): Promise<PaintReport> {
    this.#reports = [];
    const complete = Promise.withResolvers<void>();
    const painted = () => this.#reports.flatMap((report) => "paintedAt" in report ? report.paintedAt : []);
    this.#complete = complete.resolve;
    this.#isComplete = () => painted().length === count;
    const patience = setTimeout(
      () => complete.reject(new Error(`${url}: ${painted().length} of ${count} cards were painted`)),
      PATIENCE_MS,
    );
    let paint: Promise<number> = Promise.resolve(Infinity);
    const follow = (frame: Frame) => {
      if (/^\/(feed\/.*\/paint|paint-\d+\.html)$/.test(new URL(frame.url()).pathname)) {
        paint = readFirstPaint(frame);
      }
    };
    page.on("framenavigated", follow);
    await Promise.all([page.goto(url, { waitUntil: "commit" }), complete.promise])
      .finally(() => clearTimeout(patience));
    page.off("framenavigated", follow);
    // Long tasks are reported later than they end.
    await page.waitForTimeout(200);
    const startedAt = Math.min(
      ...this.#reports.flatMap((report) => "startedAt" in report ? [report.startedAt] : []),
    );
    const shownAt = this.#reports.flatMap((report) => "shownAt" in report ? [report.shownAt] : []);
    return {
      first: Math.min(Math.max(Math.min(...painted()), ...shownAt), await paint) - startedAt,
      all: Math.max(...painted()) - startedAt,
      longestTask: Math.max(0, ...this.#reports.flatMap((report) => "task" in report ? [report.task] : [])),
    };
  }
}

/** When a document of the server's was painted first. It runs no scripts, so that it is asked; never, if it is removed before. */
async function readFirstPaint(frame: Frame): Promise<number> {
  for (;;) {
    const paintedAt = await frame.evaluate(() => {
      const [paint] = performance.getEntriesByName("first-contentful-paint");
      return paint === undefined ? null : performance.timeOrigin + paint.startTime;
    }).catch(() => Infinity);
    if (paintedAt !== null) return paintedAt;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const PATIENCE_MS = 60_000;

/** Runs in every document, before its own scripts. A card is painted when the frame of its layout effect has ended. */
function installReports(): void {
  const { sendReport } = globalThis as unknown as { sendReport: (report: Report) => void };
  if (location.href === "about:blank") return;
  const now = () => performance.timeOrigin + performance.now();
  if (globalThis.top === globalThis.self) sendReport({ startedAt: performance.timeOrigin });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) sendReport({ task: duration });
  }).observe({ type: "longtask", buffered: true });
  new MutationObserver((_, observer) => {
    if (document.querySelector("#canvas-feed-root[data-state=ready] > iframe") === null) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => sendReport({ shownAt: now() })));
  }).observe(document, { subtree: true, attributeFilter: ["data-state"] });
  // A report costs the page more than the card, so that cards are reported together, when no further one is painted.
  let painted: number[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const addPainted = () => {
    painted.push(now());
    clearTimeout(timer);
    timer = setTimeout(() => {
      sendReport({ paintedAt: painted });
      painted = [];
    }, 100);
  };
  const reportCard = () => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = addPainted;
      port2.postMessage(null);
    });
  };
  Object.assign(globalThis, { reportCard });
}
