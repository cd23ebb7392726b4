import assert from "node:assert/strict";
import { checkConfig } from "../../../preview/server/model/config/check_config.ts";
import type { PreviewConfig } from "../../../preview/server/model/mod.ts";
import { makeBundle } from "./bundles.ts";
import { assertRejected, openSession } from "./opened_session.ts";
import { Project } from "./project.ts";
import type { RegisterTest } from "./served_preview.ts";

const faultsOf = (config: unknown): string => {
  try {
    checkConfig(config, "tck.preview.config.ts");
  } catch (error) {
    return (error as Error).message;
  }
  return "";
};

/** The fields of a configuration: checked one by one, and what they do (preview specification, §2). */
export function testConfigFields(test: RegisterTest): void {
  test("every field of the specification is accepted", () => {
    const config: PreviewConfig = {
      scan: { bundled: ["a/*.tckb", { glob: "b/*.tckb", label: "B" }, { glob: "c/*.tckb" }] },
      canvas: {
        feeds: [
          { glob: "a/*.tckb", group: "dir", id: "a", label: "A", order: -1.5, notes: "", context: {} },
          { globs: ["a/*.tckb", "b/*.tckb"], group: "single", order: Infinity },
          {
            glob: "*.tckb",
            group: () => null,
            label: (key) => key,
            order: () => 1,
            notes: () => undefined,
            context: () => undefined,
          },
        ],
        grids: [{
          glob: "*.tckb",
          context: {
            slotValues: {
              actions: [{ id: "a", label: "A" }],
              updatedAt: { timestamp: "yesterday", label: "y" },
            },
            locale: ["de", "en"],
            timeZone: "Europe/Berlin",
          },
        }, { glob: "*.tckb", context: { slotValues: { updatedAt: null }, locale: "de" } }],
      },
      viteFinal: (vite) => vite,
    };
    assert.equal(checkConfig(config, "tck.preview.config.ts"), config);
  });

  test("an invalid field is reported with its path, the value and what was expected", () => {
    const feed = (source: unknown) => faultsOf({ canvas: { feeds: [{ glob: "*.tckb" }, source] } });
    assert.match(
      feed({ glob: "a", globs: ["b"] }),
      /canvas\.feeds\[1\] has both glob and globs: give one of them$/,
    );
    assert.match(feed({}), /canvas\.feeds\[1\] has neither glob nor globs/);
    assert.match(feed({ globs: [] }), /canvas\.feeds\[1\]\.globs is empty/);
    assert.match(feed({ glob: "a", order: NaN }), /canvas\.feeds\[1\]\.order is NaN, expected a number/);
    assert.match(
      feed({ glob: "a", group: "folder" }),
      /group is "folder", expected "dir", "single" or a function/,
    );
    assert.match(
      feed({ glob: "a", lable: "A" }),
      /"canvas\.feeds\[1\]\.lable" is not a field: did you mean "label"\?/,
    );
    assert.match(feed({ glob: "a", context: { timezone: "UTC" } }), /did you mean "timeZone"\?/);
    assert.match(
      feed({ glob: "a", context: { locale: [1] } }),
      /context\.locale\[0\] is 1, expected a language tag such as "de-AT"/,
    );
    assert.match(
      feed({ glob: "a", context: { slotValues: { actions: [null] } } }),
      /context\.slotValues\.actions\[0\] is null, expected an object/,
    );
    assert.match(
      feed({ glob: "a", context: { slotValues: { actions: [{ id: "x", label: 7 }] } } }),
      /actions\[0\]\.label is 7, expected a text, or texts by language/,
    );
    assert.match(
      feed({ glob: "a", context: { slotValues: { actions: [{ label: "X" }] } } }),
      /actions\[0\] has no id/,
    );
    assert.match(feed("a"), /canvas\.feeds\[1\] is "a", expected an object/);
    const context = (context: unknown) => feed({ glob: "a", context }).split("context.")[1];
    assert.equal(
      context({ timeZone: "Not/AZone" }),
      'timeZone is "Not/AZone", expected a time zone such as "Europe/Berlin"',
    );
    assert.equal(context({ locale: "en_US" }), 'locale is "en_US", expected a language tag such as "de-AT"');
    assert.equal(
      context({ locale: ["de", ""] }),
      'locale[1] is "", expected a language tag such as "de-AT"',
    );
    assert.equal(
      context({ slotValues: { updatedAt: { label: "now" } } }),
      "slotValues.updatedAt has no timestamp",
    );
    const action = (...fields: object[]) =>
      context({ slotValues: { actions: fields.map((field) => ({ id: "a", label: "A", ...field })) } });
    assert.equal(action({}, {}), 'slotValues.actions has two actions with the id "a"');
    assert.equal(action({ color: undefined }, { id: "b" }), undefined);
    for (
      const [field, message] of [
        [{ href: "page" }, 'href: "page" is neither an https: link nor a path that begins with one slash'],
        [{ color: "not a colour" }, 'color: "not a colour" is not a CSS colour'],
        [{ when: "!" }, 'when: "!" is not the key of a state'],
        [{ label: { en_US: "A" } }, 'label.en_US: "en_US" is not a BCP 47 language tag'],
      ] as const
    ) assert.equal(action(field), `slotValues.actions[0] has an invalid ${message}`);
    assert.match(faultsOf({ scan: { unbundled: [] } }), /did you mean "bundled"\?/);
    assert.match(
      faultsOf({ scan: { bundled: [{ label: "A" }, ""] } }),
      /bundled\[0\] has no glob; .*bundled\[1\] is ""/,
    );
    assert.match(faultsOf({ scan: { bundled: "a" } }), /scan\.bundled is "a", expected an array/);
    assert.match(faultsOf({ vitefinal: 1 }), /did you mean "viteFinal"\?/);
    assert.match(faultsOf({ viteFinal: {} }), /viteFinal is an object, expected a function/);
    assert.match(
      faultsOf({ somethingElse: 1 }),
      /"somethingElse" is not a field: known are scan, canvas, viteFinal/,
    );
    assert.match(faultsOf(JSON.parse(`{ "__proto__": 1 }`)), /"__proto__" is not a field/);
    assert.match(faultsOf(() => ({})), /the default export is a function, expected an object/);
    const many = faultsOf(
      Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`key${index}`, 1])),
    );
    assert.match(many, /\(and 995 more\)$/);
    assert.ok(faultsOf({ ["x".repeat(1_000_000)]: 1 }).length < 400);
  });

  test("globs that cannot be scanned are rejected, and a glob that leads out of the project is not", async () => {
    await using outside = await Project.create({ "001_out.tckb": await makeBundle("out") });
    await using project = await Project.create();
    const scan = (glob: string) => ({ config: { scan: { bundled: [glob] } } });
    for (
      const glob of [
        "/**/*.tckb",
        "!a/*.tckb",
        "a/*.zip",
        "a/*/../b/*.tckb",
        "/*.tckb",
        `${"a".repeat(5_000)}.tckb`,
      ]
    ) {
      await assertRejected(openSession(project, scan(glob)), "config.invalid_glob", /^Cannot use glob "/);
    }
    await using opened = await openSession(project, scan(`../${outside.path.split("/").at(-1)}/*.tckb`));
    await opened.session.ready;
    const [bundle] = opened.session.listBundles().bundles;
    assert.deepEqual([bundle?.relPath, bundle?.source], ["001_out.tckb", "Custom location"]);
  });

  test("a field of the program wins over the file's, and the others remain", async () => {
    await using project = await Project.create({
      "tck.preview.config.js": `export default { scan: { bundled: [{ glob: "a/*.tckb", label: "file" }] },
      canvas: { feeds: [{ glob: "b/*.tckb", id: "file" }], grids: [{ glob: "b/*.tckb", id: "file" }] },
      viteFinal: (config) => config };`,
    });
    const viteFinal = (config: object) => config;
    await using opened = await openSession(project, {
      config: { viteFinal, canvas: { feeds: [{ glob: "c/*.tckb" }] } },
    });
    const { config } = opened.session;
    assert.equal(config.viteFinal, viteFinal);
    assert.deepEqual(config.feeds.map(({ id }) => id), ["c"]);
    assert.deepEqual(config.grids.map(({ id }) => id), ["file"]);
    assert.equal(config.scanned[0]!.source, "file");
  });

  test("functions of the configuration that throw or return invalid values are reported, and no bundle is lost", async () => {
    await using project = await Project.create({
      "dist/001_a.tckb": await makeBundle("a"),
      "dist/002_b.tckb": await makeBundle("b"),
    });
    const canvas: PreviewConfig["canvas"] = {
      feeds: [{
        glob: "dist/*.tckb",
        group: ({ label }) => {
          if (label === "001_a") throw new Error("no group");
          return "__proto__";
        },
        label: () => 7 as unknown as string,
        order: () => NaN,
        context: ({ label }) => ({ timeZone: label === "001_a" ? "UTC" : "Not/AZone", slotValues: {} }),
      }],
    };
    await using opened = await openSession(project, { config: { canvas } });
    await opened.session.ready;
    const index = opened.session.feedIndex();
    assert.deepEqual(index.feeds.map(({ id, label, bundleIds }) => [id, label, bundleIds.length]), [
      ["__proto__", "__proto__", 1],
      ["Loose", "Loose", 1],
    ]);
    assert.deepEqual(JSON.parse(JSON.stringify(index)), index);
    const codes = index.problems.map(({ code }) => code);
    assert.deepEqual(codes.sort(), [
      "composition.context",
      "composition.group",
      "composition.label",
      "composition.order",
    ]);
    const context = index.problems.find(({ code }) => code === "composition.context");
    assert.equal(
      context!.message,
      'Cannot use context for "002_b": timeZone is "Not/AZone", expected a time zone such as "Europe/Berlin"; ' +
        "the bundle has no context",
    );
    opened.session.feedIndex();
    assert.equal(opened.reports.length, 4);
  });
}
