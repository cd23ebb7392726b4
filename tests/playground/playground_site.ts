import { buildPlayground, type Playground } from "../../docs/site/playground/build_playground.ts";
import { openHostAssets } from "../web/host_assets.ts";

/** The folder of the playground on its server. */
const FOLDER = "/docs/play/";

/** The playground of this tree, which is built once for the tests of a file. */
let building: Promise<Playground> | undefined;

const TYPES: { readonly [extension: string]: string } = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  wasm: "application/wasm",
};

/** The playground on a loopback socket, below a folder, as a server of static files has it. */
export class PlaygroundSite implements AsyncDisposable {
  /** The requested paths and queries, in order. */
  readonly requests: string[] = [];
  readonly #server: Deno.HttpServer<Deno.NetAddr>;

  private constructor(readonly playground: Playground) {
    this.#server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, ({ url }) => {
      const { pathname, search } = new URL(url);
      this.requests.push(pathname + search);
      const path = pathname.slice(FOLDER.length) || "index.html";
      if (path === "empty.html") {
        return new Response("<!doctype html><body>", { headers: { "content-type": TYPES.html! } });
      }
      const content = pathname.startsWith(FOLDER) ? playground.files.get(path) : undefined;
      if (content === undefined) return new Response("Not Found", { status: 404 });
      return new Response(content as Uint8Array<ArrayBuffer>, {
        headers: { "content-type": TYPES[path.split(".").at(-1)!]! },
      });
    });
  }

  static async open(): Promise<PlaygroundSite> {
    building ??= openHostAssets().then((assets) => buildPlayground(assets));
    return new PlaygroundSite(await building);
  }

  /** The address of the page. */
  get url(): string {
    return `http://127.0.0.1:${this.#server.addr.port}${FOLDER}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}
