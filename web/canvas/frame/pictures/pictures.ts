import { takeGetter, takeMethod } from "../native_members.ts";
import { withhold } from "../withheld_globals.ts";
import { writeSvg } from "./written_svg.ts";

/** The pictures of a document whose policy shows `blob:` URLs only. */
export interface Pictures {
  /** The `blob:` URL of a picture whose `data:` URL is given; null for what is no such picture. */
  readonly convert: (dataUrl: string) => string | null;
  /** Resolves when the pictures that were converted so far are loaded. */
  readonly loaded: () => Promise<void>;
  /** Whether markup is that of a picture which is written next, and so becomes no element of a card. True once for each. */
  readonly takeWritten: (markup: string) => boolean;
  /** Converts nothing any more: the document's policy allows `data:` URLs. */
  readonly stop: () => void;
}

/** A picture in a `data:` URL: its type, and its parameters. */
const PICTURE = /^\s*data:(image\/[\w.+-]+)((?:;[^,;]*)*),/i;

/** Pictures that are never read as a document. */
const BITMAP = /^image\/(?:png|apng|jpe?g|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)$/i;

const SVG = /^image\/svg\+xml$/i;

const BASE64 = /;\s*base64\s*$/i;

/** The most pictures that have URLs at a time. What shows one goes on showing it when its URL ends. */
const MAX_PICTURES = 1_000;

const exec = takeMethod(RegExp.prototype, "exec");
const indexOf = takeMethod(String.prototype, "indexOf") as (text: string, part: string) => number;
const slice = takeMethod(String.prototype, "slice") as (text: string, start: number, end?: number) => string;
const fromBase64 = Uint8Array.fromBase64.bind(Uint8Array);
const decode = takeMethod(TextDecoder.prototype, "decode") as (
  decoder: TextDecoder,
  bytes: Uint8Array,
) => string;
const decodePart = decodeURIComponent;
const decoder = new TextDecoder();
const { iterator } = Symbol;

type Urls = Map<string, string | null>;

const getUrl = takeMethod(Map.prototype, "get") as (urls: Urls, dataUrl: string) => string | null | undefined;
const setUrl = takeMethod(Map.prototype, "set");
const removeUrl = takeMethod(Map.prototype, "delete");
const countUrls = takeGetter(Map.prototype, "size");
const listKeys = takeMethod(Map.prototype, "keys") as (urls: Urls) => MapIterator<string>;
const takeNext = takeMethod(Object.getPrototypeOf(new Map().keys()) as MapIterator<string>, "next");

/**
 * Takes the only function that makes `blob:` URLs away from widgets, and makes them itself: of bitmaps as they are, of an SVG
 * that it has written again (`written_svg.ts`). Nothing that a widget could have replaced decides on a URL. Called before any
 * widget runs.
 */
export function takePictures(): Pictures {
  const { Blob, Image } = globalThis;
  const createUrl = URL.createObjectURL.bind(URL);
  const revokeUrl = URL.revokeObjectURL.bind(URL);
  for (const name of ["createObjectURL", "revokeObjectURL"]) withhold(URL, name);
  const urls: Urls = new Map();
  const loading = new Set<Promise<unknown>>();
  let written: string | null = null;
  let isStopped = false;

  /** What a blob is made of comes by an iterator of its own: a widget could replace that of lists. */
  const create = (part: string | Uint8Array, type: string): string => {
    let isDone = false;
    const next = () => {
      const result = isDone ? { done: true, value: undefined } : { done: false, value: part };
      isDone = true;
      return result;
    };
    const parts = { [iterator]: () => ({ next }) } as unknown as BlobPart[];
    return createUrl(new Blob(parts, { type }));
  };
  const write = (source: string): string | null => {
    written = source;
    try {
      return writeSvg(source);
    } finally {
      written = null;
    }
  };
  const make = (dataUrl: string): string | null => {
    const match = exec(PICTURE, dataUrl)!;
    // Each is a text that nobody can change: no list is taken apart, by which a widget could be asked.
    const type = match[1]!;
    const isBase64 = exec(BASE64, match[2]!) !== null;
    const body = slice(dataUrl, match[0]!.length);
    // The type decides whether a browser reads it as a document.
    if (exec(BITMAP, type) !== null) {
      return isBase64 ? create(fromBase64(decodePercents(body)), type) : null;
    }
    if (exec(SVG, type) === null) return null;
    const svg = write(isBase64 ? decodeBase64(decodePercents(body)) : decodePercents(body));
    return svg === null ? null : create(svg, "image/svg+xml");
  };
  const load = (url: string) => {
    const image = new Image();
    const loaded = new Promise<void>((resolve) => {
      image.onload = image.onerror = () => {
        loading.delete(loaded);
        resolve();
      };
    });
    loading.add(loaded);
    image.src = url;
  };
  const remember = (dataUrl: string, url: string | null) => {
    setUrl(urls, dataUrl, url);
    if (url !== null) load(url);
    if (countUrls(urls) <= MAX_PICTURES) return;
    const oldest = takeNext(listKeys(urls)).value!;
    const ended = getUrl(urls, oldest)!;
    removeUrl(urls, oldest);
    if (ended !== null) revokeUrl(ended);
  };
  return {
    convert(address) {
      if (isStopped || exec(PICTURE, address) === null) return null;
      // A `#` in a `data:` URL begins its fragment.
      const at = indexOf(address, "#");
      const dataUrl = at < 0 ? address : slice(address, 0, at);
      let url = getUrl(urls, dataUrl);
      if (url === undefined) {
        try {
          url = make(dataUrl);
        } catch {
          url = null;
        }
        remember(dataUrl, url);
      }
      return url === null ? null : at < 0 ? url : url + slice(address, at);
    },
    loaded: async () => void await Promise.all(loading),
    takeWritten(markup) {
      const isWritten = markup === written;
      if (isWritten) written = null;
      return isWritten;
    },
    stop: () => void (isStopped = true),
  };
}

function decodeBase64(text: string): string {
  return decode(decoder, fromBase64(text));
}

/** A text with a percent sign of its own is left as it is. */
function decodePercents(text: string): string {
  try {
    return decodePart(text);
  } catch {
    return text;
  }
}
