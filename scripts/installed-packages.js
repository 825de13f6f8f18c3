// What is installed, compared with package-lock.json. Plain JavaScript without packages: it runs before any install.
// Its types are in installed-packages.d.ts.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The code runs TypeScript without a build, which Node can from this version on. */
export const oldestNode = 24;

export const stampFile = (folder) => join(folder, 'node_modules', '.kindred-installed');

export const lockHash = (folder) =>
  createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');

export const readLock = (folder) => JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));

/** The packages that npm recorded after its last install. */
const readInstalled = (folder) => {
  const file = join(folder, 'node_modules', '.package-lock.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { packages: {} };
};

/** Whether every package that the running service must have is there. */
const hasProductionPackages = (folder) => {
  const installed = readInstalled(folder).packages;
  return Object.entries(readLock(folder).packages).every(
    ([path, { version, link, dev, optional, devOptional }]) =>
      !path.startsWith('node_modules/') ||
      Boolean(link || dev || optional || devOptional) ||
      installed[path]?.version === version,
  );
};

/**
 * The stamp means a whole install of this lock file. Without it, production packages are enough to start, with a
 * Node that is new enough; tests need everything.
 */
export const isInstalled = (folder, purpose, nodeMajor) => {
  const stamp = stampFile(folder);
  if (existsSync(stamp)) return readFileSync(stamp, 'utf8') === lockHash(folder);
  return purpose === 'start' && nodeMajor >= oldestNode && hasProductionPackages(folder);
};

const matches = (allowed, name) => allowed === undefined || [allowed].flat().includes(name);

/**
 * Packages of this platform without a hash in the lock file: those that the registry did not carry when the lock file
 * was written.
 */
export const listUnhashed = (lock, platform, arch) =>
  Object.entries(lock.packages)
    .filter(([path, { integrity, link }]) => path.startsWith('node_modules/') && !link && !integrity)
    .filter(([, { os, cpu }]) => matches(os, platform) && matches(cpu, arch))
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
