import assert from "node:assert/strict";
import { showCards } from "../tck-host-mount/card_page.ts";
import { withPage } from "../widget_site.ts";
import { MANIFEST } from "./project_folder.ts";
import { buildTailwindWidget } from "./tailwind_project.ts";

const WIDGET = `
  import { Badge, Card, Heading } from "@tck/kit";
  import "./widget.css";
  ${MANIFEST}
  export default function Hello() {
    return (
      <Card>
        <Heading>Hello</Heading>
        <Badge>New</Badge>
        <button className="mt-3 border border-line bg-accent translate-x-2">Press</button>
      </Card>
    );
  }
`;

const STYLES = `
  @import "tailwindcss";
  @theme inline reference { --color-accent: var(--color-accent); --color-line: var(--color-border); }
`;

Deno.test("in a card Tailwind's classes work beside the kit's blocks, with the host's colours of either theme", async () => {
  const { module, css, propertiesCss } = await buildTailwindWidget(WIDGET, STYLES);
  const decoder = new TextDecoder();
  await withPage(async (page, site) => {
    await showCards(page, site, [{
      module: decoder.decode(module),
      css: decoder.decode(css!),
      propertiesCss: decoder.decode(propertiesCss!),
      width: 480,
    }]);
    const button = page.getByRole("button", { name: "Press" });
    const styleOf = (property: string) =>
      button.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), property);
    assert.equal(await styleOf("margin-top"), "12px");
    assert.equal(await styleOf("border-top"), "1px solid rgb(225, 221, 212)");
    assert.equal(await styleOf("translate"), "8px");
    assert.equal(await styleOf("background-color"), "rgb(19, 89, 111)");
    await page.evaluate(() => globalThis.control.setTheme("dark"));
    assert.equal(await styleOf("background-color"), "rgb(132, 198, 218)");

    const blocks = await page.locator(".kit-card").evaluate((card) => {
      const heading = getComputedStyle(card.querySelector("h2")!);
      const badge = getComputedStyle(card.querySelector(".kit-badge")!);
      return [getComputedStyle(card).paddingTop, heading.fontSize, badge.borderTopWidth, badge.paddingLeft];
    });
    assert.ok(parseFloat(blocks[0]!) >= 12);
    assert.deepEqual(blocks.slice(1), ["22px", "1px", "8px"]);
  });
});
