import type * as ESTree from "estree";
import { ConstantTexts } from "./constant_texts.ts";
import { isElementFunction } from "./element_functions.ts";
import type { ModuleTree, Node } from "./module_tree.ts";

/** The properties that have the address of an image, in React and in the DOM. */
const IMAGE_PROPERTIES = ["src", "srcSet", "srcset", "poster"];

/** Elements whose `src` is the address of something else. */
const MEDIA = ["audio", "video", "source", "track"];
const NOT_IMAGES = [...MEDIA, "iframe", "embed", "script"];

/** Elements whose `href` is the address of an image. */
const IMAGE_LINKS = ["image", "feImage"];

const REMOTE = /^\s*(?:https?:)?\/\/[^/]/i;

const REMOTE_IN_STYLE = /url\(\s*["']?(?:https?:)?\/\/[^/]/i;

/** A tag of markup that shows images. */
const IMAGE_TAG = /<(?:img|image|source|video|picture)\b[^<>]*/gi;

const REMOTE_ATTRIBUTE = /\s(?:src|srcset|poster|href|xlink:href)=["']?(?:https?:)?\/\/[^/]/i;

/** Global functions and classes that open connections. */
const CONNECTIONS = ["fetch", "XMLHttpRequest", "WebSocket", "EventSource", "WebTransport"];

const GLOBAL_OBJECTS = ["window", "globalThis", "self"];

/** Finds images of other addresses, and connections, as far as they are written out in a module. */
export class RemoteContent {
  readonly #texts: ConstantTexts;

  constructor(private readonly tree: ModuleTree) {
    this.#texts = new ConstantTexts(tree);
  }

  /** Whether a node has the address of an image elsewhere. */
  isImage(node: Node): boolean {
    if (node.type === "Property") return this.#isImageProperty(node);
    if (node.type === "AssignmentExpression") {
      return node.left.type === "MemberExpression" &&
        this.#isImageName(node.left.property, node.left.computed) &&
        REMOTE.test(this.#startOf(node.right));
    }
    const text = node.type === "Literal"
      ? node.value
      : node.type === "TemplateElement"
      ? node.value.cooked
      : null;
    return typeof text === "string" && (REMOTE_IN_STYLE.test(text) || showsRemoteImage(text));
  }

  /** Whether a node has the address of a sound or film elsewhere. */
  isMedia(node: Node): boolean {
    if (node.type !== "Property" || this.#texts.nameOf(node.key, node.computed) !== "src") return false;
    return MEDIA.includes(this.#elementOf(node) ?? "") && REMOTE.test(this.#startOf(node.value));
  }

  /** Whether a node has the address to which a form is sent. */
  isForm(node: Node): boolean {
    return node.type === "Property" && this.#texts.nameOf(node.key, node.computed) === "action" &&
      this.#elementOf(node) === "form" && this.#startOf(node.value) !== "";
  }

  /** Whether a node opens a connection. */
  isConnection(node: Node): boolean {
    if (node.type !== "CallExpression" && node.type !== "NewExpression") return false;
    const { callee } = node;
    if (callee.type === "Identifier") return this.#isGlobal(callee, CONNECTIONS);
    if (callee.type !== "MemberExpression" || callee.computed || callee.property.type !== "Identifier") {
      return false;
    }
    const { object, property: { name } } = callee;
    return this.#isGlobal(object, GLOBAL_OBJECTS) && CONNECTIONS.includes(name) ||
      this.#isGlobal(object, ["navigator"]) && name === "sendBeacon";
  }

  #isGlobal(node: ESTree.Node, names: readonly string[]): boolean {
    return node.type === "Identifier" && names.includes(node.name) && this.tree.variableOf(node) === null;
  }

  /** A property of the object that an element is made with. */
  #isImageProperty(node: Node & ESTree.Property): boolean {
    if (!REMOTE.test(this.#startOf(node.value))) return false;
    const element = this.#elementOf(node);
    const name = this.#texts.nameOf(node.key, node.computed) ?? "";
    if (element === null) return false;
    if (IMAGE_PROPERTIES.includes(name)) return name !== "src" || !NOT_IMAGES.includes(element);
    return IMAGE_LINKS.includes(element) && ["href", "xlinkHref"].includes(name);
  }

  /** The tag of the element that a property's object is given to. */
  #elementOf(node: Node): string | null {
    const object = this.tree.parentOf(node);
    const call = object && this.tree.parentOf(object);
    if (call?.type !== "CallExpression" || call.arguments[1] !== object) return null;
    const [type] = call.arguments;
    return type?.type === "Literal" && isElementFunction(this.tree, call.callee) ? String(type.value) : null;
  }

  #isImageName(key: ESTree.Node, computed: boolean): boolean {
    return IMAGE_PROPERTIES.includes(this.#texts.nameOf(key, computed) ?? "");
  }

  /** The text of an expression, or how it begins; empty where that is known at run time only. */
  #startOf(node: ESTree.Node): string {
    const text = this.#texts.textOf(node);
    if (text !== null) return text;
    return node.type === "TemplateLiteral" ? node.quasis[0]!.value.cooked ?? "" : "";
  }
}

/** Whether markup has a tag with the address of an image elsewhere. */
function showsRemoteImage(markup: string): boolean {
  return [...markup.matchAll(IMAGE_TAG)].some(([tag]) => REMOTE_ATTRIBUTE.test(tag));
}
