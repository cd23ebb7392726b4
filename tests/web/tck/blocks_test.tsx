// deno-lint-ignore-file jsx-key -- blocks in a table of cases are rendered one by one
import assert from "node:assert/strict";
import type { ReactElement, ReactNode } from "react";
import {
  Badge,
  BarList,
  Calendar,
  Callout,
  Card,
  CardHeader,
  Donut,
  DotMatrix,
  EmptyState,
  Figure,
  Gauge,
  Grid,
  Heading,
  HeatGrid,
  Image,
  List,
  ListItem,
  Match,
  Popover,
  ProgressBar,
  Quote,
  Stack,
  StackedBar,
  Stat,
  Table,
  Text,
  Timeline,
  TimelineItem,
  Tooltip,
} from "@tck/kit";
import { estimateValueWidth } from "../../../web/tck/text_width.ts";
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

Deno.test("a quote, a scale and a ranking have their roles, names and words", () => {
  assert.match(
    renderWidget(<Quote author="Ada" source="Notes" lang="la">Festina lente</Quote>),
    /^<figure [^>]*><blockquote [^>]*lang="la"[^>]*>Festina lente<\/blockquote><figcaption.*Ada.*Notes.*<\/figcaption><\/figure>$/,
  );
  const ranges = [{ label: "Low", to: 5 }, { label: "High", to: 10 }];
  const gauge = (value: number) => renderWidget(<Gauge label="g" value={value} max={10} ranges={ranges} />);
  assert.match(
    gauge(7),
    /role="meter" aria-label="g" aria-valuemin="0" aria-valuemax="10" aria-valuenow="7"/,
  );
  assert.match(gauge(5), /aria-valuetext="5, Low"/);
  assert.match(gauge(99), /--kit-at:1".*aria-valuenow="10" aria-valuetext="99, High"/);
  const list = renderWidget(
    <BarList label="b" items={[{ label: "x", value: 4 }, { label: "y", value: 0, tone: "negative" }]} />,
  );
  assert.match(list, /^<ul [^>]*role="list" aria-label="b">/);
  assert.match(list, /--kit-share:1".*>x<.*>4<.*--kit-ink:var\(--color-negative\);--kit-share:0".*>y<.*>0</);
  assert.match(
    renderWidget(<BarList label="b" items={[]} />),
    /<ul [^>]*><li class="kit-more"><\/li><\/ul>$/,
  );
});

Deno.test("an author's class name is on the outermost element of each block, beside the kit's own", () => {
  const own = { className: "mine" };
  const part = [{ label: "a", value: 1 }];
  const blocks: ReactElement[] = [
    <Badge {...own}>a</Badge>,
    <BarList {...own} label="a" items={part} />,
    <Calendar {...own} label="a" month="2026-03" />,
    <Callout {...own} title="a" />,
    <Card {...own}>a</Card>,
    <CardHeader {...own}>a</CardHeader>,
    <Donut {...own} label="a" segments={part} />,
    <DotMatrix {...own} label="a" total={3} />,
    <EmptyState {...own} title="a" />,
    <Figure {...own} label="a">{() => null}</Figure>,
    <Gauge {...own} label="a" value={1} max={2} />,
    <Grid {...own}>a</Grid>,
    <Heading {...own}>a</Heading>,
    <Heading {...own} kicker="k">a</Heading>,
    <HeatGrid {...own} label="a" rows={["r"]} columns={["c"]} values={[[1]]} />,
    <Image {...own} src={pixel} alt="" />,
    <List {...own}>{null}</List>,
    <ListItem {...own}>a</ListItem>,
    <Match {...own} sides={[]} />,
    <Popover {...own} label="a">a</Popover>,
    <ProgressBar {...own} label="a" value={1} />,
    <Quote {...own} author="a">a</Quote>,
    <Stack {...own}>a</Stack>,
    <StackedBar {...own} label="a" segments={part} />,
    <Stat {...own} label="a" value="1" />,
    <Table {...own} label="a" columns={[{ key: "a", label: "a" }]} rows={[]} />,
    <Text {...own}>a</Text>,
    <Timeline {...own}>{null}</Timeline>,
    <TimelineItem {...own} time="a">a</TimelineItem>,
    <Tooltip {...own} text="a">a</Tooltip>,
    <Tooltip {...own} text="a">
      <b>a</b>
    </Tooltip>,
  ];
  for (const block of blocks) {
    const markup = renderWidget(block);
    assert.match(markup, /^<\w+ [^>]*class="kit-[\w -]+ mine"/);
    assert.equal(markup.split("mine").length, 2, markup);
  }
});

Deno.test("an urgent card has its words once for its header, and in a line of its own", () => {
  const card = renderWidget(<Card urgent="Overdue">{<CardHeader>Rent</CardHeader>}</Card>);
  assert.match(card, /kit-header"><svg.*<span class="kit-visually-hidden">Overdue<\/span><p .*>Rent</);
  assert.match(card, /<p class="kit-urgent"><svg.*<\/svg>Overdue<\/p>/);
  assert.doesNotMatch(renderWidget(<Card>{<CardHeader>Rent</CardHeader>}</Card>), /urgent/);
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
  assert.ok(estimateValueWidth("1,234,567") > estimateValueWidth("12"));
  assert.ok(estimateValueWidth("東京") > estimateValueWidth("12"));
  assert.equal(estimateValueWidth("١٢"), estimateValueWidth("12"));
  assert.equal(estimateValueWidth("\u200f62\u00a0%\u061c"), estimateValueWidth("62\u00a0%"));
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
    // @ts-expect-error blocks take no style: the fit decides about sizes
    <Card key={9} style={{ height: 9 }}>a</Card>,
    // @ts-expect-error postive is not a tone
    <Callout key={10} tone="postive" title="a" />,
    // @ts-expect-error five columns cannot be halved
    <Grid key={11} columns={5}>a</Grid>,
    // @ts-expect-error a value is a text or a number
    <Stat key={12} label="a" value={null} />,
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
