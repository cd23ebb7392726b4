import {
  createElement,
  Fragment,
  type FunctionComponent,
  type ReactElement,
  useEffect,
  useLayoutEffect,
} from "react";
import type { WidgetComponent } from "@tck/kit";

/** What runs a function later. */
const SCHEDULERS = [
  "setTimeout",
  "setInterval",
  "requestAnimationFrame",
  "requestIdleCallback",
  "queueMicrotask",
] as const;

/** What calls a function when something was seen. */
const OBSERVERS = [
  "IntersectionObserver",
  "MutationObserver",
  "ResizeObserver",
  "PerformanceObserver",
] as const;

/** The global function that a followed module calls. */
const ENTER = "tck:enter";

/** The length of a bundle's hash, in characters. */
const MAX_HASH_LENGTH = 64;

/** The most reports between two questions of the page. Thirty cards that are animated make 900. */
const MAX_REPORTS = 4_000;

/** The events that run a card's code: the reader's, and those of what it shows. */
const EVENTS = [
  ...["pointerdown", "pointermove", "pointerup", "click", "dblclick", "auxclick", "wheel", "toggle"],
  ...["keydown", "keyup", "beforeinput", "input", "change", "submit", "focusin", "focusout", "scroll"],
  ...[
    "animationstart",
    "animationiteration",
    "animationend",
    "transitionrun",
    "transitionend",
    "load",
    "error",
  ],
];

type PostTask = (this: unknown, callback: unknown, options?: unknown) => Promise<unknown>;

type ObserverConstructor = new (callback: unknown, ...rest: unknown[]) => object;

/**
 * Reports whose code is about to run: when a module is evaluated, a component is rendered, and its effects, timers and
 * handlers of events run. If the frame then stops responding, the page knows which bundle to leave out.
 */
export class RunningBundle {
  readonly #report: (hash: string) => void;
  #current: string | null = null;
  #reported: string | null = null;
  /** How often was reported since the page asked. */
  #reports = 0;

  /** @param report called with the hash of a bundle before its code runs, if it was not reported last */
  constructor(report: (hash: string) => void) {
    this.#report = report;
  }

  /** Notes that code of a bundle is about to run. A widget can call it too, with any argument and any number of times. */
  readonly enter = (hash: string): void => {
    if (typeof hash !== "string" || hash.length > MAX_HASH_LENGTH) return;
    this.#current = hash;
    if (hash === this.#reported || this.#reports === MAX_REPORTS) return;
    this.#reported = hash;
    this.#reports++;
    this.#report(hash);
  };

  /** Makes it possible to follow modules. Called before any widget runs, which cannot remove what this adds. */
  followModules(): void {
    Object.defineProperty(globalThis, ENTER, { value: this.enter });
  }

  /**
   * A module that is reported before it is evaluated: a statement comes before it, on its first line. Several modules are
   * imported at a time, and which of them is evaluated next is not known from outside.
   */
  followModule(hash: string, module: string): string {
    if (module.startsWith("#!")) return module;
    return `globalThis[${JSON.stringify(ENTER)}](${JSON.stringify(hash)});${module}`;
  }

  /** Notes that the page no longer knows what was reported, since the frame has answered it. */
  forgetReport(): void {
    this.#reported = null;
    this.#reports = 0;
  }

  /** Follows what is scheduled: it belongs to the bundle that runs. Called before any widget runs. */
  followSchedulers(): void {
    for (const name of SCHEDULERS) {
      const schedule = globalThis[name] as ((...args: unknown[]) => unknown) | undefined;
      if (schedule === undefined) continue;
      const follow = (callback: unknown, ...rest: unknown[]) => schedule(this.#follow(callback), ...rest);
      Object.assign(globalThis, { [name]: follow });
    }
    this.#followTasks();
    const followCallback = (callback: unknown) => this.#follow(callback);
    for (const name of OBSERVERS) {
      const Observer = (globalThis as unknown as { [name: string]: ObserverConstructor | undefined })[name];
      if (Observer === undefined) continue;
      const followed = {
        [name]: class extends Observer {
          constructor(callback: unknown, ...rest: unknown[]) {
            super(followCallback(callback), ...rest);
          }
        },
      };
      Object.assign(globalThis, followed);
    }
  }

  /** Not every browser has `scheduler`. */
  #followTasks(): void {
    const { Scheduler } = globalThis as { Scheduler?: { prototype: { postTask: PostTask } } };
    if (Scheduler === undefined) return;
    const follow = (callback: unknown) => this.#follow(callback);
    const { postTask } = Scheduler.prototype;
    Scheduler.prototype.postTask = function (callback, options) {
      return Reflect.apply(postTask, this, [follow(callback), options]);
    };
  }

  #follow(callback: unknown): unknown {
    const hash = this.#current;
    if (hash === null || typeof callback !== "function") return callback;
    const { enter } = this;
    return function (this: unknown, ...args: unknown[]): unknown {
      enter(hash);
      return Reflect.apply(callback, this, args);
    };
  }

  /**
   * Follows the reader's events.
   *
   * @param findHash the bundle of the card that an event is in
   */
  followEvents(findHash: (event: Event) => string | undefined): void {
    const note = (event: Event) => {
      const hash = findHash(event);
      if (hash !== undefined) this.enter(hash);
    };
    for (const type of EVENTS) globalThis.addEventListener(type, note, { capture: true, passive: true });
  }

  /** Follows a component, and what it renders and its effects. */
  follow(hash: string, component: WidgetComponent): WidgetComponent {
    const { enter } = this;
    /** Its effects run before those of what follows it, and of the component itself. */
    function BeforeEffects(): null {
      useLayoutEffect(() => enter(hash));
      useEffect(() => enter(hash));
      return null;
    }
    const render = isPlainFunction(component)
      ? component
      : () => createElement(component as unknown as FunctionComponent);
    return function FollowedWidget(): ReactElement {
      enter(hash);
      return createElement(Fragment, null, createElement(BeforeEffects), render());
    };
  }
}

/** False for classes, and for objects of React's `memo` or `lazy`. */
function isPlainFunction(component: WidgetComponent): boolean {
  return typeof component === "function" && !component.prototype?.isReactComponent;
}
