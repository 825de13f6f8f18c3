import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openMainSocket } from './serving-threads.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kindred-socket-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const createGreeter = (): Server =>
  createServer((socket) => socket.on('error', () => undefined).end('hello'));

/** The socket of a process that was killed. */
const leaveSocket = async (path: string): Promise<void> => {
  const program = `require('node:net').createServer().listen(${JSON.stringify(path)}, () => console.log('listens'))`;
  const child = spawn(process.execPath, ['-e', program]);
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'close');
};

it('is in the data folder, and gone when it is closed', async () => {
  const socket = await openMainSocket(folder, createGreeter());
  expect(dirname(socket.path)).toBe(folder);
  expect(await text(connect(socket.path))).toBe('hello');
  await socket.close();
  expect(readdirSync(folder)).toEqual([]);
});

it('can be opened by several processes on one data folder', async () => {
  const [one, other] = [
    await openMainSocket(folder, createGreeter()),
    await openMainSocket(folder, createGreeter()),
  ];
  expect(await text(connect(one.path))).toBe('hello');
  expect(await text(connect(other.path))).toBe('hello');
  await one.close();
  expect(await text(connect(other.path))).toBe('hello');
  await other.close();
});

it('removes what a killed process left, and nothing else', async () => {
  const abandoned = join(folder, 'threads-0123abcd.sock');
  await leaveSocket(abandoned);
  expect(existsSync(abandoned)).toBe(true);
  const others = ['threads-notes.txt', 'kindred.sqlite'];
  for (const name of others) writeFileSync(join(folder, name), '');
  const socket = await openMainSocket(folder, createGreeter());
  expect(existsSync(abandoned)).toBe(false);
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(others));
  await socket.close();
});

it('is elsewhere when the path of the data folder is too long for a socket', async () => {
  const long = join(folder, 'x'.repeat(100));
  mkdirSync(long);
  const socket = await openMainSocket(long, createGreeter());
  expect(readdirSync(long)).toEqual([]);
  expect(await text(connect(socket.path))).toBe('hello');
  await socket.close();
  expect(existsSync(dirname(socket.path))).toBe(false);
});

it('says why it cannot listen', async () => {
  await expect(openMainSocket(join(folder, 'missing'), createGreeter())).rejects.toThrow('ENOENT');
});
