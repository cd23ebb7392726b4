import assert from "node:assert/strict";
import { FrameWatch } from "../../../preview/shell/frame/frame_watch.ts";
import { withGlobals } from "../../web/canvas/page_globals.ts";

interface Watched {
  readonly watch: FrameWatch;
  readonly document: { hidden: boolean };
  /** Lets seconds pass in which the frame answers, or does not. */
  pass(seconds: number, answers?: boolean): void;
  /** What was reported, and the replacements. */
  readonly reports: string[];
}

async function withWatch(run: (watched: Watched) => void): Promise<void> {
  let tick = () => {};
  let isAsked = false;
  const reports: string[] = [];
  const document = { hidden: false };
  const globals = {
    document,
    setInterval: (run: () => void, interval: number) => (assert.equal(interval, 1_000), tick = run, 7),
    clearInterval: (timer: number) => timer === 7 && (tick = () => {}),
  };
  await withGlobals(globals, () => {
    const watch = new FrameWatch({
      ping: () => isAsked = true,
      onStall: (isStalled) => reports.push(isStalled ? "stalled" : "responds"),
      onReplace: () => reports.push("replaced"),
    });
    const pass = (seconds: number, answers = false) => {
      for (let second = 0; second < seconds; second++) {
        isAsked = false;
        tick();
        if (isAsked && answers) watch.answer();
      }
    };
    watch.start();
    run({ watch, document, pass, reports });
    watch.stop();
    pass(100);
  });
}

Deno.test("a frame stalls when five answers are missing, and no more when it answers", async () => {
  await withWatch(({ watch, pass, reports }) => {
    pass(100, true);
    pass(5);
    assert.deepEqual(reports, []);
    pass(20);
    assert.deepEqual(reports, ["stalled"]);
    watch.answer();
    pass(20, true);
    assert.deepEqual(reports, ["stalled", "responds"]);
  });
});

Deno.test("a page may take thirty seconds for its first answer", async () => {
  await withWatch(({ pass, reports }) => {
    pass(30);
    assert.deepEqual(reports, []);
    pass(1);
    assert.deepEqual(reports, ["stalled"]);
  });
});

Deno.test("an edit replaces a stalled frame, also one that comes before the frame counts as stalled", async () => {
  await withWatch(({ watch, pass, reports }) => {
    pass(10, true);
    pass(6);
    watch.edited();
    assert.deepEqual(reports, ["stalled", "replaced"]);
  });
  await withWatch(({ watch, pass, reports }) => {
    pass(10, true);
    pass(3);
    watch.edited();
    assert.deepEqual(reports, []);
    pass(3);
    assert.deepEqual(reports, ["stalled", "replaced"]);
  });
});

Deno.test("an edit while the frame answers, such as the one that stops it, replaces nothing", async () => {
  await withWatch(({ watch, pass, reports }) => {
    pass(10, true);
    pass(1);
    watch.edited();
    pass(20);
    assert.deepEqual(reports, ["stalled"]);
  });
  await withWatch(({ watch, pass, reports }) => {
    pass(10, true);
    pass(3);
    watch.edited();
    watch.answer();
    pass(6);
    assert.deepEqual(reports, ["stalled"], "the frame has answered since the edit");
  });
});

Deno.test("a frame of a hidden page is not asked", async () => {
  await withWatch(({ document, pass, reports }) => {
    pass(1, true);
    document.hidden = true;
    pass(600);
    assert.deepEqual(reports, []);
  });
});
