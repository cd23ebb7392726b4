import { keepElementsInCard } from "../../../../web/card-elements/mod.ts";
import type { BundlerPlugin } from "./dependency_scan.ts";

/** The modules of React that widgets and their packages import, which choose the build of the mode. */
const REACT_MODULE = /[\\/]node_modules[\\/]react(?:-dom)?[\\/](?:index|jsx-runtime|jsx-dev-runtime)\.js$/;

/** A CommonJS module whose exports are made of its own. */
const REPLACE_EXPORTS =
  `;module.exports = Object.assign({}, module.exports, (${keepElementsInCard})(module.exports));`;

/** Has what a card renders stay in the card, as in a feed: React would move titles and metadata into the head of the page. */
export function keepInCards(): BundlerPlugin {
  return {
    name: "tck:elements-in-card",
    transform: {
      filter: { id: REACT_MODULE },
      handler: (code) => code + REPLACE_EXPORTS,
    },
  };
}
