import assert from "node:assert/strict";
import {
  Badge,
  BarChart,
  Card,
  Heading,
  Image,
  LineChart,
  List,
  ListItem,
  Popover,
  Sparkline,
  Stack,
  Text,
  Tooltip,
  WidgetKitError,
} from "@tck/kit";
import { createChartScale } from "../../../web/tck/blocks/chart_scale.ts";
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
  assert.match(
    renderWidget(<Sparkline values={[1, 2]} label="From 1 to 2" />),
    /role="img" aria-label="From 1 to 2"/,
  );
});

Deno.test("spaces, sizes and tones are the host's tokens", () => {
  assert.match(renderWidget(<Stack gap={5}>a</Stack>), /gap:var\(--space-5\)/);
  assert.match(renderWidget(<Text size="xl">a</Text>), /font-size:var\(--text-xl\)/);
  assert.match(renderWidget(<Badge tone="warning">a</Badge>), /data-tone="warning"/);
  assert.match(
    renderWidget(<BarChart label="b" points={[{ label: "a", value: 1 }]} color={3} />),
    /--kit-ink:var\(--color-chart-3\)/,
  );
});

Deno.test("an image that is not a data URL throws", () => {
  // @ts-expect-error a remote image
  const remote = <Image src="https://images.example/a.png" alt="" />;
  assert.throws(() => renderWidget(remote), (error) => {
    assert.ok(error instanceof WidgetKitError);
    assert.equal(error.code, "image.not_inline");
    assert.match(error.message, /^Cannot show image "https:\/\/images\.example\/a\.png": it is not part/);
    return true;
  });
});

Deno.test("a chart has its label and formatted values in a table for screen readers", () => {
  const points = [{ label: "Mon", value: 1234.5 }, { label: "Tue", value: -2 }];
  for (const Chart of [LineChart, BarChart]) {
    const markup = renderWidget(<Chart label="Passengers" points={points} />, { locale: "de" });
    const table = markup.slice(markup.indexOf("<table>"));
    assert.match(table, /<caption>Passengers<\/caption>/);
    assert.match(table, /<th scope="row">Mon<\/th><td>1\.234,5<\/td>.*<th scope="row">Tue<\/th><td>-2<\/td>/);
    assert.match(markup, /<svg [^>]*aria-hidden="true"/);
  }
  const own = renderWidget(<LineChart label="l" points={points} formatValue={(value) => `${value} km`} />);
  assert.match(own, /<td>1234\.5 km<\/td>/);
  assert.match(own, /<span style="top:\d[^"]*">0 km<\/span>/);
});

Deno.test("a chart without values renders nothing, and one value or equal values are inside the plot", () => {
  assert.equal(renderWidget(<LineChart label="l" points={[]} />), "");
  assert.equal(renderWidget(<BarChart label="b" points={[]} />), "");
  assert.equal(renderWidget(<Sparkline label="s" values={[]} />), "");
  for (const values of [[0], [5], [-5, -5, -5], [1e-9], [1e12, 1e12]]) {
    const points = values.map((value) => ({ label: "a", value }));
    const markup = [
      renderWidget(<LineChart label="l" points={points} />),
      renderWidget(<BarChart label="b" points={points} />),
      renderWidget(<Sparkline label="s" values={values} />),
    ].join("");
    assert.doesNotMatch(markup, /NaN|Infinity|undefined/);
    const { y } = createChartScale(values);
    assert.ok(values.every((value) => y(value) >= 0 && y(value) <= 100), `${values}`);
  }
});

Deno.test("a scale has two to six round values that enclose the data", () => {
  assert.deepEqual(createChartScale([3.1, 7.1]).ticks, [2, 4, 6, 8]);
  assert.deepEqual(createChartScale([0, 0.3]).ticks, [0, 0.1, 0.2, 0.3]);
  assert.deepEqual(createChartScale([-210, 1480]).ticks, [-1000, 0, 1000, 2000]);
  assert.deepEqual(createChartScale([1.1559, 1.1605]).ticks, [1.154, 1.156, 1.158, 1.16, 1.162]);
  const scale = createChartScale([0, 100]);
  assert.deepEqual([scale.y(scale.ticks[0]!), scale.y(scale.ticks.at(-1)!)], [100, 0]);
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

Deno.test("a block without its accessible name, or with a value off the scale, is a type error", () => {
  const wrong = () => [
    // @ts-expect-error an image needs a text alternative
    <Image key={1} src={pixel} />,
    // @ts-expect-error a chart needs a label
    <LineChart key={2} points={[]} />,
    // @ts-expect-error a sparkline needs a label
    <Sparkline key={3} values={[]} />,
    // @ts-expect-error 7 is not on the scale
    <Stack key={4} gap={7}>a</Stack>,
    // @ts-expect-error the card's heading has level 2
    <Heading key={5} level={1}>a</Heading>,
    // @ts-expect-error red is not a tone
    <Badge key={6} tone="red">a</Badge>,
    // @ts-expect-error there are six colours
    <BarChart key={7} label="b" points={[]} color={9} />,
    // @ts-expect-error the explanation is a string
    <Tooltip key={8} text={<b>bold</b>}>a</Tooltip>,
    // @ts-expect-error blocks take no className
    <Card key={9} className="mine">a</Card>,
  ];
  assert.equal(typeof wrong, "function");
});
