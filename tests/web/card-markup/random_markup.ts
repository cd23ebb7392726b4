const TAGS =
  ("p div span b i a u em table tbody tr td th caption colgroup col thead ul li dl dt dd svg g path text tspan image " +
    "linearGradient clipPath foreignObject title desc math mi mtext mglyph annotation-xml style script template noscript " +
    "select option optgroup button input form label h1 h2 pre br hr img textarea plaintext xmp iframe ruby rt rp details " +
    "summary fieldset legend nobr font body html head frameset object marquee search menu center section picture source " +
    "dialog audio video").split(" ");

const PIECES = [
  ..."<!-- --> <![CDATA[ ]]> &lt; &amp; & < > \" ' a &nbsp; &#0; &#13; = ` / <? --!> </p> </br> </template> </svg>"
    .split(" "),
  ...["</math>", "</table>", "<!doctype html>", " ", "\n", "\n\n", "\u00a0", "\0", "\r", "\u{1f600}"],
];

const ATTRIBUTES = [
  ..."class=a title='<b>' id='x\"y' style=color:red;--a:1 href=#a hidden colspan=2 type=hidden type=checkbox"
    .split(" "),
  ..."encoding=text/html xlink:href=#a xmlns=x data-a=&lt; value=1 color=red / onclick=ran()".split(" "),
];

/** Markup of random parts, the same for a seed: what crosses, does not end, or is at a place where it is not allowed. */
export function* randomMarkup(seed: number): Generator<string, never> {
  let state = seed;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (state >>> 8) % limit;
  };
  const pick = (list: readonly string[]): string => list[below(list.length)]!;
  const writePart = (): string => {
    const kind = below(10);
    if (kind >= 8) return pick(PIECES);
    if (kind >= 6) return `</${pick(TAGS)}>`;
    const attributes = Array.from({ length: below(3) }, () => ` ${pick(ATTRIBUTES)}`).join("");
    return `<${pick(TAGS)}${attributes}${below(8) === 0 ? "/" : ""}>`;
  };
  for (;;) yield Array.from({ length: 3 + below(25) }, writePart).join("");
}
