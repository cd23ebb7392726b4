import assert from "node:assert/strict";
import { mkdir, open, readFile, rename, utimes, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import fc from "fast-check";
import { glob } from "tinyglobby";
import { normaliseTckb } from "../../../core/tckb/mod.ts";
import { until } from "../../waiting/mod.ts";
import { openPreviewSession, type PreviewSession } from "./preview_session.ts";
import { makeBundle } from "./bundles.ts";
import { Project } from "./project.ts";

/** The files on disk by path: the text of a bundle, or null for a file that is not a bundle. */
type Model = Map<string, string | null>;

/** A project, the session that follows it, and the observations so far. */
interface Real {
  readonly project: Project;
  readonly session: PreviewSession;
  /** Paths that were ever listed as broken. */
  readonly broken: Set<string>;
  /** Paths that were ever damaged. */
  readonly damaged: Set<string>;
  /** The loading time of bundles by path, for paths without a later change. */
  readonly loadedAt: Map<string, number>;
}

type Command = fc.AsyncCommand<Model, Real>;

/** Longer than any step takes, so that a file that is being written is never reported as broken. */
const STABLE_TIME = 20_000;

/** A change that is not noticed after this time, in milliseconds, is lost. */
const PATIENCE = 60_000;

const OPTIONS = { config: { scan: { bundled: ["more/**/*.tckb"] } }, stableTime: STABLE_TIME };
const SCANNED = /^(more\/.+|(widgets\/[^/]+\/)?dist\/[^/]+)\.tckb$/;
const GLOBS = ["more/**/*.tckb", "widgets/*/dist/*.tckb", "dist/*.tckb"];

/** Changes the files of a project in random order, and compares the session with the disk again and again. */
export async function checkDiskModel(parameters: fc.Parameters<unknown>): Promise<void> {
  const commands = fc.commands(COMMANDS, { maxCommands: 25, size: "max" });
  const property = fc.asyncProperty(commands, async (steps) => {
    await using project = await Project.create();
    const session = await openPreviewSession({ projectDirectory: project.path, ...OPTIONS });
    const real: Real = { project, session, broken: new Set(), damaged: new Set(), loadedAt: new Map() };
    session.onChange(
      "bundles",
      () => session.listBundles().problems.forEach(({ path }) => real.broken.add(path)),
    );
    const model: Model = new Map();
    try {
      await fc.asyncModelRun(() => ({ model, real }), [...steps, new Compare()]);
    } finally {
      await session.close();
    }
  });
  await fc.assert(property, { endOnFailure: true, ...parameters });
}

/** Writes a bundle in one step, by a rename. */
class Write implements Command {
  constructor(readonly path: string, readonly text: string) {}
  check = () => true;
  async run(model: Model, real: Real): Promise<void> {
    await real.project.write(this.path, await makeBundle(this.text));
    change(model, real, this.path, this.text);
  }
  toString = () => `write ${this.path} ${this.text}`;
}

/** Writes a bundle in place, in two parts, as copying does. */
class WriteSlowly implements Command {
  constructor(readonly path: string, readonly text: string, readonly pause: number) {}
  check = () => true;
  async run(model: Model, real: Real): Promise<void> {
    const bytes = await makeBundle(this.text);
    const target = join(real.project.path, this.path);
    await mkdir(dirname(target), { recursive: true });
    const file = await open(target, "w");
    await file.write(bytes.subarray(0, bytes.length >> 1));
    await new Promise((resolve) => setTimeout(resolve, this.pause));
    await file.write(bytes.subarray(bytes.length >> 1));
    await file.close();
    change(model, real, this.path, this.text);
  }
  toString = () => `write ${this.path} ${this.text} in two parts, ${this.pause} ms apart`;
}

/** Writes many bundles at once. */
class Burst implements Command {
  constructor(readonly files: readonly (readonly [string, string])[]) {}
  check = () => true;
  async run(model: Model, real: Real): Promise<void> {
    await Promise.all(this.files.map(async ([path, text]) => {
      await real.project.write(path, await makeBundle(text));
      change(model, real, path, text);
    }));
  }
  toString = () => `burst of ${this.files.map((file) => file.join(" ")).join(", ")}`;
}

/** Writes an old file that is not a bundle. */
class Damage implements Command {
  constructor(readonly path: string) {}
  check = () => true;
  async run(model: Model, real: Real): Promise<void> {
    const target = join(real.project.path, this.path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(`${target}.new`, "no bundle");
    await utimes(`${target}.new`, 0, 0);
    await rename(`${target}.new`, target);
    real.damaged.add(target);
    change(model, real, this.path, null);
  }
  toString = () => `damage ${this.path}`;
}

/** Deletes a file, or a folder with all that is in it. */
class Remove implements Command {
  constructor(readonly path: string) {}
  check = () => true;
  async run(model: Model, real: Real): Promise<void> {
    await real.project.remove(this.path);
    for (const path of [...model.keys()].filter((path) => isBelow(path, this.path))) {
      model.delete(path);
      real.loadedAt.delete(path);
    }
  }
  toString = () => `remove ${this.path}`;
}

/** Renames a file or folder, and replaces what has the new name. */
class Rename implements Command {
  constructor(readonly from: string, readonly to: string) {}
  check = (model: Readonly<Model>) =>
    [...model.keys()].some((path) => isBelow(path, this.from)) && !isBelow(this.to, this.from);
  async run(model: Model, real: Real): Promise<void> {
    await new Remove(this.to).run(model, real);
    await mkdir(dirname(join(real.project.path, this.to)), { recursive: true });
    await rename(join(real.project.path, this.from), join(real.project.path, this.to));
    for (const [path, text] of [...model].filter(([path]) => isBelow(path, this.from))) {
      const target = this.to + path.slice(this.from.length);
      if (text === null) real.damaged.add(join(real.project.path, target));
      model.delete(path);
      real.loadedAt.delete(path);
      change(model, real, target, text);
    }
  }
  toString = () => `rename ${this.from} to ${this.to}`;
}

/** Waits until the session is up to date, and compares it with a new scan of the disk. */
class Compare implements Command {
  check = () => true;
  async run(model: Model, real: Real): Promise<void> {
    const { session, project, broken, damaged, loadedAt } = real;
    await converge(real, model);
    const bundles = session.listBundles().bundles;
    const paths = new Map(bundles.map((bundle) => [bundle.path!.slice(project.path.length + 1), bundle]));
    for (const [path, time] of loadedAt) {
      assert.equal(paths.get(path)!.loadedAt, time, `${path} was loaded again`);
    }
    for (const [path, bundle] of paths) loadedAt.set(path, bundle.loadedAt);
    assert.deepEqual([...broken].filter((path) => !damaged.has(path)), [], "never were broken");
    assert.equal(new Set(bundles.map(({ id }) => id)).size, bundles.length, "ids are unique");
    assert.deepEqual(hashesOf(real), await scanAfresh(project.path));
  }
  toString = () => "compare";
}

/** Rescans at once, and compares without waiting. */
class Rescan implements Command {
  check = () => true;
  async run(_: Model, real: Real): Promise<void> {
    const before = real.session.listBundles().bundles.length;
    const { after } = await real.session.rescan();
    assert.deepEqual(hashesOf(real), await scanAfresh(real.project.path));
    assert.equal(after, real.session.listBundles().bundles.length);
    assert.ok(before >= 0);
  }
  toString = () => "rescan";
}

const FOLDERS = [
  "dist",
  "widgets/001_a/dist",
  "widgets/002_b/dist",
  "more",
  "more/deep/deeper",
  "more/other",
];
const NAMES = ["001_a.tckb", "002_b.tckb", "003_c.tckb"];
const TEXTS = ["one", "two", "three"];

const paths = fc.tuple(fc.constantFrom(...FOLDERS), fc.constantFrom(...NAMES)).map((parts) =>
  parts.join("/")
);
const places = fc.oneof(
  paths,
  fc.constantFrom("widgets/001_a", "widgets/002_b", "widgets", "dist", "more", "more/deep"),
);
const texts = fc.constantFrom(...TEXTS);

const COMMANDS = [
  fc.tuple(paths, texts).map(([path, text]) => new Write(path, text)),
  fc.tuple(paths, texts, fc.integer({ min: 0, max: 60 })).map((parts) => new WriteSlowly(...parts)),
  fc.array(fc.tuple(paths, texts), { minLength: 2, maxLength: 12 }).map((files) =>
    new Burst([...new Map(files)])
  ),
  paths.map((path) => new Damage(path)),
  places.map((place) => new Remove(place)),
  fc.tuple(paths, paths).map(([from, to]) => new Rename(from, to)),
  fc.constantFrom<[string, string]>(["widgets/001_a", "widgets/002_b"], ["more/deep", "more/other"], [
    "more/other",
    "dist",
  ])
    .map((parts) => new Rename(...parts)),
  fc.constant(new Compare()),
  fc.constant(new Rescan()),
];

function change(model: Model, { loadedAt }: Real, path: string, text: string | null): void {
  if (model.get(path) !== text) loadedAt.delete(path);
  model.set(path, text);
}

function isBelow(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`);
}

/** Waits until the session lists exactly the bundles of the model, by hash, and the broken files. */
async function converge(real: Real, model: Model): Promise<void> {
  const files = [...model].filter(([path]) => SCANNED.test(path));
  const bundles = files.filter(([, text]) => text !== null);
  const expected = new Map<string, string>();
  for (const [path, text] of bundles) {
    expected.set(path, (await normaliseTckb(await makeBundle(text!))).tckb.hash);
  }
  const broken = files.filter(([, text]) => text === null).map(([path]) => path).sort();
  const wanted = { bundles: Object.fromEntries(expected), problems: broken };
  const look = () => {
    const { problems } = real.session.listBundles();
    const paths = problems.map(({ path }) => path.slice(real.project.path.length + 1)).sort();
    return { bundles: hashesOf(real), problems: paths };
  };
  await until("everything is seen", () => isEqual(look(), wanted), PATIENCE)
    .catch(() => assert.deepEqual(look(), wanted, "something was never seen"));
}

function isEqual(one: unknown, other: unknown): boolean {
  try {
    assert.deepEqual(one, other);
    return true;
  } catch {
    return false;
  }
}

function hashesOf({ session, project }: Real): { [path: string]: string } {
  const entries = session.listBundles().bundles.map(({ path, bundleHash, label }) => {
    assert.equal(label, basename(path!, ".tckb"));
    return [path!.slice(project.path.length + 1), bundleHash];
  });
  return Object.fromEntries(entries);
}

/** The bundles that another glob library finds. */
async function scanAfresh(directory: string): Promise<{ [path: string]: string }> {
  const found: { [path: string]: string } = {};
  for (const path of await glob(GLOBS, { cwd: directory })) {
    const bytes = new Uint8Array(await readFile(join(directory, path)));
    const read = await normaliseTckb(bytes).catch(() => null);
    if (read !== null) found[path] = read.tckb.hash;
  }
  return found;
}
