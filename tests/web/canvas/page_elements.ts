/** An element that records what is done to it, for code of a page that runs without a browser. */
export class PageElement extends EventTarget {
  readonly attributes = new Map<string, string>();
  readonly children: PageElement[] = [];
  readonly dataset: { [name: string]: string } = {};
  readonly style: { [name: string]: string } = {};
  textContent = "";
  className = "";
  isRemoved = false;
  isOpen = false;
  focused = 0;
  contentWindow = { posted: [] as unknown[][], postMessage: (...args: unknown[]) => this.posted.push(args) };

  /** @param name the element's tag */
  constructor(readonly name: string) {
    super();
  }

  get posted(): unknown[][] {
    return this.contentWindow.posted;
  }

  get isConnected(): boolean {
    return !this.isRemoved;
  }

  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
  }

  removeAttribute(name: string): void {
    this.attributes.delete(name);
  }

  append(...children: PageElement[]): void {
    this.children.push(...children);
  }

  prepend(...children: PageElement[]): void {
    this.children.unshift(...children);
  }

  replaceChildren(...children: PageElement[]): void {
    this.children.splice(0, Infinity, ...children);
  }

  remove(): void {
    this.isRemoved = true;
  }

  focus(): void {
    this.focused++;
  }

  showModal(): void {
    this.isOpen = true;
  }

  close(): void {
    this.isOpen = false;
    this.dispatchEvent(new Event("close"));
  }

  /** All elements below it of a tag. */
  find(name: string): PageElement[] {
    return this.children.flatMap((child) => [...(child.name === name ? [child] : []), ...child.find(name)]);
  }
}

/** What a page without a browser observes is wholly in view, and stays where it is. */
export const IN_VIEW = {
  IntersectionObserver: class {
    readonly #notify: (entries: object[]) => void;
    constructor(notify: (entries: object[]) => void) {
      this.#notify = notify;
    }
    observe(target: PageElement): void {
      const box = { x: 0, y: 0, width: 1, height: 1 };
      this.#notify([{ target, intersectionRatio: 1, boundingClientRect: box, intersectionRect: box }]);
    }
    unobserve(): void {}
    disconnect(): void {}
  },
  requestAnimationFrame: () => 0,
};
