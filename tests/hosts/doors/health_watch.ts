/**
 * A thread that asks `/healthz` during an attack, and remembers how long the server's own thread worked at most between two
 * answers. It is no thread of the test, whose work would count; and what other processes do meanwhile does not count.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import { Agent, get } from "node:http";

/** What the thread is sent. */
export type WatchRequest = { readonly url: string; readonly pid: number } | "start" | "stop";

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Resolves when an answer is there. A connection that the server closes when it is asked is replaced. */
async function ask(url: string): Promise<void> {
  for (let attempt = 1;; attempt++) {
    try {
      return await askOnce(url);
    } catch (error) {
      if (attempt === 3) throw error;
    }
  }
}

/** Only an answer of 200 counts. */
function askOnce(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(`${url}/healthz`, { agent }, (response) => {
      response.resume().on("error", reject).on("end", () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`/healthz answered ${response.statusCode}`));
      });
    }).on("error", reject);
  });
}

let [server, address] = [0, ""];
let [longest, last] = [0, 0];

/** How long the main thread of the server, which answers, has been on a processor, in milliseconds. */
function readWork(): number {
  const [work] = readFileSync(`/proc/${server}/task/${server}/schedstat`, "utf8").split(" ");
  return Number(work) / 1e6;
}

/** Counts the work since the last answer. */
function count(): void {
  const now = readWork();
  longest = Math.max(longest, now - last);
  last = now;
}

let isStopped = true;
let watching: Promise<void> = Promise.resolve();

async function watch(): Promise<void> {
  while (!isStopped) {
    await ask(address);
    count();
    await new Promise((resolve) => setTimeout(resolve, 10)); // timer: a pause between two questions
  }
}

/** The thread's own global object: the types of the project are those of a page's. */
const thread = globalThis as unknown as {
  onmessage: (event: MessageEvent<WatchRequest>) => void;
  postMessage(message: number): void;
};

thread.onmessage = async ({ data }) => {
  if (data === "start") {
    [longest, last] = [0, readWork()];
    isStopped = false;
    watching = watch();
  } else if (data === "stop") {
    isStopped = true;
    await watching;
    count();
    thread.postMessage(longest);
  } else {
    [server, address] = [data.pid, data.url];
  }
};
