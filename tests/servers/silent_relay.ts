import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A relay to a server on loopback whose connections can become silent, as after the loss of a route. */
interface SilentRelay extends AsyncDisposable {
  readonly port: number;
  /** From now on nothing passes through the connections that are open, and nothing closes them. Later ones work. */
  silence(): void;
  /** From now on a connection becomes silent with the statement that has this text; later ones do likewise. */
  silenceAt(text: string): void;
}

/** Starts a relay to a port. */
export async function startSilentRelay(target: number): Promise<SilentRelay> {
  const sockets = new Set<Socket>();
  let last: string | null = null;
  const mute = (socket: Socket) => socket.removeAllListeners("data").on("data", () => {});
  const server = createServer((near) => {
    const far = connect(target, "127.0.0.1");
    near.on("data", (bytes) => {
      if (last !== null && bytes.includes(last)) mute(far);
    });
    for (const [from, to] of [[near, far], [far, near]] as const) {
      sockets.add(from);
      from.on("data", (bytes) => void to.write(bytes));
      from.on("error", () => {});
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    silence() {
      for (const socket of sockets) mute(socket);
    },
    silenceAt(text) {
      last = text;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
