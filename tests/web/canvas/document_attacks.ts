/** Ways to write a document for a frame within the frame, in which links would open past its listeners. */
const WAYS: { readonly [name: string]: string } = {
  "the property": `frame.srcdoc = link;`,
  "an object": `frame.srcdoc = { toString: () => link };`,
  "the attribute": `frame.setAttribute("SrcDoc", link);`,
  "the attribute of a namespace": `frame.setAttributeNS(null, "srcdoc", link);`,
  "a node": `frame.setAttributeNode(Object.assign(document.createAttribute("srcdoc"), { value: link }));`,
  "a named item": `
    frame.attributes.setNamedItemNS(Object.assign(document.createAttribute("srcdoc"), { nodeValue: link }));`,
  "the value of a node": `frame.toggleAttribute("srcdoc"); frame.getAttributeNode("srcdoc").value = link;`,
  "the text of a node": `frame.toggleAttribute("srcdoc"); frame.attributes.srcdoc.textContent = link;`,
  "a node of another element": `
    const other = document.createElement("p");
    other.setAttribute("srcdoc", link);
    frame.setAttributeNode(other.removeAttributeNode(other.getAttributeNode("srcdoc")));`,
  "inner markup": `element.innerHTML = markup;`,
  "spaced markup": `element.innerHTML = markup.replace("=", "\\n\\f =").toUpperCase();`,
  "outer markup": `frame.outerHTML = markup;`,
  "adjacent markup": `frame.insertAdjacentHTML("afterend", markup);`,
  "a template": `
    const template = document.createElement("template");
    template.innerHTML = markup;
    element.append(template.content);`,
  "a closed shadow root": `
    const root = document.createElement("div").attachShadow({ mode: "closed" });
    root.innerHTML = markup;
    element.append(root.firstChild);`,
  "a range": `element.append(document.createRange().createContextualFragment(markup));`,
  "a parser": `element.append(new DOMParser().parseFromString(markup, "text/html").body.firstChild);`,
  "an entity of XML": `
    const xml = "<!DOCTYPE a [<!ENTITY e \\"<iframe xmlns='http://www.w3.org/1999/xhtml' src&#100;oc='text'/>\\">]><a>&e;</a>";
    element.append(new DOMParser().parseFromString(xml, "text/xml").documentElement.firstChild);`,
  "a default of XML": `
    const xml = "<!DOCTYPE iframe [<!ATTLIST iframe srcdoc CDATA 'text'>]><iframe xmlns='http://www.w3.org/1999/xhtml'/>";
    element.append(new DOMParser().parseFromString(xml, "text/xml").documentElement);`,
  "a stylesheet of XML": `
    const xsl = "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'><xsl:template match='/'>" +
      "<iframe xmlns='http://www.w3.org/1999/xhtml'><xsl:attribute name='{concat(&quot;src&quot;,&quot;doc&quot;)}'>text" +
      "</xsl:attribute></iframe></xsl:template></xsl:stylesheet>";
    const processor = new XSLTProcessor();
    processor.importStylesheet(new DOMParser().parseFromString(xsl, "text/xml"));
    element.append(processor.transformToFragment(document, document));`,
  "unsafe markup": `element.setHTMLUnsafe(markup, { sanitizer: {} });`,
  "an unsafe document": `element.append(Document.parseHTMLUnsafe(markup).body.firstChild);`,
  "safe markup": `
    element.setHTML(markup, { sanitizer: { elements: [{ name: "iframe", attributes: ["srcdoc"] }] } });`,
  "an editor": `
    element.contentEditable = "true";
    element.focus();
    getSelection().selectAllChildren(element);
    document.execCommand("insertHTML", false, markup);`,
  "a policy of its own": `
    frame.srcdoc = trustedTypes.createPolicy("own", { createHTML: (text) => text }).createHTML(link);`,
  "a default policy of its own": `
    trustedTypes.createPolicy("default", { createHTML: (text) => text });
    frame.srcdoc = link;`,
  "the default policy": `frame.srcdoc = trustedTypes.defaultPolicy.createHTML(link);`,
  "a replaced check": `
    const { exec } = RegExp.prototype;
    RegExp.prototype.exec = () => null;
    try { element.innerHTML = markup; } finally { RegExp.prototype.exec = exec; }`,
  "a document that is opened again": `
    document.open();
    document.write(markup);
    document.close();
    document.body.append(element);`,
};

/** Attacks that make documents within the frame. Each is the body of an async function; it returns whether it succeeded. */
export const DOCUMENT_ATTACKS: { readonly [name: string]: string } = Object.fromEntries(
  Object.entries(WAYS).map(([name, way]) => [
    `a document of its own by ${name}`,
    `
    const place = element;
    element = place.appendChild(document.createElement("div"));
    const frame = element.appendChild(document.createElement("iframe"));
    const link = "<a href='" + elsewhere + "/document?secret'>link</a>";
    const markup = '<iframe srcdoc="' + link + '"></iframe>';
    try { ${way} } catch {}
    const frames = [...document.querySelectorAll("iframe"), ...place.querySelectorAll("iframe")];
    const hasDocument = frames.some((one) => one.hasAttribute("srcdoc") && one.srcdoc !== "");
    element.remove();
    return hasDocument;`,
  ]),
);
