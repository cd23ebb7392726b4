import assert from "node:assert/strict";
import type { ReactNode } from "react";
import {
  Badge,
  Calendar,
  Callout,
  Card,
  CardHeader,
  Donut,
  DotMatrix,
  EmptyState,
  Figure,
  Grid,
  Heading,
  HeatGrid,
  Image,
  List,
  ListItem,
  Match,
  Popover,
  ProgressBar,
  Stack,
  StackedBar,
  Stat,
  Table,
  Text,
  Timeline,
  TimelineItem,
  Tooltip,
} from "@tck/kit";
import { estimateTextWidth } from "../../../web/tck/blocks/text_width.ts";
import { renderWidget } from "./widget_rendering.tsx";

const pixel = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

Deno.test("each block renders the semantic element", () => {
  assert.match(renderWidget(<Text>a</Text>), /^<p .*>a<\/p>$/);
  assert.match(renderWidget(<Text inline>a</Text>), /^<span .*>a<\/span>$/);
  assert.match(renderWidget(<Heading>a</Heading>), /^<h2 .*>a<\/h2>$/);
  assert.match(renderWidget(<Heading level={4}>a</Heading>), /^<h4 .*>a<\/h4>$/);
  assert.match(
    renderWidget(<Heading kicker="k">a</Heading>),
    /^<hgroup.*><p .*>k<\/p><h2 .*>a<\/h2><\/hgroup>$/,
  );
  assert.match(
    renderWidget(
      <List ordered>
        <ListItem detail="d" start="s" end="e">a</ListItem>
      </List>,
    ),
    /^<ol [^>]*role="list"[^>]*><li .*>s<.*>a<.*>d<.*>e<.*<\/li><\/ol>$/,
  );
  assert.match(renderWidget(<Image src={pixel} alt="A dot" />), /^<img .*alt="A dot"/);
});

Deno.test("spaces, sizes and tones are the host's tokens", () => {
  assert.match(renderWidget(<Stack gap={5}>a</Stack>), /gap:var\(--space-5\)/);
  assert.match(renderWidget(<Text size="xl">a</Text>), /font-size:var\(--text-xl\)/);
  assert.match(renderWidget(<Badge tone="warning">a</Badge>), /data-tone="warning"/);
});

Deno.test("popovers and tooltips are part of the markup when there is no portal target", () => {
  const popover = renderWidget(<Popover label="More">inside</Popover>);
  const [, target] = /<button [^>]*popoverTarget="([^"]*)"/i.exec(popover)!;
  assert.match(popover, new RegExp(`<div id="${target}"[^>]*popover="auto" role="dialog" aria-label="More"`));
  assert.match(popover, />inside<\/div>$/);
  const tooltip = renderWidget(<Tooltip text="explained">words</Tooltip>);
  const [, described] = /<button [^>]*aria-describedby="([^"]*)"[^>]*>words</.exec(tooltip)!;
  assert.match(
    tooltip,
    new RegExp(`<span id="${described}"[^>]*popover="manual" role="tooltip"[^>]*>explained<`),
  );
});

Deno.test("a progress bar has its name, its value and its words, and a value beyond its end fills it", () => {
  const markup = renderWidget(<ProgressBar label="Pages" value={412} max={880} />, { locale: "de" });
  assert.match(markup, /role="progressbar" aria-label="Pages" aria-valuemin="0" aria-valuemax="100"/);
  assert.match(markup, /aria-valuenow="47" aria-valuetext="47\u00a0%"/);
  const width = (value: number, max: number) =>
    /inline-size:([^"]*)"/.exec(renderWidget(<ProgressBar label="p" value={value} max={max} />))![1];
  assert.deepEqual([width(3, 2), width(-1, 2), width(1, 0)], ["100%", "0%", "0%"]);
});

Deno.test("a stacked bar and a ring have their values in a list for screen readers", () => {
  const segments = [{ label: "Rent", value: 910 }, { label: "Food", value: 690, color: 4 as const }];
  const format = (value: number) => `€${value}`;
  for (
    const block of [
      <StackedBar key="b" label="Spent" segments={segments} limit={1400} formatValue={format} />,
      <Donut key="d" label="Spent" segments={segments} formatValue={format} />,
    ]
  ) {
    const markup = renderWidget(block);
    assert.match(markup, /^<figure [^>]*aria-label="Spent"/);
    assert.match(markup, /<ul class="kit-visually-hidden"><li>Rent: €910<\/li><li>Food: €690<\/li><\/ul>/);
    assert.match(markup, /<ul class="kit-legend" aria-hidden="true">/);
    assert.match(markup, /--kit-ink:var\(--color-chart-1\)/);
    assert.match(markup, /--kit-ink:var\(--color-chart-4\)/);
  }
  const bar = renderWidget(
    <StackedBar label="Spent" segments={segments} limit={1400} formatValue={format} />,
  );
  assert.match(bar, /€1600 \/ €1400/);
  assert.match(bar, /class="kit-over" style="inset-inline-start:87.5%"/);
  assert.doesNotMatch(renderWidget(<StackedBar label="s" segments={segments} limit={1600} />), /kit-over/);
});

Deno.test("a value with a capital letter with an accent is higher, so that it does not touch its label", () => {
  for (
    const [value, isHigher] of [["Übermorgen", true], ["É", true], ["übermorgen", false], [
      "42",
      false,
    ]] as const
  ) {
    const markup = renderWidget(<Stat label="s" value={value} />);
    assert.equal(markup.includes("data-accented"), isHigher, value);
  }
});

Deno.test("parts without a colour have one that no other part has", () => {
  const segments = [{ label: "a", value: 1 }, { label: "b", value: 1 }, {
    label: "c",
    value: 1,
    color: 1 as const,
  }];
  const markup = renderWidget(<StackedBar label="s" segments={segments} />);
  const bar = markup.slice(markup.indexOf("kit-stacked"), markup.indexOf("kit-legend"));
  const colors = Array.from(bar.matchAll(/--color-chart-(\d)/g), ([, color]) => color);
  assert.deepEqual(colors, ["2", "5", "1"]);
});

Deno.test("parts without values are drawn as an empty whole", () => {
  for (const segments of [[], [{ label: "a", value: 0 }], [{ label: "a", value: -0 }]]) {
    const markup = renderWidget(<StackedBar label="s" segments={segments} />) +
      renderWidget(<Donut label="d" segments={segments} />);
    assert.doesNotMatch(markup, /NaN|Infinity|undefined|-\d+%/);
  }
});

Deno.test("a table has a caption, headings of columns and rows, and the priorities of its columns", () => {
  const markup = renderWidget(
    <Table
      label="Ferries"
      columns={[{ key: "to", label: "To" }, { key: "at", label: "At", align: "end" }, {
        key: "pier",
        label: "Pier",
      }]}
      rows={[{ to: "Föhr", at: "10:25", pier: 2 }]}
      current={0}
    />,
  );
  assert.match(markup, /<caption[^>]*>Ferries<\/caption>/);
  assert.match(markup, /<th scope="col" data-align="end" data-priority="1">At<\/th>/);
  assert.match(markup, /<tr aria-current="true"><th scope="row" data-priority="1">Föhr<\/th>/);
  assert.match(markup, /<td data-priority="2">2<\/td>/);
});

Deno.test("a calendar begins with the first day of the week of its language, and names its marks", () => {
  const march = (locale: string) =>
    renderWidget(
      <Calendar
        label="March"
        month="2026-03"
        today="2026-03-10"
        marks={[{ date: "2026-03-18", label: "Paper" }]}
      />,
      { locale },
    );
  const firstColumn = (markup: string) =>
    /class="kit-day"[^>]*style="grid-column-start:(\d)"/.exec(markup)![1];
  // 1 March 2026 is a Sunday.
  assert.equal(firstColumn(march("en-US")), "1");
  assert.equal(firstColumn(march("de")), "7");
  assert.match(march("en"), /<li>Wednesday, March 18, 2026: Paper<\/li>/);
  assert.equal(march("en").match(/class="kit-day"/g)!.length, 31);
  assert.equal(march("en").match(/data-today="true"/g)!.length, 1);
  const marks = ([1, 4] as const).map((color) => ({ date: "2026-03-18", label: `m${color}`, color }));
  const twice = renderWidget(<Calendar label="c" month="2026-03" marks={marks} />);
  assert.deepEqual(
    twice.match(/class="kit-day"[^>]*--kit-ink:[^;"]+/g)!.map((day) => day.split(":").at(-1)),
    [
      "var(--color-chart-1)",
    ],
  );
  assert.match(twice, /: m1<\/li>.*: m4<\/li>/);
  assert.throws(() => renderWidget(<Calendar label="c" month="soon" />), RangeError);
});

Deno.test("a calendar names its colours where each of several has one name", () => {
  const namesOf = (marks: readonly [day: string, label: string, color: 1 | 2 | 3 | 4 | 5 | 6][]) => {
    const markup = renderWidget(
      <Calendar
        label="c"
        month="2026-03"
        marks={marks.map(([day, label, color]) => ({ date: `2026-${day}`, label, color }))}
      />,
    );
    return Array.from(markup.matchAll(/kit-legend-label">([^<]+)/g), ([, name]) => name);
  };
  assert.deepEqual(namesOf([["03-02", "Paper", 1], ["03-04", "Glass", 2], ["03-16", "Paper", 1]]), [
    "Paper",
    "Glass",
  ]);
  assert.deepEqual(namesOf([["03-02", "Paper", 1], ["03-04", "Paper", 1]]), [], "one colour");
  assert.deepEqual(namesOf([["03-02", "Paper", 1], ["04-04", "Glass", 2]]), [], "one colour in this month");
  assert.deepEqual(
    namesOf([["03-02", "Mara", 1], ["03-04", "Elif", 1], ["03-05", "Tom", 2]]),
    [],
    "two names",
  );
  assert.deepEqual(
    namesOf(([1, 2, 3, 4, 5] as const).map((color) => [`03-0${color}`, `m${color}`, color])),
    [],
    "more colours than there is room for",
  );
});

Deno.test("a dot matrix has as many dots as its total", () => {
  const dots = (markup: string) => markup.match(/M[\d.]+ [\d.]+h/g)!.length;
  const year = renderWidget(<DotMatrix label="63 of 365 days" total={365} filled={62} current={62} />);
  assert.equal(dots(year), 365);
  assert.match(year, /role="img" aria-label="63 of 365 days"/);
  assert.match(renderWidget(<DotMatrix label="d" total={28} columns={7} />), /viewBox="0 0 7 4"/);
  assert.equal(dots(renderWidget(<DotMatrix label="d" total={3} levels={[0.2, 0, 2]} />)), 3);
  assert.equal(renderWidget(<DotMatrix label="0 of 0 days" total={0} />), "");
});

Deno.test("a text that is an element, such as one that is crossed out, has its own direction as well", () => {
  const directionOf = (text: ReactNode) => {
    const markup = renderWidget(
      <Timeline>
        <TimelineItem time="8">{text}</TimelineItem>
      </Timeline>,
      { locale: "ar" },
    );
    return /<div class="kit-event-text"(?: dir="(\w+)")?>/.exec(markup)![1];
  };
  assert.equal(directionOf(<s>Biology</s>), "ltr");
  assert.equal(directionOf(["2 ", <b key="b">kg</b>]), "ltr");
  assert.equal(directionOf(<s>أحياء</s>), undefined);
  assert.equal(directionOf(<img alt="Biology" src="data:," />), undefined);
});

Deno.test("the font size of a value depends on its estimated width", () => {
  assert.ok(estimateTextWidth("1,234,567") > estimateTextWidth("12"));
  assert.ok(estimateTextWidth("東京") > estimateTextWidth("12"));
  assert.equal(estimateTextWidth("١٢"), estimateTextWidth("12"));
  assert.equal(estimateTextWidth("\u200f62\u00a0%\u061c"), estimateTextWidth("62\u00a0%"));
  assert.match(renderWidget(<Stat label="l" value="12" unit="m" />), /--kit-em:\d/);
  assert.match(renderWidget(<Stat label="l" value="–" unit="m" />), /data-missing/);
  assert.doesNotMatch(renderWidget(<Stat label="l" value="–1" />), /data-missing/);
});

Deno.test("current and past items say so", () => {
  const markup = renderWidget(
    <Timeline>
      <TimelineItem time="9:00" past>Stand-up</TimelineItem>
      <TimelineItem time="11:30" current>Review</TimelineItem>
    </Timeline>,
  );
  assert.match(markup, /^<ol [^>]*role="list"><li [^>]*data-past="true"[^>]*>.*<li [^>]*aria-current="true"/);
  assert.match(renderWidget(<ListItem color={2}>a</ListItem>), /kit-swatch/);
  assert.doesNotMatch(renderWidget(<ListItem>a</ListItem>), /kit-swatch|aria-current|data-past/);
});

Deno.test("a heat grid has its headings, a name for each cell, and one cell that Tab reaches", () => {
  const markup = renderWidget(
    <HeatGrid
      label="Visits"
      rows={["Sat", "Sun"]}
      columns={["Noon", "Evening"]}
      values={[[null, 8], [2, 0]]}
      formatValue={(value) => `${value} guests`}
    />,
  );
  assert.match(markup, /role="grid"[^>]*aria-label="Visits"/);
  assert.match(markup, /role="columnheader"[^>]*><span>Noon/);
  assert.match(markup, /role="rowheader"[^>]*><span>Sun/);
  const cells = Array.from(
    markup.matchAll(/data-level="(\d)" data-cell="(\d \d)" tabindex="(-?\d)" aria-label="([^"]*)"/gi),
    ([, ...parts]) => parts,
  );
  assert.deepEqual(cells, [
    ["4", "0 1", "0", "Sat, Evening: 8 guests"],
    ["1", "1 0", "-1", "Sun, Noon: 2 guests"],
    ["0", "1 1", "-1", "Sun, Evening: 0 guests"],
  ]);
});

Deno.test("days are weeks beside one another in the week of the language, headed by their months", () => {
  const days = Array.from({ length: 40 }, (_, day) => ({
    date: new Date(Date.UTC(2026, 1, 10 + day)).toISOString().slice(0, 10),
    value: day,
  }));
  const grid = (locale: string) => renderWidget(<HeatGrid label="l" days={days} />, { locale });
  // 10 February 2026 is a Tuesday, in the third row of a week from Sunday on, and in the second from Monday on.
  assert.match(grid("en-US"), /data-cell="2 0"[^>]*aria-label="Tue, Feb 10: 0"/);
  assert.match(grid("de"), /data-cell="1 0"[^>]*aria-label="Di\., 10\. Feb\.: 0"/);
  const months = Array.from(
    grid("en-US").matchAll(/role="columnheader"[^>]*><span[^>]*>([^<]*)</g),
    ([, text]) => text,
  );
  assert.deepEqual(months, ["Feb", "Mar"]);
  assert.equal(grid("en").match(/data-cell=/g)!.length, 40);
  assert.doesNotMatch(renderWidget(<HeatGrid label="l" days={[]} />), /data-cell|NaN/);
});

Deno.test("a match has both of its sides with their scores, an empty state its title, and a figure its name", () => {
  const match = renderWidget(
    <Match
      sides={[{ name: "Kiel", score: 28 }, { name: "Berlin", score: 27, lost: true }]}
      status="54′"
      current
    />,
  );
  assert.match(match, /^<li class="kit-item kit-match" aria-current="true">/);
  assert.match(match, />Kiel<.*>28<.*data-lost="true".*>Berlin<.*>27<.*>54′</);
  assert.doesNotMatch(
    renderWidget(<Match sides={[{ name: "a" }, { name: "b" }]} />),
    /kit-match-(score|status)/,
  );
  const empty = renderWidget(<EmptyState title="Nothing">Until Friday.</EmptyState>);
  assert.match(empty, />Nothing<.*>Until Friday\.</);
  const figure = renderWidget(
    <Figure label="The moon">{({ width, height }) => `${width} × ${height}`}</Figure>,
  );
  assert.match(figure, /role="img" aria-label="The moon".*320 × 160/);
});

Deno.test("a bar without its header still has its name and its value for screen readers", () => {
  const markup = renderWidget(<ProgressBar header={false} label="Pages" value={0.5} />);
  assert.match(markup, /aria-label="Pages".*aria-valuetext="50%"/);
  assert.doesNotMatch(markup, /kit-meter-head/);
});

Deno.test("the limit of a stacked bar that is exceeded has its value", () => {
  const bar = (limit: number) =>
    renderWidget(<StackedBar label="s" segments={[{ label: "a", value: 100 }]} limit={limit} />);
  assert.match(bar(80), /--kit-at:80%[^>]*><span>80</);
  assert.doesNotMatch(bar(100), /kit-limit/);
});

Deno.test("an element with a tooltip is reached by the keyboard and is not underlined, and words are a button", () => {
  const element = renderWidget(
    <Tooltip text="explained">
      <Badge>New</Badge>
    </Tooltip>,
  );
  assert.match(
    element,
    /^<span aria-describedby="[^"]+" class="kit-tooltip-anchor" role="group" tabindex="0"><span class="kit-badge"/i,
  );
  assert.match(renderWidget(<Tooltip text="explained">words</Tooltip>), /^<button /);
});

Deno.test("a calendar marks the week of today, or else of the first mark", () => {
  const week = (props: { today: string; marks?: { date: string; label: string }[] }) => {
    const markup = renderWidget(<Calendar label="c" month="2026-03" {...props} />, { locale: "de" });
    return Array.from(markup.matchAll(/data-week=""[^>]*><span>(\d+)</g), ([, day]) => Number(day));
  };
  assert.deepEqual(week({ today: "2026-03-04" }), [2, 3, 4, 5, 6, 7, 8]);
  assert.deepEqual(week({ today: "2026-03-31" }), [30, 31]);
  assert.deepEqual(week({ today: "2026-05-01", marks: [{ date: "2026-03-10", label: "p" }] }), [
    9,
    10,
    11,
    12,
    13,
    14,
    15,
  ]);
  assert.deepEqual(week({ today: "2026-05-01" }), [1]);
});

Deno.test("a block without its accessible name, or with a value off the scale, is a type error", () => {
  const wrong = () => [
    // @ts-expect-error an image needs a text alternative
    <Image key={1} src={pixel} />,
    // @ts-expect-error 7 is not on the scale
    <Stack key={4} gap={7}>a</Stack>,
    // @ts-expect-error the card's heading has level 2
    <Heading key={5} level={1}>a</Heading>,
    // @ts-expect-error red is not a tone
    <Badge key={6} tone="red">a</Badge>,
    // @ts-expect-error there are six colours
    <ListItem key={7} color={9}>a</ListItem>,
    // @ts-expect-error the explanation is a string
    <Tooltip key={8} text={<b>bold</b>}>a</Tooltip>,
    // @ts-expect-error blocks take no className
    <Card key={9} className="mine">a</Card>,
    // @ts-expect-error postive is not a tone
    <Callout key={10} tone="postive" title="a" />,
    // @ts-expect-error five columns cannot be halved
    <Grid key={11} columns={5}>a</Grid>,
    // @ts-expect-error a value is a text, formatted by the widget
    <Stat key={12} label="a" value={7} />,
    // @ts-expect-error a bar needs a label
    <ProgressBar key={13} value={1} />,
    // @ts-expect-error a row has no value of another key
    <Table key={14} label="a" columns={[{ key: "to", label: "To" }]} rows={[{ from: "b" }]} />,
    // @ts-expect-error a header has a text
    <CardHeader key={15} />,
  ];
  assert.equal(typeof wrong, "function");
});

Deno.test("a muted mark is paler than a muted text, and the title of a muted remark is not", () => {
  const segments = [{ label: "Open", value: 5, tone: "muted" as const }];
  const pale = "--kit-ink:color-mix(in srgb, var(--color-text-muted) 72%, var(--color-surface))";
  assert.ok(renderWidget(<StackedBar label="s" segments={segments} />).includes(pale));
  assert.ok(renderWidget(<ProgressBar label="p" value={0.5} tone="muted" />).includes(pale));
  assert.ok(
    renderWidget(<Callout tone="muted" title="t" />).includes('style="--kit-ink:var(--color-text-muted)"'),
  );
});
