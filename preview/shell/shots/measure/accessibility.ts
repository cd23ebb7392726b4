import type { AxeViolation } from "../../../shots.ts";

/** How many elements are listed for one rule. */
const MAX_NODES = 10;

/** axe's rules that compare a card with others on its page: each card is checked by them alone. */
const RULES_OF_ONE_CARD = ["heading-order", "landmark-unique"];

/** Finds violations of axe's rules in each card. One run checks all cards; the rules that compare cards run for each. */
export async function findViolations(
  articles: readonly (HTMLElement | null)[],
): Promise<AxeViolation<Element>[][]> {
  const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
  const cards = articles.filter((article) => article !== null);
  // An empty layer above the content hides the colours from axe.
  for (const article of cards) {
    const layer = article.shadowRoot?.querySelector<HTMLElement>("[data-tck-portal]:empty");
    layer?.style.setProperty("display", "none");
  }
  if (cards.length === 0) return articles.map(() => []);
  const found = new Map(cards.map((card) => [card, [] as AxeViolation<Element>[]]));
  const cardOf = (element: Element): HTMLElement | undefined => {
    let at: Element | null = element;
    while (at !== null) {
      if (found.has(at as HTMLElement)) return at as HTMLElement;
      const root = at.getRootNode();
      at = at.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
    }
  };
  // axe reads the whole page for each run.
  const hasSeveralParts = (card: HTMLElement) => {
    const root = card.shadowRoot!;
    const levels = [...root.querySelectorAll("h1, h2, h3, h4, h5, h6, [role=heading]")]
      .map((heading) => Number(heading.ariaLevel ?? heading.localName[1]));
    const skipsLevel = levels.some((level, index) => index > 0 && level > levels[index - 1]! + 1);
    return skipsLevel || root.querySelectorAll("section, aside, nav, form, main, [role]:not(svg)").length > 1;
  };
  const disabled = Object.fromEntries(RULES_OF_ONE_CARD.map((rule) => [rule, { enabled: false }]));
  const run = async (context: import("axe-core").ElementContext, options: import("axe-core").RunOptions) => {
    const { violations } = await axe.run(context, {
      resultTypes: ["violations"],
      elementRef: true,
      ...options,
    });
    for (const { id, impact, help, helpUrl, nodes } of violations) {
      const byCard = Map.groupBy(nodes, ({ element }) => element && cardOf(element));
      for (const [card, own] of byCard) {
        if (card === undefined) continue;
        found.get(card)!.push({
          rule: id,
          impact: impact ?? "minor",
          help,
          helpUrl,
          nodes: own.slice(0, MAX_NODES).map(({ target, html, failureSummary, element }) => ({
            target: target.flat().join(" >>> "),
            html: html.slice(0, 300),
            summary: (failureSummary ?? "").slice(0, 600),
            element: element ?? null,
          })),
        });
      }
    }
  };
  await run({ include: cards }, { rules: { ...disabled, "target-size": { enabled: true } } });
  for (const card of cards.filter(hasSeveralParts)) await run(card, { runOnly: [...RULES_OF_ONE_CARD] });
  return articles.map((article) => article === null ? [] : found.get(article)!);
}
