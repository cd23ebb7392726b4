import type { WidgetContext } from "@tck/kit";

/** What differs between the renderings of one widget, one bit each. */
const SIZE = 1;
const LOCALE = 2;
const STATE = 4;
const EVERYTHING = SIZE | LOCALE | STATE;

/** What of a context a rendering has looked at, as bits. */
export type Reads = number;

/** A rendering by what differs; states are told apart by their names. */
interface Differing {
  size: string;
  locale: string;
  state: string | null;
}

// The widget may replace them.
const { Proxy } = globalThis;
const { getOwnPropertyDescriptor } = Reflect;

/**
 * Notes what of its context a widget looks at. However the widget has got hold of the context, each value in it is read
 * by way of one of the two traps; to look at a property in any other way than by its name counts as reading everything.
 */
export class ContextReads {
  #reads: Reads = 0;

  /** A context like the given one. What is read of it, or of one that was watched before, is noted. */
  watch(context: WidgetContext): WidgetContext {
    const traps: ProxyHandler<WidgetContext> & { __proto__: null } = {
      __proto__: null, // What a widget adds to Object.prototype is no trap.
      get: (target, key) => {
        if (key === "size") this.#reads |= SIZE;
        else if (key === "locale") this.#reads |= LOCALE;
        return target[key as keyof WidgetContext];
      },
      getOwnPropertyDescriptor: (target, key) => {
        this.#reads = EVERYTHING;
        return getOwnPropertyDescriptor(target, key);
      },
    };
    return new Proxy({ ...context, getDoc: this.#watchDoc(context.getDoc) }, traps);
  }

  /** What has been read since the last call. */
  take(): Reads {
    const reads = this.#reads;
    this.#reads = 0;
    return reads;
  }

  #watchDoc(getDoc: WidgetContext["getDoc"]): WidgetContext["getDoc"] {
    return () => {
      this.#reads |= STATE;
      return getDoc();
    };
  }
}

/** Whether two renderings agree in what one of them has read: the other one would run in the same way. */
export function agree(reads: Reads, one: Differing, other: Differing): boolean {
  return ((reads & SIZE) === 0 || one.size === other.size) &&
    ((reads & LOCALE) === 0 || one.locale === other.locale) &&
    ((reads & STATE) === 0 || one.state === other.state);
}
