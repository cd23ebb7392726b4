/** What an attack does if it works: it calls `ran`, or asks the server for `/loaded`. */
const RUN = "ran(1)";
const IMG = `<img src=/loaded onerror=${RUN}>`;

/** Markup of a stranger that runs, loads or sends something, or that becomes another tree where it is parsed again. */
export const MARKUP_ATTACKS: { readonly [what: string]: string } = {
  "a script": `<p>a<script>${RUN}</script>b</p>`,
  "a script with an address": "<script src=/loaded></script>",
  "a script of SVG": `<svg><script>${RUN}</script><script href=/loaded></script></svg>`,
  "a script with a null in its name": `<scr\0ipt>${RUN}</scr\0ipt>`,
  "a handler": IMG,
  "a handler of SVG": `<svg/onload=${RUN}><g onclick=${RUN} /></svg>`,
  "a handler of details": `<details open ontoggle=${RUN}>a</details>`,
  "a handler of the body": `<body onload=${RUN} onpageshow=${RUN}><html onmouseover=${RUN}>a`,
  "a handler that takes the focus":
    `<input autofocus onfocus=${RUN}><p autofocus tabindex=0 onfocus=${RUN}>a</p>`,
  "a handler of an animation":
    `<style>@keyframes x{}</style><b style=animation:x onanimationstart=${RUN}>a</b>`,
  "a marquee": `<marquee onstart=${RUN}>a</marquee>`,
  "a page that is left": `<meta http-equiv=refresh content="0;url=/loaded">a`,
  "links":
    "<link rel=stylesheet href=/loaded><link rel=preload as=image href=/loaded><link rel=prefetch href=/loaded>",
  "a base": "<base href=/loaded/><img src=x>",
  "frames":
    `<iframe src=/loaded></iframe><iframe srcdoc="<script>parent.${RUN}</script>"></iframe><object data=/loaded></object><embed src=/loaded><frameset><frame src=/loaded></frameset>`,
  "forms": `<form action=/loaded><input name=a><button formaction=/loaded>a</button></form>`,
  "addresses of scripts":
    `<a href="javascript:${RUN}">a</a><a href="&#x6A;avascript:${RUN}">a</a><svg><a xlink:href="javascript:${RUN}"><text>a</text></a></svg>`,
  "addresses of places": `<a href=/loaded ping=/loaded download>a</a><a href="#a">a</a><area href=/loaded>`,
  "pictures":
    `<img src=/loaded srcset="/loaded 2x"><picture><source srcset=/loaded><img src="//127.0.0.1/loaded"></picture><input type=image src=/loaded>`,
  "a picture whose address only looks like data":
    `<img src=" data:image/png,a"><img src="data:text/html,a"><img src="blob:a">`,
  "media":
    "<video poster=/loaded src=/loaded autoplay></video><audio src=/loaded autoplay></audio><track src=/loaded>",
  "styles that load":
    `<p style="background:url(/loaded)">a</p><p style="background-image:image-set('/loaded' 1x)">a</p><p style="--a:url(/loaded);background:var(--a)">a</p><p style="background:u\\72l(/loaded)">a</p><p style="filter:url('data:image/svg+xml,a#a')">a</p>`,
  "styles that end their rule":
    `<p style="color:red}*{background:url(/loaded)}">a</p><p style="color:red;a:'">a</p><p style="a:(;b:c">a</p><p style="a:/*">a</p><p style="a:</style>${IMG}">a</p>`,
  "a stylesheet": "<style>@import '/loaded';p{background:url(/loaded)}</style><p>a</p>",
  "a stylesheet of SVG":
    "<svg><style>@import '/loaded';</style><rect style='fill:url(/loaded)' fill='url(/loaded#a)' /></svg>",
  "a stylesheet that ends in an attribute": `<svg></p><style><a id="</style>${IMG.replaceAll(" ", "/")}">`,
  "a stylesheet that is a comment":
    `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=/loaded onerror=${RUN}&gt;">`,
  "references of SVG":
    "<svg><use href=/loaded#a /><use href='data:image/svg+xml,<svg id=a/>#a' /><image href=/loaded /><image xlink:href=/loaded /><filter><feImage href=/loaded /></filter></svg>",
  "animations of SVG":
    `<svg><a><animate attributeName=href values="javascript:${RUN}" /><set attributeName=onclick to=${RUN} /><text>a</text></a></svg>`,
  "an SVG with HTML":
    `<svg><foreignObject><iframe src=/loaded></iframe>${IMG}</foreignObject><desc>${IMG}</desc><title>${IMG}</title></svg>`,
  "an SVG that HTML ends": `<svg><g><p>a</p>${IMG}</g></svg><svg><path><b>a</b></path></svg>`,
  "MathML":
    `<math><mtext>${IMG}</mtext><annotation-xml encoding="text/html"><script>${RUN}</script></annotation-xml><mi href="javascript:${RUN}">a</mi></math>`,
  "MathML in a form": `<form><math><mtext></form><form><mglyph><style></math>${IMG}`,
  "MathML whose table changes place": `<math><mi><table><mi><style>${IMG}</style></mi></table></mi></math>`,
  "a namespace that changes":
    `<svg><mtext><svg><mglyph><style>${IMG}</style></mglyph></svg></mtext></svg><math><svg></math>${IMG}`,
  "CDATA": `<svg><text><![CDATA[</text>${IMG}]]></text></svg><![CDATA[${IMG}]]>`,
  "CDATA in an integration point": `<svg><desc><![CDATA[</desc>${IMG}]]></desc></svg>`,
  "comments": `<!-->${IMG}--><!--->${IMG}--><!-- --!>${IMG}<!-- <!-- ${IMG} -->-->`,
  "declarations": `<!doctype a [${IMG}]><?xml-stylesheet href=/loaded?><!element ${IMG}>`,
  "a text without scripts": `<noscript><p title="</noscript>${IMG}">a</p></noscript>`,
  "a template": `<template>${IMG}</template>`,
  "a template in a template":
    `<template><template>${IMG}</template></template><template shadowrootmode=open>${IMG}</template>`,
  "the end of a template": `a</template>${IMG}</div></body></html>${IMG}<template>`,
  "a text to the end": `a<plaintext>${IMG}`,
  "raw texts": ["xmp", "noembed", "noframes", "iframe", "textarea", "title", "style"].map((name) =>
    `<${name}><p title="</${name}>${IMG}">a</p></${name}>`
  ).join(""),
  "a select":
    `<select><option><style></option></select><b>${IMG}</style><select><template><script>${RUN}</script></template></select>`,
  "a select that ends early": `<select><b>a<input><keygen><textarea>${IMG}</select>${IMG}`,
  "an image by another name": `<image src=/loaded onerror=${RUN}>`,
  "a title that ends a template": `<p title="</template></div>${IMG.replaceAll('"', "")}">a</p>`,
  "markup that dangles": `a<img src='/loaded?`,
  "markup that dangles in an attribute": `<p title="a`,
  "markup that dangles in a name": "<p titl",
  "markup that dangles in a comment": `a<!-- <p>`,
  "escaped markup":
    `&lt;img src=/loaded onerror=${RUN}&gt; &amp;lt;script&amp;gt; <p title="&quot;&gt;&lt;img src=/loaded&gt;">a</p>`,
  "odd characters":
    `a\u00a0\u0000\u0001\u000b\u000c\r\n\r&#13;&#0;&#x80;\u2028\ufffe\ud800<p title="\u00a0\r\u0000&#13;'\`=">\u{1f600}</p>`,
  "links in links": "<a href=#a>1<a href=#a>2<p>3<a>4</a></p></a></a>",
  "paragraphs in paragraphs": "<p>1<p>2<div>3<p>4</div></p><h1>5<h2>6</h1></h2>",
  "formatting that crosses": "<b><i>1</b>2</i><p><b><div>3</b>4</div><u>5<p>6</u>7",
  "formatting that is repeated": "<b><b><b><b><b><p>1</p></b></b></b></b></b><p>2",
  "tables":
    "<table>1<b>2<tr>3<td>4<table><td>5</table><caption>6<col><tfoot><th>7</table><td>8</td><tr><td>9",
  "a table whose rows are strangers":
    "<td>1</td><tr><td>2</td></tr><tbody><col><caption>3</caption><table><div><td>4</div></table>",
  "a table with what is left out":
    `<table><form><tr><style></style><td><script>1</script>2</td><input type=hidden></tr></form></table>`,
  "lists": "<li>1<li>2<ul><li>3<li>4</ul><dd>5<dt>6<option>7<optgroup>8",
  "buttons in buttons": "<button>1<button>2<p>3</button>4</button>",
  "a preformatted text that begins with a line": "<pre>\n\n\na</pre><pre>\r\nb</pre><pre><b>\nc</b></pre>",
  "the attribute of written styles":
    `<p data-card-style="0" style="color:red">a</p><p data-card-style="0">b</p>`,
  "attributes that occur twice": `<p class=a class=b id=c ID=d on\u0000click=${RUN} oNcLiCk=${RUN}>a</p>`,
  "attributes with a prefix":
    `<svg xml:base=/loaded xmlns:xlink=a xlink:href=/loaded xml:lang=en><text xml:space=preserve>a</text></svg>`,
  "what a host marks":
    `<slot name=a>a</slot><article data-tck-host-style popovertarget=a><button commandfor=a command=show-modal popovertarget=a>a</button><p contenteditable draggable=true is=x-a part=a slot=a nonce=a>b</p></article>`,
};

/** Attacks that need nobody and no further markup: each of them works as it is. */
export const EFFECTIVE_ATTACKS: readonly string[] = [
  "a script",
  "a script with an address",
  "a handler",
  "a handler of SVG",
  "links",
  "frames",
  "media",
  "styles that load",
  "a stylesheet",
  "an SVG with HTML",
  "a template in a template",
  "comments",
];
