import { type RefObject, useLayoutEffect } from "react";
import { useFootprint } from "../../context.tsx";
import { VALUE_SIZES } from "../../layout/tokens.ts";
import { largestSize } from "./largest_size.ts";

/**
 * Gives the text of a quote the size at which it fills the quote's own box: before the first paint, when the box changes, and
 * when a font is loaded. In a card that is as high as its content the styles decide.
 */
export function useFillingType(quote: RefObject<HTMLElement | null>): void {
  const isFixed = useFootprint().height !== null;
  useLayoutEffect(() => {
    const element = quote.current!;
    clearType(element);
    if (!isFixed) return;
    let filled = "";
    const fill = () => {
      const { clientWidth, clientHeight } = element;
      if (filled === `${clientWidth} ${clientHeight}` || clientHeight === 0) {
        return;
      }
      filled = `${clientWidth} ${clientHeight}`;
      fillBox(element);
    };
    const refill = () => {
      filled = "";
      fill();
    };
    fill();
    const observer = new ResizeObserver(fill);
    observer.observe(element);
    const { fonts } = element.ownerDocument;
    fonts.addEventListener("loadingdone", refill);
    return () => {
      observer.disconnect();
      fonts.removeEventListener("loadingdone", refill);
    };
  });
}

/** The quote's source is left out before its text is cut. */
function fillBox(quote: HTMLElement): void {
  clearType(quote);
  const [text, by] = quote.children as unknown as [HTMLElement, HTMLElement];
  const fitsAt = (size: number) => {
    quote.style.setProperty("--kit-quote", `${size / PIXELS_OF_REM}rem`);
    const isNarrow = text.scrollWidth <= text.clientWidth;
    return isNarrow &&
      by.getBoundingClientRect().bottom <=
        quote.getBoundingClientRect().bottom + ROUNDING;
  };
  let size = largestSize(VALUE_SIZES, fitsAt);
  if (size === null) {
    quote.dataset.short = "";
    size = largestSize(VALUE_SIZES.slice(0, 1), fitsAt);
  }
  quote.style.setProperty(
    "--kit-quote",
    `${(size ?? VALUE_SIZES[0]!) / PIXELS_OF_REM}rem`,
  );
  if (size === null) cutText(quote, text, by);
}

/** The tokens are in rem. */
const PIXELS_OF_REM = 16;

/** Browsers place texts by fractions of pixels. */
const ROUNDING = 0.5;

/** Shows the lines for which there is room above the author. */
function cutText(quote: HTMLElement, text: HTMLElement, by: HTMLElement): void {
  const top = text.getBoundingClientRect().top;
  const caption = by.getBoundingClientRect();
  const gap = caption.top - text.getBoundingClientRect().bottom;
  const room = quote.getBoundingClientRect().bottom - top - caption.height -
    gap + ROUNDING;
  const lines = Math.floor(
    room / parseFloat(getComputedStyle(text).lineHeight),
  );
  quote.dataset.cut = "";
  quote.style.setProperty("--kit-lines", `${Math.max(1, lines)}`);
}

function clearType(quote: HTMLElement): void {
  delete quote.dataset.short;
  delete quote.dataset.cut;
  quote.style.removeProperty("--kit-quote");
  quote.style.removeProperty("--kit-lines");
}
