/**
 * What runs in the measuring world of a page with `chrome=shots`: see {@link MeasuringWorld}. Nothing here may use an object
 * of the page's own scripts, which its widgets can change.
 *
 * @module
 */
import {
  type AxeViolation,
  type ElementOwners,
  type ElementPath,
  type Examination,
  type MeasuringWorld,
  type PageBox,
  SHADOW_ROOT,
  SHOT_MARGIN,
} from "../../../shots.ts";
import { findViolations } from "./accessibility.ts";
import { describeElement, nameElement } from "./element.ts";
import { measureCard, type MeasuredLayout } from "./measure_card.ts";

/** What was found last. */
interface Findings {
  readonly layouts: readonly (MeasuredLayout | null)[];
  readonly violations: readonly (readonly AxeViolation<Element>[])[];
  /** The elements that these name. */
  readonly elements: readonly Element[];
}

let last: Findings = { layouts: [], violations: [], elements: [] };

const world: MeasuringWorld = {
  boxes: () => listSlots().map(boxAround),
  async examine() {
    const articles = listSlots().map(mountedArticle);
    const layouts = articles.map((article) => article && measureCard(article));
    const violations = await findViolations(articles);
    const paths = new Map<Element, ElementPath>();
    for (const [card, article] of articles.entries()) {
      for (const element of listElements(layouts[card] ?? null, violations[card]!)) {
        if (!paths.has(element)) paths.set(element, pathTo(element, article!, card));
      }
    }
    last = { layouts, violations, elements: [...paths.keys()] };
    return [...paths.values()];
  },
  report: (owners) => describeFindings(last, owners),
};

globalThis.tckMeasuring = world;

/** The containers of the cards, in their order. */
function listSlots(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(".shell-shots > .shell-shot > .shell-slot")];
}

/** Null for a card that failed, and for one whose content cannot be seen from here. */
function mountedArticle(slot: HTMLElement): HTMLElement | null {
  const article = slot.querySelector<HTMLElement>("article.tck-card");
  return article?.dataset.state === "mounted" && article.shadowRoot !== null ? article : null;
}

function boxAround(slot: HTMLElement): PageBox {
  const { x, y, width, height } = slot.getBoundingClientRect();
  return {
    x: Math.max(0, x + scrollX - SHOT_MARGIN),
    y: Math.max(0, y + scrollY - SHOT_MARGIN),
    width: width + 2 * SHOT_MARGIN,
    height: Math.max(1, height) + 2 * SHOT_MARGIN,
  };
}

function listElements(
  layout: MeasuredLayout | null,
  violations: readonly AxeViolation<Element>[],
): Element[] {
  const named = (layout?.faults ?? []).flatMap(({ element, message }) => [
    element,
    ...message.filter((part) => typeof part !== "string"),
  ]);
  const violating = violations.flatMap(({ nodes }) => nodes.map(({ element }) => element));
  return [...named, ...violating].filter((element) => element !== null);
}

function describeFindings(
  { layouts, violations, elements }: Findings,
  owners: readonly ElementOwners[],
): Examination {
  const known = new Map(elements.map((element, index) => [element, owners[index] ?? NO_OWNERS]));
  const describe = (element: Element | null) => element && describeElement(element, known.get(element)!);
  const write = (part: string | Element) =>
    typeof part === "string" ? part : nameElement(part, known.get(part)!);
  return {
    layouts: layouts.map((layout) =>
      layout && {
        ...layout,
        faults: layout.faults.map(({ message, element, ...fault }) => ({
          ...fault,
          message: message.map(write).join(""),
          element: describe(element),
        })),
      }
    ),
    violations: violations.map((own) =>
      own.map((violation) => ({
        ...violation,
        nodes: violation.nodes.map((node) => ({ ...node, element: describe(node.element) })),
      }))
    ),
  };
}

const NO_OWNERS: ElementOwners = { components: [], stacks: [] };

/** The path from the article of a card to an element in it, or in its shadow roots. */
function pathTo(element: Element, article: Element, card: number): ElementPath {
  const steps: number[] = [];
  let at = element;
  while (at !== article) {
    const parent = at.parentNode;
    if (parent instanceof ShadowRoot) {
      steps.push([...parent.children].indexOf(at), SHADOW_ROOT);
      at = parent.host;
    } else if (parent instanceof Element) {
      steps.push([...parent.children].indexOf(at));
      at = parent;
    } else break;
  }
  return [card, ...steps.reverse()];
}
