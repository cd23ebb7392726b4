import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { formatBatchId } from "../../../core/naming/mod.ts";
import { bearerOf, type WritingServer } from "../submissions/writing_server.ts";

/** A request whose answer is not read. */
interface UnreadRequest {
  readonly user: string;
  readonly path: string;
  /** The body of a POST. */
  readonly body?: string;
}

const STATUS_LINE = "HTTP/1.1 200 OK";

/** Sends a request on a connection of its own, and reads nothing after the beginning of the answer. */
async function leaveUnread({ url }: Pick<WritingServer, "url">, request: UnreadRequest): Promise<Socket> {
  const { user, path, body } = request;
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  const fields = [
    `${body === undefined ? "GET" : "POST"} ${path} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    `Authorization: Bearer ${await bearerOf(user)}`,
    ...body === undefined ? [] : ["Content-Type: application/json", `Content-Length: ${body.length}`],
  ];
  socket.write([...fields, "", body ?? ""].join("\r\n"));
  await once(socket, "readable");
  const begin = String(socket.read(STATUS_LINE.length));
  if (begin !== STATUS_LINE) throw new Error(`${path} was answered ${begin}`);
  return socket;
}

/** Leaves answers unread, some more at a time, until all of them have begun. */
export async function leaveAllUnread(
  server: Pick<WritingServer, "url">,
  requests: readonly UnreadRequest[],
): Promise<void> {
  const sockets: Socket[] = [];
  for (let at = 0; at < requests.length; at += AT_ONCE) {
    const some = requests.slice(at, at + AT_ONCE);
    sockets.push(...await Promise.all(some.map((request) => leaveUnread(server, request))));
  }
  for (const socket of sockets) socket.destroy();
}

/** How many requests are sent at once: what matters here is what waits afterwards. */
const AT_ONCE = 2;

/**
 * Streams of all envelopes of a day, each in another order: they are larger than the buffers of a connection, which take some
 * MiB.
 */
export async function listStreams(
  { url }: Pick<WritingServer, "url">,
  user: string,
  day: string,
): Promise<UnreadRequest[]> {
  const headers = { Authorization: `Bearer ${await bearerOf(user)}` };
  const id = formatBatchId(day, "morning_brief");
  const response = await fetch(`${url}/api/daily-pages/v2/batches/${id}`, { headers });
  const batch: { widgets: { bundle: { hash: string } }[] } = await response.json();
  const hashes = batch.widgets.map(({ bundle }) => bundle.hash);
  return hashes.map((_, index) => ({
    user,
    path: "/api/widgets/v1/bundles",
    body: JSON.stringify({ hashes: [...hashes.slice(index), ...hashes.slice(0, index)] }),
  }));
}
