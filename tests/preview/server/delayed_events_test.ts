import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { truncate, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ViteDevServer } from "vite";
import { delayIncompleteEdits } from "../../../preview/server/vite/live/delayed_events.ts";
import { until } from "../../waiting/mod.ts";
import { withGlobals } from "../../web/canvas/page_globals.ts";
import { Project } from "../session/project.ts";

/** What the test does with a watcher that may lose events. */
interface Watched {
  readonly file: string;
  /** The changes that Vite would be told. */
  readonly changes: string[];
  /** Loads the module, as Vite does for a page. */
  load(): Promise<unknown>;
  /** Writes the file. The time of its change is another one each time. */
  edit(text: string): Promise<void>;
  /** An event of the system of which the watcher makes none. */
  event(): void;
  /** The watcher's event of a change. */
  change(): void;
  /** Lets the time until a comparison pass, in milliseconds. @returns whether one was due */
  pass(milliseconds: 60 | 500): boolean;
  close(): void;
}

async function withWatcher(run: (watched: Watched) => Promise<void>): Promise<void> {
  await using project = await Project.create({ "a.ts": "export const a = 1;\n" });
  const file = join(project.path, "a.ts");
  const timers = new Map<object, { run: () => void; milliseconds: number }>();
  const { setTimeout, clearTimeout } = globalThis;
  const globals = {
    setTimeout(run: () => void, milliseconds: number) {
      if (milliseconds < 60) return setTimeout(run, milliseconds);
      const timer = {};
      timers.set(timer, { run, milliseconds });
      return timer;
    },
    clearTimeout: (timer: object) => typeof timer === "object" ? timers.delete(timer) : clearTimeout(timer),
  };
  const changes: string[] = [];
  const watcher = Object.assign(new EventEmitter(), { add() {} });
  watcher.on("change", (path) => changes.push(path));
  const client = { moduleGraph: { fileToModulesMap: new Map([[file, new Set()]]) } };
  const plugin = delayIncompleteEdits(project.path);
  let edits = 0;
  await withGlobals(globals, async () => {
    (plugin.configureServer as (server: ViteDevServer) => void)(
      { watcher, environments: { client } } as unknown as ViteDevServer,
    );
    const { handler } = plugin.load as unknown as { handler: (file: string) => Promise<unknown> };
    const environment = { getTopLevelConfig: () => ({ server: { fs: { strict: false } } }) };
    await run({
      file,
      changes,
      load: () => handler.call({ environment }, file),
      async edit(text) {
        await writeFile(file, text);
        const time = new Date(Date.now() + ++edits * 1_000);
        await utimes(file, time, time);
      },
      event: () => void watcher.emit("raw"),
      change: () => void watcher.emit("change", file),
      pass(milliseconds) {
        const due = [...timers].filter(([, timer]) => timer.milliseconds === milliseconds);
        for (const [timer, { run }] of due) {
          timers.delete(timer);
          run();
        }
        return due.length > 0;
      },
      close: () => (plugin.closeServer as () => void)(),
    });
  });
}

Deno.test("each edit whose event is lost is found in a moment, not only the first", () =>
  withWatcher(async ({ changes, load, edit, event, pass }) => {
    await load();
    for (const count of [1, 2, 3]) {
      await edit(`export const a = ${count + 1};\n`);
      event();
      assert.equal(pass(60), true);
      await until(`edit ${count} is reported`, () => changes.length >= count);
      assert.equal(changes.length, count);
    }
  }));

Deno.test("an edit whose event is lost is found although a page has loaded the file since", () =>
  withWatcher(async ({ changes, load, edit, pass }) => {
    await load();
    await edit("export const a = 2;\n");
    await load();
    pass(60);
    await until("the edit is reported", () => changes.length === 1);
  }));

Deno.test("an edit that comes while the one before is not complete is found, without another event", () =>
  withWatcher(async ({ file, changes, load, edit, change, event, pass }) => {
    await load();
    await truncate(file);
    change();
    event();
    pass(60);
    // The comparison finds that the event waits.
    await until("the files are compared again", () => pass(60));
    await edit("export const a = 2;\n");
    await until("the whole file is reported", () => changes.length === 1);
    await edit("export const a = 3;\n");
    await until("the last edit is reported", () => (pass(60), pass(500), changes.length === 2));
  }));

Deno.test("after the end nothing is compared or reported, whatever was waiting", () =>
  withWatcher(async ({ changes, load, edit, change, event, pass, close }) => {
    await load();
    await edit("export const a = 2;\n");
    event();
    change();
    close();
    event();
    await load();
    assert.deepEqual([pass(60), pass(500), changes.length], [false, false, 0]);
  }));
