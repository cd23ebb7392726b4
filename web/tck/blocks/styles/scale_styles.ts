import { rem } from "../../layout/model.ts";
import { BOUNDS, TOKENS, type Tokens, VALUE_LINES } from "../../layout/tokens.ts";

/** The lengths that the layout counts with, as custom properties. */
function lengthsOf(tokens: Tokens): string {
  const { caption, captionLine, label, body, headline, rowText, rowLine, rowDetail, row, values } = tokens;
  const [[gap, gapHead]] = tokens.gaps as [readonly [number, number]];
  const lengths = {
    "--text-xs": caption,
    "--text-sm": label.size,
    "--text-base": body,
    "--text-xl": headline[0],
    "--kit-caption-line": captionLine,
    "--kit-label-line": label.line,
    "--kit-row-text": rowText,
    "--kit-row-line": rowLine,
    "--kit-row-detail": rowDetail,
    "--kit-row": row.usual,
    "--kit-small": values.small[0],
    "--kit-small-line": VALUE_LINES.get(values.small[0])!,
    "--kit-medium": values.medium[0],
    "--kit-medium-line": VALUE_LINES.get(values.medium[0])!,
    "--kit-large": values.large[0],
    "--kit-large-line": VALUE_LINES.get(values.large[0])!,
    "--kit-inset": tokens.insetInline,
    "--kit-inset-block": tokens.insetBlock,
    "--kit-gap-head": gapHead,
    "--kit-gap": gap,
    "--kit-chart": tokens.chart,
  };
  return Object.entries(lengths).map(([name, length]) => `${name}: ${rem(length)};`).join(" ");
}

/**
 * The type scale and the spaces of each footprint class: S is one row high, M two rows or as high as its content, L four
 * rows. The sizes are 12, 13, 15, 17, 22, 28, 36, 44 and 64 px and no other. A query of the card's height is true in a card
 * of a fixed size only.
 */
export const SCALE_STYLES = `
.kit-card, .kit-floating {
  ${lengthsOf(TOKENS.medium)}
  --kit-pad: calc((var(--kit-row) - var(--kit-row-line)) / 2);
  --kit-header: 0.8125rem;
 
  --kit-ring: 1rem;
  --kit-spark: 1.5rem;
}
@container tck-card (width >= ${rem(BOUNDS.feed)}) {
  .kit-card { --kit-inset: 1.5rem; --kit-inset-block: 1.5rem; }
}
@container tck-card (height > 0px) {
  .kit-card { --kit-inset: 1rem; --kit-inset-block: 1rem; }
}
@container tck-card (height > 0px) and (height < ${rem(BOUNDS.low)}) {
  .kit-card { ${lengthsOf(TOKENS.small)} --text-lg: 0.9375rem; --text-2xl: 1.75rem; --kit-ring: 0.75rem; }
}
@container tck-card (height > 0px) and (height < ${rem(BOUNDS.low)}) and (width > ${rem(BOUNDS.row)}) {
  .kit-card { ${lengthsOf(TOKENS.wideSmall)} }
}
@container tck-card (height >= ${rem(BOUNDS.large)}) {
  .kit-card {
    ${lengthsOf(TOKENS.large)}
    --text-lg: 1.375rem;
    --text-2xl: 2.75rem;
    --kit-header: 0.9375rem;
    --kit-ring: 1.25rem;
    --kit-spark: 2.5rem;
  }
}
`;
