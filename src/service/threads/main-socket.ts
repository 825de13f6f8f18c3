import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { hasErrorCode } from '../../files/error-code.ts';

/** The system allows some more; other systems a few less. */
const longestPath = 100;

/** Not by the number of the process: processes in two containers may have the same one, and one data folder. */
const createName = (): string => `threads-${randomBytes(4).toString('hex')}.sock`;
const namePattern = /^threads-[0-9a-f]{8}\.sock$/;

export type MainSocket = { readonly path: string; close(): Promise<void> };

/** Lets `server` listen on a Unix socket in the data folder, which only its owner can open. */
export const openMainSocket = async (dataDir: string, server: Server): Promise<MainSocket> => {
  await removeLeftovers(dataDir);
  const usual = join(dataDir, createName());
  const isLong = Buffer.byteLength(usual) > longestPath;
  const path = isLong ? join(mkdtempSync(join(tmpdir(), 'kindred-')), createName()) : usual;
  await once(server.listen(path), 'listening');
  return {
    path,
    close: async () => {
      await new Promise<void>((resolve) => void server.close(() => resolve()));
      if (isLong) rmSync(dirname(path), { recursive: true, force: true });
    },
  };
};

/** Sockets of processes that were killed: nobody listens on them. */
const removeLeftovers = async (dataDir: string): Promise<void> => {
  const paths = readdirSync(dataDir).filter((name) => namePattern.test(name));
  for (const path of paths.map((name) => join(dataDir, name)))
    if (await isAbandoned(path)) rmSync(path, { force: true });
};

const isAbandoned = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', (error) => resolve(hasErrorCode(error, 'ECONNREFUSED')));
  });
