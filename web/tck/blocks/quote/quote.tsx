import { type ReactElement, type ReactNode, useRef } from "react";
import { useBidi } from "../use_bidi.tsx";
import { useFillingType } from "./use_filling_type.ts";
import { namesOf, type StyledProps } from "../class_names.ts";
import { useLaidOut } from "../../layout/registry.ts";
import { readQuote } from "./quote_model.ts";

interface QuoteProps extends StyledProps {
  /** What was said or written, without quotation marks: those of its language are around it. */
  readonly children: ReactNode;
  /** Who said or wrote it. It stays whole in every size. */
  readonly author: ReactNode;
  /** Where it is from, such as a book or a year. A card that is too small for it drops it before it shortens the text. */
  readonly source?: ReactNode;
  /** The language of the words as a BCP 47 tag, if it is not that of the card. */
  readonly lang?: string | undefined;
}

/**
 * What somebody said, with its author. In a card of a fixed size its type fills the room that the other blocks leave: it has
 * the largest of the kit's sizes at which all of the text fits. A text for which the smallest size is too large ends with an
 * ellipsis; its author stays.
 *
 * @throws {WidgetKitError} `context.missing` outside a mounted widget
 *
 * @example
 * ```tsx
 * import { Card, CardHeader, Quote } from "@tck/kit";
 * export default function Today() {
 *   return (
 *     <Card>
 *       <CardHeader>Quote of the day</CardHeader>
 *       <Quote author="Marie Curie">Nothing in life is to be feared, it is only to be understood.</Quote>
 *     </Card>
 *   );
 * }
 * ```
 */
export function Quote(
  { children, author, source, lang, className }: QuoteProps,
): ReactElement {
  const { directionOf, isolate } = useBidi();
  const quote = useRef<HTMLElement>(null);
  useLaidOut(quote, readQuote);
  useFillingType(quote);
  return (
    <figure ref={quote} className={namesOf("kit-quote kit-figure", className)}>
      <blockquote
        className="kit-quote-text"
        lang={lang}
        dir={directionOf(children)}
      >
        {children}
      </blockquote>
      <figcaption className="kit-quote-by">
        <span className="kit-quote-author">{isolate(author)}</span>
        {source !== undefined && <span className="kit-quote-source">{isolate(source)}</span>}
      </figcaption>
    </figure>
  );
}
