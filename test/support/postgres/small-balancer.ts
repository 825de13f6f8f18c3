import { type IncomingMessage, request, type RequestOptions } from 'node:http';

/*
 * A load balancer in a few lines: it asks each node whether it is ready, spreads requests over those that are, and sends a
 * request to another node where the first one accepts no connection, since nothing has reached it then.
 */

/** `url`: the node that answered. */
type Sent = { readonly status: number; readonly text: string; readonly url: string };

const readText = async (answer: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = [];
  for await (const piece of answer) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
};

/** A connection of its own for each request: none is kept by a node that is about to end. */
const send = (url: string, options: RequestOptions, body?: string): Promise<Sent> =>
  new Promise((resolve, reject) => {
    const sending = request(url, { ...options, agent: false }, (answer) => {
      readText(answer).then(
        (text) => resolve({ status: answer.statusCode ?? 0, text, url: new URL(url).origin }),
        reject,
      );
    });
    sending.on('error', reject);
    sending.end(body);
  });

const isRefused = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';

export const createBalancer = (checkEveryMs = 100) => {
  const ready = new Map<string, boolean>();
  const open = new Map<string, Set<Promise<unknown>>>();
  let next = 0;

  const check = async (url: string): Promise<void> => {
    const answer = await send(`${url}/readyz`, {}).catch(() => null);
    if (ready.has(url)) ready.set(url, answer?.status === 200);
  };
  const timer = setInterval(() => void Promise.all([...ready.keys()].map(check)), checkEveryMs).unref();
  const pick = (except: ReadonlySet<string>): string | undefined => {
    const serving = [...ready].filter(([url, isReady]) => isReady && !except.has(url));
    next += 1;
    return serving[next % serving.length]?.[0];
  };

  const track = async <T>(url: string, sending: Promise<T>): Promise<T> => {
    const all = open.get(url) ?? new Set();
    open.set(url, all.add(sending));
    try {
      return await sending;
    } finally {
      all.delete(sending);
    }
  };

  return {
    add: async (url: string): Promise<void> => {
      ready.set(url, false);
      while (!ready.get(url)) await check(url);
    },
    /** Resolves when the node has answered what was sent to it. */
    remove: async (url: string): Promise<void> => {
      ready.delete(url);
      await Promise.allSettled([...(open.get(url) ?? [])]);
    },
    /** Throws where no node takes the request, or where one breaks off its answer. */
    send: async (path: string, options: RequestOptions = {}, body?: string): Promise<Sent> => {
      const tried = new Set<string>();
      for (;;) {
        const url = pick(tried);
        if (url === undefined) throw new Error('No node is ready.');
        try {
          return await track(url, send(`${url}${path}`, options, body));
        } catch (error) {
          if (!isRefused(error)) throw error;
          tried.add(url);
        }
      }
    },
    close: (): void => clearInterval(timer),
  };
};
