import type { KeptPlan } from "../../../web/tck/layout/kept_plan.ts";
import type { Plan } from "../../../web/tck/layout/solve.ts";
import { nameCard, type SweepCheck } from "./sweep.ts";

/** Cards of a fixed size show more the higher they are. */
export const ROOM: SweepCheck = {
  name: "a higher card never shows less, and no arrangement returns that it has left",
  locale: "en",
  slots: false,
  async findFaults({ page, views }) {
    return (await page.evaluate(findSteps)).map(({ card, fault }) => `${nameCard(views, card)}: ${fault}`);
  },
};

/** Runs in the page. */
export function findSteps(): { card: number; fault: string }[] {
  /** The heights of a class of sizes, and the steps in which they are tried. */
  const classes = [[96, 175, 3], [176, 543, 8], [544, 760, 8]] as const;
  return [...document.querySelectorAll("article")].flatMap(({ shadowRoot }, card) => {
    const element = shadowRoot!.querySelector<HTMLElement>(".kit-card")!;
    const plan = (element as unknown as { [plan: symbol]: KeptPlan })[Symbol.for("tck.plan")]!;
    if (getComputedStyle(element).display !== "flex") return [];
    const height = element.clientHeight;
    const [least, most, step] = classes.find(([, most]) => height <= most)!;
    const faults: string[] = [];
    const shapes: string[] = [];
    let before: Plan | null = null;
    for (let at: number = least; at <= most; at += step) {
      const now = plan.at(at);
      if (before !== null) {
        const less = before.pieces.findIndex((piece) => before!.shown.has(piece) !== now.shown.has(piece));
        const lost = before.pieces[less];
        if (lost !== undefined && before.shown.has(lost)) {
          const { role } = now.omitted.find(({ piece }) => piece === lost)!.block;
          faults.push(`at ${at} px a ${lost.kind} of ${role} goes (${before.shape} to ${now.shape})`);
        }
      }
      if (shapes.at(-1) !== now.shape) shapes.push(now.shape);
      before = now;
    }
    if (new Set(shapes).size < shapes.length) faults.push(`an arrangement returns: ${shapes.join(", ")}`);
    return faults.map((fault) => ({ card, fault }));
  });
}
