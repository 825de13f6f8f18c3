import { Agent, request } from 'node:http';

export type LoadCall = {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
};
export type LoadAnswer = {
  /** An HTTP status, or the code of a socket error. */
  readonly status: number | string;
  /** From the moment the call was due. */
  readonly ms: number;
  /** From the moment it had a connection: without the wait for one of the generator's own. */
  readonly serverMs: number;
  readonly body: string;
};

/** Sends one call over the agent's connections. */
export const send = (agent: Agent, { port, path, headers }: LoadCall): Promise<LoadAnswer> =>
  new Promise((resolve) => {
    const startedAt = performance.now();
    let connectedAt = startedAt;
    const end = (status: number | string, body = ''): void => {
      const now = performance.now();
      resolve({ status, ms: now - startedAt, serverMs: now - connectedAt, body });
    };
    const call = request({ host: '127.0.0.1', port, path, headers, agent }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () => end(response.statusCode ?? 0, Buffer.concat(pieces).toString()));
      response.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
    });
    call.on('socket', () => {
      connectedAt = performance.now();
    });
    call.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
    call.end();
  });

/** Calls at a fixed rate, whether or not earlier ones have been answered; resolves when all have been. */
export const runOpenLoop = async (
  perSecond: number,
  seconds: number,
  next: (place: number) => LoadCall,
  onAnswer: (answer: LoadAnswer, place: number) => void,
): Promise<number> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 512 });
  const total = Math.round(perSecond * seconds);
  const startedAt = performance.now();
  const open: Promise<void>[] = [];
  for (let place = 0; place < total; ) {
    const due = Math.min(total, Math.ceil(((performance.now() - startedAt) / 1000) * perSecond));
    for (; place < due; place += 1) {
      const current = place;
      open.push(send(agent, next(current)).then((answer) => onAnswer(answer, current)));
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await Promise.all(open);
  agent.destroy();
  return total;
};

export const percentile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
};
