import { connect, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { createInterface } from 'node:readline';
import { connect as connectTls } from 'node:tls';

export type MailServer = {
  /** smtp://host:587 (TLS where the server offers it) or smtps://host:465, with a user name and password where needed. */
  readonly url: string;
  readonly from: string;
};

export type Mail = { readonly to: string; readonly subject: string; readonly text: string };

const timeoutMs = 10_000;
const ports: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };
const toBase64 = (text: string): string => Buffer.from(text).toString('base64');

/** A refusal of the server. 4xx: another attempt may succeed. */
export class MailRefused extends Error {
  readonly again: boolean;
  constructor(code: number, text: string) {
    super(`the mail server answered ${code} ${text}`);
    this.again = code < 500;
  }
}

const createDialog = (socket: Socket) => {
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const failed = new Promise<never>((_, reject) => {
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the mail server ended the connection')));
    socket.setTimeout(timeoutMs, () => reject(new Error('the mail server does not answer')));
  });
  failed.catch(() => socket.destroy());
  /** The texts of an answer, which has one line or more. */
  const hear = async (): Promise<string[]> => {
    const texts: string[] = [];
    for (;;) {
      const { value = '' } = await Promise.race([lines.next(), failed]);
      const line = String(value);
      texts.push(line.slice(4));
      if (line[3] === '-') continue;
      const code = Number(line.slice(0, 3));
      if (code >= 200 && code < 400) return texts;
      throw new MailRefused(code, texts.join(' '));
    }
  };
  const say = (line: string): Promise<string[]> => {
    socket.write(`${line}\r\n`);
    return hear();
  };
  return { hear, say };
};

const write = ({ from }: MailServer, { to, subject, text }: Mail): string =>
  [
    `From: <${from}>`,
    `To: <${to}>`,
    `Subject: =?utf-8?B?${toBase64(subject)}?=`,
    `Date: ${new Date().toUTCString()}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    ...(toBase64(text).match(/.{1,76}/g) ?? []),
    '.',
  ].join('\r\n');

/** Sends one mail. A password is sent over TLS alone. */
export const sendMail = async (server: MailServer, mail: Mail): Promise<void> => {
  const { protocol, hostname: host, port, username, password } = new URL(server.url);
  const at = { host, port: Number(port) || (ports[protocol] ?? 25) };
  const isSecure = protocol === 'smtps:';
  let socket: Socket = isSecure ? connectTls({ ...at, servername: host }) : connect(at);
  try {
    let dialog = createDialog(socket);
    await dialog.hear();
    const hello = `EHLO ${hostname()}`;
    const offers = await dialog.say(hello);
    const startsTls = !isSecure && offers.some((offer) => offer.toUpperCase() === 'STARTTLS');
    if (startsTls) {
      await dialog.say('STARTTLS');
      socket.removeAllListeners();
      socket = connectTls({ socket, servername: host });
      dialog = createDialog(socket);
      await dialog.say(hello);
    }
    if (username !== '') {
      if (!isSecure && !startsTls) throw new Error('the mail server offers no TLS for the password');
      const plain = `\0${decodeURIComponent(username)}\0${decodeURIComponent(password)}`;
      await dialog.say(`AUTH PLAIN ${toBase64(plain)}`);
    }
    await dialog.say(`MAIL FROM:<${server.from}>`);
    await dialog.say(`RCPT TO:<${mail.to}>`);
    await dialog.say('DATA');
    await dialog.say(write(server, mail));
    socket.write('QUIT\r\n');
  } finally {
    socket.destroy();
  }
};
