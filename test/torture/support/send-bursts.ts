import { connect } from 'node:net';

/** Connections that burst at the same time, and calls that each sends without waiting for an answer. */
const connections = 20;
const callsPerBurst = 40;
export const burstCallsPerSecond = connections * callsPerBurst;

const good = 'HTTP/1.1 200 ';

/** Gives the number of its calls that were answered with 200. */
const sendBurst = (port: number, text: string): Promise<number> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let [answered, rest] = [0, ''];
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(answered));
    socket.once('connect', () => socket.end(text));
    socket.setEncoding('latin1').on('data', (piece: string) => {
      const parts = (rest + piece).split(good);
      answered += parts.length - 1;
      rest = (parts.at(-1) ?? '').slice(-good.length + 1);
    });
    setTimeout(() => socket.destroy(), 1_000).unref();
  });

export type Bursts = { readonly sent: number; readonly answered: number };

/** Pipelined calls of one website, a burst a second from each connection. `answered`: with 200, within the second. */
export const sendBursts = async (
  port: number,
  nextPath: () => string,
  headers: Readonly<Record<string, string>>,
  seconds: number,
): Promise<Bursts> => {
  const head = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  let answered = 0;
  const callText = (): string => `GET ${nextPath()} HTTP/1.1\r\nHost: a\r\n${head}\r\n`;
  for (let round = 0; round < seconds; round += 1) {
    const bursts = Array.from({ length: connections }, () =>
      sendBurst(port, Array.from({ length: callsPerBurst }, callText).join('')),
    );
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    for (const count of await Promise.all(bursts)) answered += count;
  }
  return { sent: seconds * burstCallsPerSecond, answered };
};
