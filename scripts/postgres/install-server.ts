import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasProgram, installPackages } from '../install-packages.ts';

/** Names the folder of the programs for the processes of a run, whose temporary folder is removed after it. */
export const folderVariable = 'KINDRED_TEST_POSTGRES_FOLDER';

export const findServerFolder = (): string =>
  process.env[folderVariable] ?? join(tmpdir(), 'kindred-postgres');

/** PostgreSQL cannot be installed on this machine; the message says why. */
export class CannotInstall extends Error {}

/** Debian 12 has no package of pgvector: its source is the one of Debian 13. */
const pgvector = {
  url: 'http://deb.debian.org/debian/pool/main/p/pgvector/pgvector_0.8.0.orig.tar.gz',
  sha256: '867a2c328d4928a5a9d6f052cd3bc78c7d60228a9b914ad32aa3db88e9de27b0',
};

/** Programs that the installation needs, with the package of each. */
const tools = { 'dpkg-deb': ['dpkg'], tar: ['tar'], make: ['make'], gcc: ['gcc', 'libc6-dev'] } as const;

const run = (command: string, parameters: readonly string[], cwd?: string): string =>
  execFileSync(command, parameters, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd && { cwd }),
  });

const checkTools = (): void => {
  if (!hasProgram('apt-get', [])) throw new CannotInstall('There is no apt-get.');
  const missing = Object.entries(tools).filter(([program, packages]) => !hasProgram(program, packages));
  if (missing.length > 0)
    throw new CannotInstall(`These programs are missing: ${missing.map(([program]) => program).join(', ')}.`);
};

/** The major version that Debian's package `postgresql` stands for. */
const findMajor = (): string => {
  const readMajor = () =>
    /Depends: postgresql-(\d+)/.exec(run('apt-cache', ['depends', 'postgresql']))?.[1] ?? null;
  const major = readMajor();
  if (major === null) throw new CannotInstall('apt knows no package postgresql; run `apt-get update` first.');
  return major;
};

/** The libraries that a package of Debian names, such as libicu72. LLVM is for compiled queries, which are not used. */
const listLibraries = (file: string): string[] =>
  run('dpkg-deb', ['--field', file, 'Depends'])
    .split(',')
    .map((entry) => entry.trim().split(/[ |(]/)[0] ?? '')
    .filter((name) => name.startsWith('lib') && !name.startsWith('libllvm'));

const unpackServer = (folder: string, major: string): void => {
  const packages = join(folder, 'packages');
  mkdirSync(packages, { recursive: true });
  const names = ['postgresql', 'postgresql-client', 'postgresql-server-dev'].map(
    (name) => `${name}-${major}`,
  );
  run('apt-get', ['download', ...names], packages);
  const files = readdirSync(packages).filter((name) => name.endsWith('.deb'));
  for (const file of files) run('dpkg-deb', ['-x', join(packages, file), join(folder, 'root')]);
  const libraries = files
    .filter((name) => !name.includes('server-dev'))
    .flatMap((name) => listLibraries(join(packages, name)));
  rmSync(packages, { recursive: true });
  installLibraries(join(folder, 'root/usr/lib/postgresql', major, 'bin'), libraries);
};

const installLibraries = (bin: string, libraries: readonly string[]): void => {
  const lacksLibraries = (): boolean =>
    ['postgres', 'initdb', 'pg_ctl'].some((name) => run('ldd', [join(bin, name)]).includes('not found'));
  if (!lacksLibraries()) return;
  if (!installPackages([...new Set(libraries)]) || lacksLibraries())
    throw new CannotInstall(`Libraries are missing: ${libraries.join(' ')}.`);
};

const buildPgvector = async (folder: string, pgConfig: string): Promise<void> => {
  const response = await fetch(pgvector.url);
  if (!response.ok) throw new CannotInstall(`${pgvector.url} answers ${response.status}.`);
  const archive = Buffer.from(await response.arrayBuffer());
  if (createHash('sha256').update(archive).digest('hex') !== pgvector.sha256)
    throw new CannotInstall(`${pgvector.url} has another checksum than expected.`);
  const source = join(folder, 'pgvector');
  mkdirSync(source, { recursive: true });
  writeFileSync(join(folder, 'pgvector.tar.gz'), archive);
  run('tar', ['-xzf', join(folder, 'pgvector.tar.gz'), '-C', source, '--strip-components=1']);
  const jobs = `-j${availableParallelism()}`;
  for (const target of ['all', 'install'])
    run('make', ['-s', jobs, target, `PG_CONFIG=${pgConfig}`, 'with_llvm=no', 'OPTFLAGS='], source);
};

const programs = (folder: string, major: string): string =>
  join(folder, 'root/usr/lib/postgresql', major, 'bin');

const install = async (folder: string): Promise<void> => {
  checkTools();
  const major = findMajor();
  unpackServer(folder, major);
  await buildPgvector(folder, join(programs(folder, major), 'pg_config'));
  writeFileSync(join(folder, 'installed'), major);
};

const readInstalled = (folder: string): string | null => {
  const mark = join(folder, 'installed');
  return existsSync(mark) ? programs(folder, readFileSync(mark, 'utf8').trim()) : null;
};

/** PostgreSQL finds its files beside its programs, so the folder can be moved when it is complete. */
const installAside = async (folder: string): Promise<void> => {
  const aside = `${folder}-${process.pid}`;
  try {
    await install(aside);
    renameSync(aside, folder);
  } catch (error) {
    // Another process was faster.
    if (readInstalled(folder) === null) throw error;
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
};

/**
 * The folder of PostgreSQL's programs, with pgvector, after installing them into `folder` where they are not there.
 * Nothing else is changed, except that libraries and a compiler are installed where they are missing and it is allowed.
 */
export const installServer = async (folder: string): Promise<string> => {
  try {
    if (readInstalled(folder) === null) await installAside(folder);
  } catch (error) {
    if (error instanceof CannotInstall) throw error;
    throw new CannotInstall(error instanceof Error ? error.message : String(error));
  }
  const bin = readInstalled(folder);
  if (bin === null) throw new CannotInstall(`${folder} is incomplete; remove it.`);
  return bin;
};
