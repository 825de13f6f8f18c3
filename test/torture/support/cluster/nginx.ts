import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../../../../scripts/container/answers.ts';
import { hasProgram } from '../../../../scripts/install-packages.ts';

const example = join(import.meta.dirname, '..', '..', '..', '..', 'examples', 'ops', 'nginx.conf');

/** The example for operators, without its certificate, before two nodes. */
const writeConfiguration = (folder: string, port: number, nodes: readonly number[]): string => {
  let at = 0;
  const text = readFileSync(example, 'utf8')
    .replace(/^ *listen 443 .*;/m, `listen 127.0.0.1:${port};`)
    .replace(/^ *ssl_.*\n/gm, '')
    .replace(/127\.0\.0\.1:808\d/g, () => `127.0.0.1:${nodes[at++]}`);
  const file = join(folder, 'nginx.conf');
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (each) => `${each}_temp_path ${each};`,
  );
  const main = ['pid nginx.pid;', 'error_log error.log;', 'events {}'];
  // Started by root, its workers would be somebody who cannot enter the folder.
  if (process.getuid?.() === 0) main.push('user root;');
  writeFileSync(file, [...main, 'http {', 'access_log off;', ...paths, text, '}'].join('\n'));
  return file;
};

/** nginx in front of two nodes; gives its port. */
export const startNginx = async (parent: string, nodes: readonly number[]) => {
  if (!hasProgram('nginx', ['nginx-light'])) throw new Error('nginx cannot be installed.');
  const folder = join(parent, 'nginx');
  mkdirSync(folder);
  const port = await freePort();
  const file = writeConfiguration(folder, port, nodes);
  const words = ['-p', folder, '-c', file, '-e', 'error.log', '-g', 'daemon off;'];
  const child = spawn('nginx', words, { stdio: ['ignore', 'ignore', 'inherit'] });
  const answers = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}.`);
    await setTimeout(50);
  }
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    log: (): string => readFileSync(join(folder, 'error.log'), 'utf8'),
    stop: async (): Promise<void> => {
      const closed = once(child, 'close');
      child.kill('SIGTERM');
      await closed;
    },
  };
};
