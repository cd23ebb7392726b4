/** The design of a card: a heading, a sentence, a small chart and a list. */
const CARD_CSS = `
.card { display: grid; gap: 8px; padding: 16px; color: var(--color-text, #222); font: 14px/1.4 system-ui, sans-serif }
.card h2 { margin: 0; font-size: 16px }
.card p { margin: 0; color: var(--color-text-muted, #555) }
.card svg { inline-size: 100%; block-size: 48px }
.card rect { fill: var(--color-accent, #36c) }
.card ul { display: grid; gap: 4px; margin: 0; padding: 0; list-style: none }
.card li { display: flex; justify-content: space-between; gap: 8px }
`;

/** The stylesheet of a card. Each card has its own rules, as bundles of strangers do. */
export function cardCss(index: number): string {
  return CARD_CSS.replaceAll(".card", `.card-${index}`);
}

function rowsOf(index: number): { name: string; value: number; note: string }[] {
  return Array.from({ length: 40 }, (_, row) => ({
    name: `Reading ${row + 1} of card ${index}`,
    value: (row * 37 + index * 11) % 100,
    note: `Measured at station ${(row * 7919 + index * 104729) % 100_000}`,
  }));
}

/** What the bundler writes of such a card. */
export function cardMarkup(index: number): string {
  const rows = rowsOf(index);
  const bars = rows.map(({ value }, row) =>
    `<rect x="${row * 10}" y="${100 - value}" width="8" height="${value}"></rect>`
  );
  const items = rows.slice(0, 5).map(({ name, value }) =>
    `<li><span>${name}</span><span>${value}</span></li>`
  );
  return `<section class="card-${index}"><h2>Card ${index}</h2><p>${rows[0]!.note}</p>` +
    `<svg viewBox="0 0 400 100" aria-hidden="true">${bars.join("")}</svg><ul>${items.join("")}</ul>` +
    `<button type="button">0</button></section>`;
}

/**
 * The source of a card's module. Its component calls `globalThis.reportCard` after it was rendered, so that every
 * contender is timed by the same code. The rows make a module of about the size of a small widget.
 */
export function cardSource(index: number): string {
  return `
import { useLayoutEffect, useState } from "react";
import { jsx, jsxs } from "react/jsx-runtime";
const ROWS = ${JSON.stringify(rowsOf(index))};
export default function Card() {
  const [count, setCount] = useState(0);
  useLayoutEffect(() => globalThis.reportCard(), []);
  return jsxs("section", { className: "card-${index}", children: [
    jsx("h2", { children: "Card ${index}" }),
    jsx("p", { children: ROWS[0].note }),
    jsx("svg", { viewBox: "0 0 400 100", "aria-hidden": true, children: ROWS.map(({ value }, row) =>
      jsx("rect", { x: row * 10, y: 100 - value, width: 8, height: value }, row)) }),
    jsx("ul", { children: ROWS.slice(0, 5).map(({ name, value }) =>
      jsxs("li", { children: [jsx("span", { children: name }), jsx("span", { children: value })] }, name)) }),
    jsx("button", { type: "button", onClick: () => setCount(count + 1), children: count }),
  ] });
}
`;
}
