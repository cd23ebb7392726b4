import assert from "node:assert/strict";
import type { WidgetContext } from "@tck/kit";
import { agree, ContextReads } from "../../../../web/bundler/realm/context_reads.ts";

const CONTEXT = {
  instanceId: "hello",
  theme: "light",
  locale: "en",
  timeZone: "UTC",
  size: "2x2",
  portalTarget: null,
  agent: null,
  getDoc: () => ({ state: { days: 3 }, version: 0 }),
} as unknown as WidgetContext;

const ONE = { size: "2x2", locale: "en", state: null };
const OTHERS = {
  size: { ...ONE, size: "4x4" },
  locale: { ...ONE, locale: "de" },
  state: { ...ONE, state: "empty" },
};

/** What of a context tells its rendering from others, when it is read so. */
function differsBy(read: (context: WidgetContext) => unknown): string[] {
  const reads = new ContextReads();
  read(reads.watch(CONTEXT));
  const bits = reads.take();
  assert.equal(reads.take(), 0);
  assert.ok(agree(bits, ONE, { ...ONE }));
  return Object.entries(OTHERS).filter(([, other]) => !agree(bits, ONE, other)).map(([name]) => name);
}

const WAYS: [read: (context: WidgetContext) => unknown, expected: string[]][] = [
  [() => {}, []],
  [({ theme, timeZone, instanceId, portalTarget }) => [theme, timeZone, instanceId, portalTarget], []],
  [(context) => context.getDoc, []],
  [(context) => Object.keys(context), ["size", "locale", "state"]],
  [(context) => context.size, ["size"]],
  [({ locale }) => locale, ["locale"]],
  [({ getDoc }) => getDoc(), ["state"]],
  [(context) => [context.size, context.getDoc()], ["size", "state"]],
  [(context) => ({ ...context }), ["size", "locale", "state"]],
  [({ theme: _, ...rest }) => rest, ["size", "locale", "state"]],
  [(context) => Object.values(context), ["size", "locale", "state"]],
  [(context) => JSON.stringify(context), ["size", "locale", "state"]],
  [(context) => Object.assign({}, context), ["size", "locale", "state"]],
  [(context) => Object.getOwnPropertyDescriptor(context, "size")!.value, ["size", "locale", "state"]],
  [(context) => Object.create(context).size, ["size"]],
  [(context) => Reflect.get(context, "locale"), ["locale"]],
];

for (const [read, expected] of WAYS) {
  Deno.test(`reading a context by ${read} tells it from others by ${expected.join(" and ") || "nothing"}`, () => {
    assert.deepEqual(differsBy(read), expected);
  });
}

Deno.test("a context that is watched holds what it held", () => {
  const watched = new ContextReads().watch(CONTEXT);
  const { getDoc, ...values } = { ...watched };
  const { getDoc: getOwnDoc, ...own } = CONTEXT;
  assert.deepEqual(values, own);
  assert.deepEqual(getDoc(), getOwnDoc());
});

Deno.test("what a rendering reads of an earlier one's context is noted as well", () => {
  const reads = new ContextReads();
  const [first] = [reads.watch(CONTEXT), reads.watch(CONTEXT)];
  reads.take();
  void first!.size;
  assert.equal(agree(reads.take(), ONE, OTHERS.size), false);
});
