import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';
import { mailAlert } from './post-alert.ts';

let server: Server | null = null;
afterEach(() => server?.close());

/** A mail server that answers as told, and keeps what it heard. */
const open = async (answers: Readonly<Record<string, string>> = {}) => {
  const heard: string[] = [];
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('220 mail.example\r\n');
    let isText = false;
    createInterface({ input: socket }).on('line', (line) => {
      heard.push(line);
      if (isText && line !== '.') return;
      const word = isText ? '.' : (line.split(/[ :]/)[0] ?? '');
      isText = word === 'DATA' && answers['DATA'] === undefined;
      const usual = word === 'EHLO' ? '250-mail.example\r\n250 SIZE 1000' : isText ? '354 go on' : '250 ok';
      socket.write(`${answers[word] ?? usual}\r\n`);
    });
  });
  await new Promise<void>((resolve) => {
    server?.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { heard, host: `127.0.0.1:${port}` };
};

const send = (url: string) =>
  mailAlert({ url, from: 'kindred@shop.example' }, 'team@shop.example', {
    website: 'north',
    subject: 'catalogue',
    text: 'The import failed. Größe fehlt.',
  });

const decode = (text: string): string => Buffer.from(text, 'base64').toString();

describe('a mail', () => {
  it('names sender, receiver and what happened, in any alphabet', async () => {
    const { heard, host } = await open();
    expect(await send(`smtp://${host}`)).toMatchObject({ ok: true });
    expect(heard).toEqual(
      expect.arrayContaining(['MAIL FROM:<kindred@shop.example>', 'RCPT TO:<team@shop.example>', 'DATA']),
    );
    const subject = /=\?utf-8\?B\?(.+)\?=/.exec(heard.find((line) => line.startsWith('Subject:')) ?? '')?.[1];
    expect(decode(subject ?? '')).toBe('Kindred, north, catalogue: The import failed. Größe fehlt.');
    expect(decode(heard.slice(heard.indexOf('') + 1, heard.indexOf('.')).join(''))).toContain('Größe fehlt.');
  });

  it.each([
    ['450 later', true],
    ['550 no such user', false],
  ])('that is answered %s may be tried again: %s', async (answer, again) => {
    const { host } = await open({ RCPT: answer });
    expect(await send(`smtp://${host}`)).toMatchObject({ ok: false, again });
  });

  it('takes no password to a server without TLS', async () => {
    const { heard, host } = await open();
    expect(await send(`smtp://ann:secret@${host}`)).toMatchObject({
      ok: false,
      result: 'the mail server offers no TLS for the password',
    });
    expect(heard.join(' ')).not.toMatch(/AUTH|MAIL/);
  });

  it('to a server that is away may be tried again', async () => {
    const { host } = await open();
    await new Promise((resolve) => server?.close(resolve));
    expect(await send(`smtp://${host}`)).toMatchObject({ ok: false, again: true });
  });
});
