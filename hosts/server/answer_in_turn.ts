import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { pauseWork } from "../time/mod.ts";

/** How many requests may wait on one connection. With more, it is closed. */
export const MAX_WAITING_REQUESTS = 100;

/** Answers one request. The response is closed when it was sent, or with its connection. */
type Answer = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/**
 * Answers the requests of each connection one after another, as their responses are sent. A client may send many without
 * waiting for responses (pipelining): `node:http` passes all of them on at once, in any number, and a paused socket of Deno
 * is still read.
 */
export function answerInTurn(answer: Answer): Answer {
  const queues = new WeakMap<Socket, Parameters<Answer>[]>();
  const answerNext = (socket: Socket, queue: Parameters<Answer>[]): void => {
    const next = socket.writable ? queue.shift() : undefined; // Not after a response that closes the connection.
    if (next === undefined) {
      queues.delete(socket);
      return;
    }
    next[1].on("close", async () => {
      // Others are answered between those that wait on one connection.
      if (queue.length > 0) await pauseWork();
      answerNext(socket, queue);
    });
    answer(...next);
  };
  return (incoming, outgoing) => {
    const { socket } = incoming;
    const queue = queues.get(socket);
    if (queue === undefined) {
      const first: Parameters<Answer>[] = [[incoming, outgoing]];
      queues.set(socket, first);
      answerNext(socket, first);
    } else if (queue.push([incoming, outgoing]) > MAX_WAITING_REQUESTS) {
      socket.destroy();
    }
  };
}
