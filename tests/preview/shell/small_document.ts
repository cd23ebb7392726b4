/**
 * A document without layout and styles, in which React renders: enough for hooks and for the state of components, and a
 * hundred times as fast as a page of a browser. What a browser decides is no subject of tests on it.
 */
export class SmallDocument extends EventTarget {
  readonly nodeType = 9;
  readonly nodeName = "#document";
  readonly ownerDocument = null;
  readonly defaultView: object = { document: this, HTMLIFrameElement: SmallElement };
  readonly documentElement: SmallElement = new SmallElement("html", this);
  readonly body: SmallElement = this.documentElement.appendChild(new SmallElement("body", this));
  readonly head: SmallElement = this.documentElement.appendChild(new SmallElement("head", this));
  activeElement: SmallElement = this.body;
  title = "";

  createElement(name: string): SmallElement {
    return new SmallElement(name, this);
  }

  createTextNode(text: string): SmallText {
    return new SmallText(text);
  }

  querySelector(selector: string): SmallElement | null {
    return this.documentElement.querySelector(selector);
  }
}

class SmallNode extends EventTarget {
  parentNode: SmallElement | null = null;

  get parentElement(): SmallElement | null {
    return this.parentNode;
  }

  getRootNode(): SmallNode {
    return this.parentNode?.getRootNode() ?? this;
  }

  remove(): void {
    this.parentNode?.removeChild(this);
  }
}

class SmallText extends SmallNode {
  readonly nodeType = 3;

  constructor(public nodeValue: string) {
    super();
  }

  get textContent(): string {
    return this.nodeValue;
  }
}

/** An element with attributes and children. Selectors are a name, a class, or both: `button`, `.shell-hint`, `p.shell-hint`. */
export class SmallElement extends SmallNode {
  readonly nodeType = 1;
  readonly namespaceURI = "http://www.w3.org/1999/xhtml";
  readonly attributes: Map<string, string> = new Map();
  readonly dataset: { [name: string]: string } = {};
  readonly style: { [name: string]: unknown } = { setProperty() {} };
  childNodes: SmallNode[] = [];
  /** That of a frame, where a test gives it one. */
  contentWindow: object | null = null;

  constructor(readonly localName: string, readonly ownerDocument: SmallDocument) {
    super();
  }

  get nodeName(): string {
    return this.localName.toUpperCase();
  }

  get tagName(): string {
    return this.nodeName;
  }

  get children(): SmallElement[] {
    return this.childNodes.filter((node) => node instanceof SmallElement);
  }

  get firstChild(): SmallNode | null {
    return this.childNodes[0] ?? null;
  }

  get lastChild(): SmallNode | null {
    return this.childNodes.at(-1) ?? null;
  }

  get isConnected(): boolean {
    return this.localName === "html" || (this.parentNode?.isConnected ?? false);
  }

  get className(): string {
    return this.attributes.get("class") ?? "";
  }

  set className(value: string) {
    this.attributes.set("class", value);
  }

  get textContent(): string {
    return this.childNodes.map((node) => (node as SmallText | SmallElement).textContent).join("");
  }

  set textContent(text: string) {
    this.childNodes = [];
    if (text !== "") this.appendChild(new SmallText(text));
  }

  setAttribute(name: string, value: unknown): void {
    this.attributes.set(name, String(value));
  }

  getAttribute(name: string): string | null {
    return this.attributes.get(name) ?? null;
  }

  removeAttribute(name: string): void {
    this.attributes.delete(name);
  }

  append(...nodes: SmallNode[]): void {
    for (const node of nodes) this.appendChild(node);
  }

  appendChild<Node extends SmallNode>(node: Node): Node {
    return this.insertBefore(node, null);
  }

  insertBefore<Node extends SmallNode>(node: Node, next: SmallNode | null): Node {
    node.remove();
    const at = next === null ? this.childNodes.length : this.childNodes.indexOf(next);
    this.childNodes.splice(at, 0, node);
    node.parentNode = this;
    return node;
  }

  removeChild(node: SmallNode): void {
    this.childNodes = this.childNodes.filter((child) => child !== node);
    node.parentNode = null;
  }

  contains(node: SmallNode | null): boolean {
    return node !== null && (node === this || this.contains(node.parentNode));
  }

  focus(): void {
    this.ownerDocument.activeElement = this;
  }

  querySelectorAll(selector: string): SmallElement[] {
    return this.children.flatMap((child) => [
      ...child.#matches(selector) ? [child] : [],
      ...child.querySelectorAll(selector),
    ]);
  }

  querySelector(selector: string): SmallElement | null {
    return this.querySelectorAll(selector)[0] ?? null;
  }

  #matches(selector: string): boolean {
    const [name, ...classes] = selector.split(".");
    const own = this.className.split(" ");
    return (name === "" || name === this.localName) && classes.every((one) => own.includes(one));
  }
}
