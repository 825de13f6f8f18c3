import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

/*
 * Installs PostgreSQL with pgvector from Debian's packages into a folder and starts it, for tests and benchmarks:
 *
 *   node scripts/install-postgres.ts [--folder /path] [--port 54329]
 *
 * The last line is the address for KINDRED_TEST_DATABASE_URL. Nothing outside the folder is changed. It needs Debian
 * or a descendant, a C compiler and make; without them it ends with status 3 and says what is missing.
 */

/** Debian 12 has no package of pgvector: its source is the one of Debian 13. */
const pgvector = {
  url: 'http://deb.debian.org/debian/pool/main/p/pgvector/pgvector_0.8.0.orig.tar.gz',
  sha256: '867a2c328d4928a5a9d6f052cd3bc78c7d60228a9b914ad32aa3db88e9de27b0',
};

const cannotInstall = 3;

class Impossible extends Error {}

const run = (command: string, parameters: readonly string[], cwd?: string): string =>
  execFileSync(command, parameters, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd && { cwd }),
  });

const isRoot = process.getuid?.() === 0;

/** PostgreSQL refuses to run as root. */
const runAsServer = (command: string, ...parameters: readonly string[]): string =>
  isRoot
    ? run('setpriv', ['--reuid=nobody', '--regid=nogroup', '--clear-groups', command, ...parameters], '/')
    : run(command, parameters);

const checkTools = (): void => {
  const missing = [
    'apt-get',
    'apt-cache',
    'dpkg-deb',
    'tar',
    'make',
    'gcc',
    ...(isRoot ? ['setpriv'] : []),
  ].filter(
    (tool) => !(process.env['PATH'] ?? '').split(':').some((folder) => existsSync(join(folder, tool))),
  );
  if (missing.length > 0) throw new Impossible(`These programs are missing: ${missing.join(', ')}.`);
};

/** The major version that Debian's package `postgresql` stands for. */
const findMajor = (): string => {
  const major = /Depends: postgresql-(\d+)/.exec(run('apt-cache', ['depends', 'postgresql']))?.[1];
  if (major === undefined)
    throw new Impossible('apt knows no package postgresql; run `apt-get update` first.');
  return major;
};

const unpackServer = (folder: string, major: string): void => {
  const packages = join(folder, 'packages');
  mkdirSync(packages, { recursive: true });
  const names = ['postgresql', 'postgresql-client', 'postgresql-server-dev'].map(
    (name) => `${name}-${major}`,
  );
  run('apt-get', ['download', ...names], packages);
  for (const file of readdirSync(packages).filter((name) => name.endsWith('.deb')))
    run('dpkg-deb', ['-x', join(packages, file), join(folder, 'root')]);
  rmSync(packages, { recursive: true });
};

const buildPgvector = async (folder: string, pgConfig: string): Promise<void> => {
  const response = await fetch(pgvector.url);
  if (!response.ok) throw new Impossible(`${pgvector.url} answers ${response.status}.`);
  const archive = Buffer.from(await response.arrayBuffer());
  if (createHash('sha256').update(archive).digest('hex') !== pgvector.sha256)
    throw new Impossible(`${pgvector.url} has another checksum than expected.`);
  const source = join(folder, 'pgvector');
  mkdirSync(source, { recursive: true });
  writeFileSync(join(folder, 'pgvector.tar.gz'), archive);
  run('tar', ['-xzf', join(folder, 'pgvector.tar.gz'), '-C', source, '--strip-components=1']);
  for (const target of ['all', 'install'])
    run('make', ['-s', target, `PG_CONFIG=${pgConfig}`, 'with_llvm=no', 'OPTFLAGS='], source);
};

const findFreePort = (): Promise<number> =>
  new Promise((found, failed) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address
          ? found(address.port)
          : failed(new Error('There is no free port.')),
      );
    });
  });

const start = async (folder: string, bin: string, wantedPort: string | undefined): Promise<string> => {
  const data = join(folder, 'data');
  const port = wantedPort ?? String(await findFreePort());
  if (!existsSync(join(data, 'PG_VERSION'))) {
    mkdirSync(data, { recursive: true });
    chmodSync(folder, 0o755);
    if (isRoot) run('chown', ['nobody:nogroup', data]);
    runAsServer(
      join(bin, 'initdb'),
      '-D',
      data,
      '-U',
      'kindred',
      '--auth=trust',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
    );
  }
  const options = `-p ${port} -h 127.0.0.1 -k ${data} -c fsync=off -c max_connections=60 -c shared_buffers=256MB`;
  runAsServer(join(bin, 'pg_ctl'), '-D', data, '-l', join(data, 'log'), '-w', '-o', options, 'start');
  return `postgres://kindred@127.0.0.1:${port}/postgres`;
};

const { values } = parseArgs({ options: { folder: { type: 'string' }, port: { type: 'string' } } });
const folder = resolve(values.folder ?? join(tmpdir(), 'kindred-postgres'));
try {
  checkTools();
  const major = findMajor();
  const bin = join(folder, 'root/usr/lib/postgresql', major, 'bin');
  if (!existsSync(join(folder, 'installed'))) {
    unpackServer(folder, major);
    await buildPgvector(folder, join(bin, 'pg_config'));
    writeFileSync(join(folder, 'installed'), `PostgreSQL ${major}\n`);
  }
  const url = await start(folder, bin, values.port);
  console.log(`Stop it with: ${bin}/pg_ctl -D ${folder}/data stop`);
  console.log(`KINDRED_TEST_DATABASE_URL=${url}`);
} catch (error) {
  if (!(error instanceof Impossible)) throw error;
  console.error(`PostgreSQL cannot be installed here: ${error.message}`);
  process.exitCode = cannotInstall;
}
