import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../call/call.ts';
import { createAnswerWriter } from './write-answer.ts';

const writeAnswer = createAnswerWriter();

let server: Server;
beforeAll(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

/** A connection, seen from both of its ends. */
const openConnection = async (): Promise<{ ours: Socket; theirs: Socket }> => {
  const accepted = once(server, 'connection');
  const theirs = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  const [ours] = (await accepted) as [Socket];
  return { ours, theirs };
};

const readAll = async (socket: Socket): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('latin1');
};

const createAnswer = (body: string): Answer => {
  const bytes = Buffer.from(body);
  return { status: 200, headers: {}, body: bytes };
};

/** Without the lines that differ from second to second. */
const withoutDate = (text: string): string => text.replaceAll(/Date: [^\r]*\r\n/g, '');

const expected = (body: string): string =>
  `HTTP/1.1 200 OK\r\ncontent-length: ${Buffer.byteLength(body)}\r\nx: 1\r\n\r\n${body}`;

describe('writeAnswer', () => {
  it.each([
    ['nothing', 0],
    ['a small body', 100],
    ['a body that is copied', 64 << 10],
    ['a body that is not copied', (64 << 10) + 1],
  ])('sends headers and %s', async (_, size) => {
    const { ours, theirs } = await openConnection();
    writeAnswer(ours, createAnswer('b'.repeat(size)), 'x: 1\r\n');
    ours.end();
    expect(withoutDate(await readAll(theirs))).toBe(expected('b'.repeat(size)));
  });

  it('sends headers that are longer than usual', async () => {
    const { ours, theirs } = await openConnection();
    const headers = { long: 'v'.repeat(20_000) };
    writeAnswer(ours, { status: 404, headers, body: Buffer.from('{}') }, '');
    ours.end();
    const text = await readAll(theirs);
    expect(withoutDate(text)).toBe(
      `HTTP/1.1 404 Not Found\r\nlong: ${headers.long}\r\ncontent-length: 2\r\n\r\n{}`,
    );
  });

  it('does not change an answer that a slow reader has not taken, while others are sent', async () => {
    const slow = await openConnection();
    const quick = await openConnection();
    const body = (name: string, number: number): string => `${name} ${number} `.repeat(4_000);
    const quickly = readAll(quick.theirs);
    let sent = 0;
    // Until the system takes no more; then some answers wait in this process.
    for (; slow.ours.writableLength < 500_000 && sent < 2_000; sent += 1) {
      writeAnswer(slow.ours, createAnswer(body('slow', sent)), 'x: 1\r\n');
      writeAnswer(quick.ours, createAnswer(body('quick', sent)), 'x: 1\r\n');
      if (sent % 20 === 0) await setImmediate();
    }
    expect(sent).toBeLessThan(2_000);
    slow.ours.end();
    quick.ours.end();
    const list = (name: string) => Array.from({ length: sent }, (_, number) => expected(body(name, number)));
    expect(withoutDate(await quickly) === list('quick').join('')).toBe(true);
    expect(withoutDate(await readAll(slow.theirs)) === list('slow').join('')).toBe(true);
  });

  it.each([204, 304])('sends no length with status %d', async (status) => {
    const { ours, theirs } = await openConnection();
    writeAnswer(ours, { status, headers: { etag: '"1"' }, body: Buffer.alloc(0) }, '');
    ours.end();
    expect(await readAll(theirs)).not.toContain('content-length');
  });
});
