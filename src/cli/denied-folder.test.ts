import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const program = join(import.meta.dirname, '..', 'main.ts');
/** Nothing is denied to root. */
const asOther =
  process.getuid?.() === 0 ? ['setpriv', '--reuid=nobody', '--regid=nogroup', '--clear-groups'] : [];
const isAllowed = (...words: string[]): boolean => {
  const [command = '', ...rest] = [...asOther, ...words];
  return spawnSync(command, rest).status === 0;
};
const canRun = isAllowed('test', '-r', program) && isAllowed(process.execPath, '--version');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kindred-denied-'));
  mkdirSync(join(folder, 'data'));
  mkdirSync(join(folder, 'closed'));
  chmodSync(folder, 0o755);
  chmodSync(join(folder, 'data'), 0o777);
  chmodSync(join(folder, 'closed'), 0o555);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Starts the service, and ends it when it has printed this; returns what it printed. */
const startUntil = async (text: string, settings: Readonly<Record<string, string>>): Promise<string> => {
  const [command = '', ...rest] = [...asOther, process.execPath, program];
  const own = { KINDRED_PORT: '0', KINDRED_DEMO: 'off', KINDRED_LOG: 'error', KINDRED_THREADS: '1' };
  const service = spawn(command, rest, { cwd: '/', env: { ...process.env, ...own, ...settings } });
  let printed = '';
  const collect = (part: Buffer): void => {
    printed += part.toString();
    if (printed.includes(text)) service.kill();
  };
  service.stdout.on('data', collect);
  service.stderr.on('data', collect);
  await once(service, 'close');
  return printed;
};

it.skipIf(!canRun)('a data folder that may not be written ends the start with a sentence', async () => {
  const data = join(folder, 'closed', 'data');
  expect(await startUntil('Kindred answers', { KINDRED_DATA: data })).toBe(
    `Error: ${data} cannot be read or written by the user that runs Kindred (EACCES).\n` +
      'Next: Give this user the right to, or name another folder: KINDRED_DATA, KINDRED_SHARED.\n',
  );
});

it.skipIf(!canRun)('a shared folder that may not be written is named in the log', async () => {
  const [data, shared] = [join(folder, 'data'), join(folder, 'closed')];
  const printed = await startUntil('Kindred answers', { KINDRED_DATA: data, KINDRED_SHARED: shared });
  expect(printed).toContain('the shared folder is away');
  expect(printed).toMatch(/EACCES: permission denied, open '[^']*closed/);
});
