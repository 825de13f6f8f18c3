import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { waitForUrl } from '../cli/served-folder.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** Real processes on data folders: services, and commands with `--json`. */
export const openProcesses = () => {
  const children = new Set<ChildProcess>();
  const start = (words: readonly string[], dataDir: string): ChildProcess => {
    const settings = {
      KINDRED_DATA: dataDir,
      KINDRED_DEMO: 'off',
      KINDRED_PORT: '0',
      KINDRED_LOG: 'silent',
      // Otherwise answers contain the port of the request.
      KINDRED_PUBLIC_URL: 'https://search.example',
      NODE_OPTIONS: '',
    };
    const child = spawn(process.execPath, words, { env: { ...process.env, ...settings } });
    children.add(child);
    child.once('close', () => children.delete(child));
    return child;
  };
  return {
    /** Returns the URL of the service. */
    serve: (dataDir: string): Promise<string> => waitForUrl(start([join(root, 'src', 'main.ts')], dataDir)),
    command: async (dataDir: string, ...words: string[]): Promise<{ code: number; value: unknown }> => {
      const child = start([join(root, 'bin', 'kindred.js'), ...words, '--json'], dataDir);
      let out = '';
      child.stdout?.on('data', (piece: Buffer) => (out += piece.toString()));
      const [code] = (await once(child, 'close')) as [number];
      return { code, value: JSON.parse(out) as unknown };
    },
    close: async (): Promise<void> => {
      const closed = [...children].map((child) => once(child, 'close'));
      for (const child of children) child.kill('SIGKILL');
      await Promise.all(closed);
    },
  };
};
