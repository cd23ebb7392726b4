/** Ways to the port of the messages with the page. */
export const PORT_ATTACKS: { readonly [name: string]: string } = {
  "the port to the page by accessors of every object": `
    const names = ["port", "ports", "send", "post", "postMessage", "request", "onRun", "signal", "capture", "once", "passive",
      "get", "set", "value", "then", "detail", "transfer", "source", "session", "host", "control", "loadBatches", "onCard",
      "defaultProps", "ref", "key", "props", "stateNode", "return", "memoizedState", "constructor", "toJSON", "default"];
    let isTaken = false;
    const note = (value) => void (isTaken ||= value instanceof MessagePort);
    const own = names.filter((name) => !(name in Object.prototype));
    for (const name of own) {
      Object.defineProperty(Object.prototype, name, {
        configurable: true,
        get() { note(this); for (const key of Reflect.ownKeys(this ?? {})) try { note(this[key]); } catch {} },
        set(value) { note(this); note(value); Reflect.defineProperty(this, name, { value, writable: true, configurable: true, enumerable: true }); },
      });
    }
    const { bind, call, apply } = Function.prototype;
    const watch = (native) => function (...args) { note(this); note(args[0]); return Reflect.apply(native, this, args); };
    Object.assign(Function.prototype, { bind: watch(bind), call: watch(call), apply: watch(apply) });
    // timer: in the widget: until the page has asked at least once whether the frame responds
    await new Promise((resolve) => setTimeout(resolve, 1200));
    Object.assign(Function.prototype, { bind, call, apply });
    for (const name of own) delete Object.prototype[name];
    return isTaken;`,
  "a message to the page by a getter that every object lists": `
    let isTaken = false;
    Object.defineProperty(Object.prototype, "listed", {
      configurable: true,
      enumerable: true,
      get() { isTaken ||= this !== Object.prototype && typeof this.type === "string" && "hash" in this; },
    });
    const enter = globalThis["tck:enter"];
    for (let count = 0; count < 4; count++) enter?.("x" + count % 2);
    delete Object.prototype.listed;
    return isTaken;`,
  "the port to the page by an accessor": `
    const { get } = Object.getOwnPropertyDescriptor(MessageEvent.prototype, "data");
    const { postMessage } = MessagePort.prototype;
    let isTaken = false;
    // React has ports of its own, with which it sends nothing.
    MessagePort.prototype.postMessage = function (message, ...rest) {
      isTaken ||= message !== null && message !== undefined;
      return postMessage.call(this, message, ...rest);
    };
    Object.defineProperty(MessageEvent.prototype, "data", {
      configurable: true,
      get() {
        const data = get.call(this);
        isTaken ||= this.target instanceof MessagePort && data?.type !== undefined;
        return data;
      },
    });
    // timer: in the widget: until the page has asked at least once whether the frame responds
    await new Promise((resolve) => setTimeout(resolve, 1200));
    MessagePort.prototype.postMessage = postMessage;
    Object.defineProperty(MessageEvent.prototype, "data", { configurable: true, get });
    return isTaken;`,
};
