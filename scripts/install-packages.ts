import { spawnSync } from 'node:child_process';

const succeeds = (program: string, args: readonly string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;

/** Prefix for apt-get: empty for root, `sudo -n` where sudo needs no password, null otherwise. */
const privilegePrefix = (): string[] | null => {
  if (!succeeds('apt-get', ['--version'])) return null;
  if (process.getuid?.() === 0) return [];
  return succeeds('sudo', ['-n', 'true']) ? ['sudo', '-n'] : null;
};

/** Installs Debian packages where possible. Returns whether they are installed now. */
export const installPackages = (packages: readonly string[]): boolean => {
  const prefix = privilegePrefix();
  if (prefix === null) return false;
  console.error(`Installing packages of the distribution (apt-get install ${packages.join(' ')}) …`);
  const apt = (...args: string[]): boolean => {
    const [program = 'apt-get', ...rest] = [...prefix, 'apt-get', '-qq', ...args];
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    return spawnSync(program, rest, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
  };
  const install = () => apt('install', '-y', '--no-install-recommends', ...packages);
  return install() || (apt('update') && install());
};

/** Whether a program can be started, after installing its packages where needed and possible. */
export const hasProgram = (program: string, packages: readonly string[]): boolean => {
  const isThere = () => spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;
  return isThere() || (installPackages(packages) && isThere());
};
