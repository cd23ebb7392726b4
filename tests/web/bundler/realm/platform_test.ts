import assert from "node:assert/strict";
import * as fc from "fast-check";
import { structuredClone as cloneOfRealm } from "../../../../web/bundler/realm/clone.ts";
import * as events from "../../../../web/bundler/realm/events.ts";
import * as text from "../../../../web/bundler/realm/text.ts";
import { createUrlClasses, type ParseUrl } from "../../../../web/bundler/realm/urls.ts";

const anyCharacter = (max: number) => fc.integer({ min: 0, max }).map((point) => String.fromCodePoint(point));

/** Half of the characters are below U+0800. */
const anyText = fc.string({ unit: fc.oneof(anyCharacter(0x7FF), anyCharacter(0x10FFFF)) }).map((text) =>
  text.toWellFormed()
);

const PARTS = "href origin protocol username password host hostname port pathname search hash".split(" ");

/** Reads addresses as the process around a realm does. */
const parseUrl: ParseUrl = (address, base, property, value) => {
  if (!URL.canParse(address, base)) return "";
  const url = new URL(address, base) as unknown as { [part: string]: string };
  if (property === "href" && !URL.canParse(value!)) return "";
  if (property !== undefined) url[property] = value!;
  return JSON.stringify(Object.fromEntries(PARTS.map((part) => [part, url[part]])));
};

const realm = createUrlClasses(parseUrl) as { URL: typeof URL; URLSearchParams: typeof URLSearchParams };

function describeUrl(Url: typeof URL, steps: (url: URL) => void): unknown {
  try {
    const url = new Url("https://user:pw@a.example:8080/b/c?d=e&f=%20g+h&d=#i");
    steps(url);
    const parts = PARTS.map((part) => (url as unknown as { [part: string]: string })[part]);
    return [parts, `${url}`, JSON.stringify(url), [...url.searchParams], url.searchParams.size];
  } catch (error) {
    return (error as Error).name;
  }
}

for (
  const steps of [
    () => {},
    (url) => url.hash = "x y",
    (url) => url.search = "?a=1&b=2",
    (url) => url.pathname = "ü/../ö",
    (url) => url.port = "none",
    (url) => url.href = "http://b.example",
    (url) => url.href = "no address",
    (url) => url.searchParams.append("ä&", "= +'()~*-._"),
    (url) => url.searchParams.set("d", "1"),
    (url) => url.searchParams.set("new", "1"),
    (url) => url.searchParams.delete("d"),
    (url) => url.searchParams.delete("d", "e"),
    (url) => url.searchParams.sort(),
    (url) => {
      url.search = "?z=1";
      url.searchParams.append("z", "2");
    },
  ] satisfies ((url: URL) => void)[]
) {
  Deno.test(`an address in a realm is that of a browser: ${steps}`, () => {
    assert.deepEqual(describeUrl(realm.URL, steps), describeUrl(URL, steps));
  });
}

Deno.test("what is an address in a realm is one in a browser, and nothing else is", () => {
  for (const address of ["a:b", "http://[::1]/", "http://[", "", "//a.example", "?q", "http://ü.example"]) {
    for (const base of [undefined, "https://a.example/b/", "no base"]) {
      assert.equal(realm.URL.canParse(address, base), URL.canParse(address, base), `${address} ${base}`);
      assert.equal(realm.URL.parse(address, base)?.href, URL.parse(address, base)?.href);
    }
  }
  assert.throws(() => new realm.URL("?q"), TypeError);
});

Deno.test("parameters in a realm are read and written as in a browser", () => {
  const init = fc.oneof(
    anyText,
    fc.array(fc.tuple(anyText, fc.string())),
    fc.dictionary(fc.string(), fc.string()),
    fc.constantFrom("?a=b&a=c", "a", "=", "&&a==b", "%zz=%41+%2B&%ff=%C3%A4%FF", "%F0%9F%98%80"),
  );
  fc.assert(fc.property(init, fc.string(), (init, name) => {
    const [ours, theirs] = [realm.URLSearchParams, URLSearchParams].map((Parameters) => {
      const parameters = new Parameters(init);
      return [
        `${parameters}`,
        [...parameters],
        parameters.get(name),
        parameters.getAll(name),
        parameters.has(name),
      ];
    });
    assert.deepEqual(ours, theirs);
  }));
});

Deno.test("text in a realm is encoded and decoded as in a browser", () => {
  fc.assert(fc.property(anyText, (value) => {
    assert.deepEqual(new text.TextEncoder().encode(value), new TextEncoder().encode(value));
  }));
  const bytes = fc.uint8Array({ maxLength: 12 });
  const utf8 = anyText.map((value) => new TextEncoder().encode(value));
  fc.assert(
    fc.property(fc.oneof(utf8, bytes.map((values) => values.map((value) => value & 0x7F))), (values) => {
      assert.equal(new text.TextDecoder().decode(values), new TextDecoder().decode(values));
    }),
  );
  fc.assert(fc.property(bytes, (values) => {
    const decode = (
      Decoder: new (label: string, options: { fatal: boolean }) => { decode(b: Uint8Array): string },
    ) => {
      try {
        return new Decoder("utf-8", { fatal: true }).decode(values);
      } catch (error) {
        return (error as Error).name;
      }
    };
    assert.equal(decode(text.TextDecoder as never), decode(TextDecoder as never));
  }));
});

Deno.test("base64 in a realm is that of a browser", () => {
  fc.assert(fc.property(fc.string({ unit: anyCharacter(0x7F) }), (value) => {
    assert.equal(text.btoa(value), btoa(value));
    assert.equal(text.atob(btoa(value)), value);
  }));
  assert.throws(() => text.btoa("ü€"));
  for (const wrong of ["a", "a=", "ab=c", "a*bc"]) assert.throws(() => text.atob(wrong), wrong);
});

Deno.test("data is cloned in a realm as in a browser", () => {
  const circle: { [key: string]: unknown } = { list: [1, , "a", null, undefined, 2n], date: new Date(5) };
  circle.self = circle;
  for (
    const value of [
      circle,
      new Map([[{ a: 1 }, new Set([1, NaN])]]),
      new Uint16Array([1, 2, 3]).subarray(1),
      /a+/giu,
      { __proto__: { inherited: 1 }, own: 1 },
      JSON.parse('{"__proto__": 1}'),
    ]
  ) {
    assert.deepEqual(cloneOfRealm(value), structuredClone(value));
  }
  for (const value of [() => 1, Symbol("a"), { deep: [() => 1] }]) {
    assert.throws(() => cloneOfRealm(value), { name: "DataCloneError" });
  }
});

Deno.test("events and aborts in a realm reach their listeners as in a browser", () => {
  const told = (
    platform: { EventTarget: unknown; CustomEvent: unknown; AbortController: unknown; AbortSignal: unknown },
  ) => {
    const { EventTarget, CustomEvent, AbortController, AbortSignal } = platform as typeof globalThis;
    const heard: unknown[] = [];
    const target = new EventTarget();
    const once = (event: Event) =>
      heard.push("once", event.type, (event as CustomEvent).detail, event.target === target);
    target.addEventListener("a", once, { once: true });
    target.addEventListener("a", once);
    target.addEventListener("a", { handleEvent: (event) => event.preventDefault() });
    heard.push(target.dispatchEvent(new CustomEvent("a", { cancelable: true, detail: 1 })));
    heard.push(target.dispatchEvent(new CustomEvent("a")));
    const controller = new AbortController();
    const any = AbortSignal.any([new AbortController().signal, controller.signal]);
    any.addEventListener("abort", () => heard.push("aborted", any.reason.name));
    controller.abort();
    controller.abort("again");
    heard.push(controller.signal.aborted, AbortSignal.abort("why").reason, any.aborted);
    return heard;
  };
  assert.deepEqual(told(events), told(globalThis));
});
