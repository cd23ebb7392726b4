/** The names of elements, one at least for each interface that a browser has, by their namespaces. */
export const ELEMENT_TAGS = {
  HTML:
    "a area audio base blockquote body br button canvas caption col colgroup data datalist dd del details dialog dir div dl " +
    "em embed fencedframe fieldset font form frame frameset geolocation h1 head hr html iframe img input ins label legend " +
    "li link main map marquee menu meta meter object ol optgroup option output p param picture portal pre progress q script " +
    "search select selectedcontent slot source span style table tbody td template textarea th time title tr track ul usermedia " +
    "camera microphone permission install video x-unknown",
  SVG:
    "a animate animateMotion animateTransform circle clipPath defs desc discard ellipse feBlend feColorMatrix " +
    "feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood " +
    "feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight " +
    "feSpecularLighting feSpotLight feTile feTurbulence filter foreignObject g image line linearGradient marker mask metadata " +
    "mpath path pattern polygon polyline radialGradient rect script set stop style svg switch symbol text textPath title " +
    "tspan use view",
  MathML: "math mi mglyph annotation-xml maction",
} as const;
