/**
 * Builds the image of the Containerfile with buildah, starts it and asks for health, portal and docs: node scripts/build-image.ts
 * The base comes from its registry. Where that does not answer, a root file system of Debian is made by debootstrap, with the
 * Node and npm of this machine. Needs root, buildah, and debootstrap for such a base; `--keep` leaves the image in buildah's store.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { release } from '../src/release.ts';
import { checkPages, freePort, waitUntilHealthy } from './container/answers.ts';
import { parseStages } from './container/containerfile.ts';
import { endProcesses } from './end-processes.ts';

const { values } = parseArgs({ options: { keep: { type: 'boolean', default: false } } });
const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'kindred-image-'));
/** Of its own, so that nothing else of this machine is touched, and all of it can be removed. */
const store = values.keep ? [] : ['--root', join(folder, 'store'), '--runroot', join(folder, 'run')];

const buildah = (...words: string[]): string =>
  execFileSync('buildah', [...store, ...words], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim();
const say = (...words: string[]): void => {
  const { status } = spawnSync('buildah', [...store, ...words], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error(`buildah ${words[0] ?? ''} ended with ${status}.`);
};

const containerfile = readFileSync(join(root, 'Containerfile'), 'utf8');
const [, registryBase = ''] = /^ARG NODE_IMAGE=(\S+)$/m.exec(containerfile) ?? [];

/** Debian and Node, as the official image has them: a user `node`, npm, certificates. */
const makeBase = (): string => {
  const base = join(folder, 'base');
  const names = '--include=ca-certificates,libatomic1,libstdc++6';
  execFileSync(
    'debootstrap',
    ['--variant=minbase', names, 'bookworm', base, 'http://deb.debian.org/debian'],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const program = join(base, 'usr/local/bin/node');
  copyFileSync(process.execPath, program);
  chmodSync(program, 0o755);
  const found = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim();
  const npm = join(dirname(realpathSync(found)), '..');
  cpSync(npm, join(base, 'usr/local/lib/node_modules/npm'), { recursive: true });
  const inside = (script: string): Buffer => execFileSync('chroot', [base, 'bash', '-ec', script]);
  inside('for each in npm npx; do ln -s ../lib/node_modules/npm/bin/$each-cli.js /usr/local/bin/$each; done');
  inside('groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home node');
  // This machine may reach the registry through a proxy with a certificate of its own.
  const certificates = '/etc/ssl/certs/ca-certificates.crt';
  copyFileSync(process.env['NODE_EXTRA_CA_CERTS'] ?? certificates, join(base, certificates));
  const container = buildah('from', 'scratch');
  buildah('add', container, base, '/');
  buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${certificates}`, container);
  buildah('commit', '--rm', container, 'kindred-base');
  rmSync(base, { recursive: true, force: true });
  return 'localhost/kindred-base';
};

const findBase = (): string => {
  const { status } = spawnSync('buildah', [...store, 'pull', registryBase], {
    stdio: 'ignore',
    timeout: 300_000,
  });
  if (status === 0) return registryBase;
  console.log(`${registryBase} cannot be fetched: the base is made of Debian, and Node ${process.version}.`);
  return makeBase();
};

const readSize = (name: string): string => {
  const [image] = JSON.parse(buildah('images', '--json', name)) as { readonly size: string }[];
  return image?.size ?? 'of an unknown size';
};

type Config = { readonly Docker: { readonly config: { readonly Cmd: string[]; readonly User: string } } };

/** Without a network of its own: the port is one of this machine. */
const start = (container: string, port: number, mark: string) => {
  const {
    Docker: { config },
  } = JSON.parse(buildah('inspect', container)) as Config;
  const own = [`KINDRED_PORT=${port}`, 'KINDRED_HOST=127.0.0.1', mark].flatMap((each) => ['--env', each]);
  const run = ['run', '--isolation', 'chroot', ...own, container, '--'];
  const service = spawn('buildah', [...store, ...run, ...config.Cmd], { stdio: 'inherit' });
  const probe = (command: readonly string[]): void => say(...run, ...command);
  return { service, probe, user: config.User };
};

const mark = `KINDRED_IMAGE=${folder}`;
try {
  const base = findBase();
  const image = `kindred:${release}`;
  // The format of OCI has no health check.
  say(
    'build',
    '--isolation',
    'chroot',
    '--format',
    'docker',
    '--build-arg',
    `NODE_IMAGE=${base}`,
    '-t',
    image,
    '.',
  );
  const container = buildah('from', image);
  const port = await freePort();
  const { service, probe, user } = start(container, port, mark);
  const address = `http://127.0.0.1:${port}`;
  await waitUntilHealthy(address, service);
  const health = parseStages(containerfile)
    .at(-1)
    ?.steps.find(({ name }) => name === 'HEALTHCHECK');
  probe(JSON.parse(health?.text.replace(/^.*? CMD /, '') ?? '[]') as string[]);
  console.log('the health check ends with 0');
  probe(['node', '-e', "for (const each of ['/data', '/shared']) fs.accessSync(each, fs.constants.W_OK)"]);
  console.log(`${user} may write to /data and /shared`);
  const ready = (await (await fetch(`${address}/readyz`)).json()) as { readonly version: string };
  if (ready.version !== release) throw new Error(`The image says that it is ${ready.version}.`);
  await checkPages(address);
  console.log(`The image ${image} has ${readSize(image)}, its base ${readSize(base)}.`);
} finally {
  await endProcesses(mark, 0);
  if (!values.keep) spawnSync('buildah', [...store, 'rm', '--all'], { stdio: 'ignore' });
  if (!values.keep) spawnSync('buildah', [...store, 'rmi', '--all', '--force'], { stdio: 'ignore' });
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
