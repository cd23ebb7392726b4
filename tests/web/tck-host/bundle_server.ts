/** A loopback server of a bundle's files. */
export interface BundleServer {
  /** `http://127.0.0.1:…` */
  readonly origin: string;
  /** The answers by path: a text or a response. Any other path is 404. */
  readonly files: { [path: string]: string | Response };
  /** The requested paths, in order. */
  readonly requests: string[];
  /** Stops it. */
  close(): Promise<void>;
}

/** Starts a server for the given files, which may be changed while it runs. */
export function serveBundles(files: BundleServer["files"]): BundleServer {
  const requests: string[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, (request) => {
    const { pathname } = new URL(request.url);
    requests.push(pathname);
    const file = files[pathname];
    if (file === undefined) return new Response("", { status: 404 });
    return typeof file === "string" ? new Response(file) : file.clone();
  });
  const origin = `http://127.0.0.1:${server.addr.port}`;
  return { origin, files, requests, close: () => server.shutdown() };
}
