import { BAR_LIST_STYLES } from "../bar_list/bar_list_styles.ts";
import { CHOICE_STYLES } from "../choice/choice_styles.ts";
import { GAUGE_STYLES } from "../gauge/gauge_styles.ts";
import { QUOTE_STYLES } from "../quote/quote_styles.ts";
import { BASE_STYLES } from "./base_styles.ts";
import { FIGURE_STYLES } from "./figure_styles.ts";
import { FIT_STYLES } from "./fit_styles.ts";
import { LAYOUT_STYLES } from "./layout_styles.ts";
import { SCALE_STYLES } from "./scale_styles.ts";
import { UNFITTED_STYLES } from "./unfitted_styles.ts";
import { VALUE_STYLES } from "./value_styles.ts";

/**
 * The styles of the building blocks, based on the host's tokens. A host adopts them in each card's shadow root, before
 * the widget's own sheet. They are in a cascade layer, so that the widget's rules override them.
 */
export const BLOCK_STYLES: string = `@layer tck.blocks {${
  [
    SCALE_STYLES,
    BASE_STYLES,
    LAYOUT_STYLES,
    VALUE_STYLES,
    FIGURE_STYLES,
    QUOTE_STYLES,
    GAUGE_STYLES,
    BAR_LIST_STYLES,
    CHOICE_STYLES,
    FIT_STYLES,
    UNFITTED_STYLES,
  ].join("")
}}`;
