import { connect } from 'node:net';

/** Connections that burst at the same time, and calls that each sends without waiting for an answer. */
const connections = 20;
const callsPerBurst = 40;

const sendBurst = (port: number, text: string): Promise<void> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => undefined);
    socket.once('close', () => resolve());
    socket.once('connect', () => socket.end(text));
    // Answers are not judged here: those of the others are.
    socket.resume();
    setTimeout(() => socket.destroy(), 1_000).unref();
  });

/** Pipelined calls of one website, a burst a second from each connection. Gives the number of calls that were sent. */
export const sendBursts = async (
  port: number,
  nextPath: () => string,
  headers: Readonly<Record<string, string>>,
  seconds: number,
): Promise<number> => {
  const head = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  const callText = (): string => `GET ${nextPath()}&top=100 HTTP/1.1\r\nHost: a\r\n${head}\r\n`;
  for (let round = 0; round < seconds; round += 1) {
    const bursts = Array.from({ length: connections }, () =>
      sendBurst(port, Array.from({ length: callsPerBurst }, callText).join('')),
    );
    await Promise.all([...bursts, new Promise((resolve) => setTimeout(resolve, 1_000))]);
  }
  return seconds * connections * callsPerBurst;
};
