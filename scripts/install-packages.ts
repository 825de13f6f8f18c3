import { spawnSync } from 'node:child_process';

type Environment = NodeJS.ProcessEnv;

const succeeds = (environment: Environment, program: string, args: readonly string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore', env: environment }).status === 0;

/** Prefix for apt-get: empty for root, `sudo -n` where sudo needs no password, null otherwise. */
const privilegePrefix = (environment: Environment): string[] | null => {
  if (!succeeds(environment, 'apt-get', ['--version'])) return null;
  if (process.getuid?.() === 0) return [];
  return succeeds(environment, 'sudo', ['-n', 'true']) ? ['sudo', '-n'] : null;
};

/** Another installation may be going on, for example in another test process. */
const waiting = ['-o', 'DPkg::Lock::Timeout=600'];

/**
 * Installs Debian packages where possible, and says so first. KINDRED_NO_SYSTEM_PACKAGES=1 forbids it. Returns whether
 * they are installed now.
 */
export const installPackages = (
  packages: readonly string[],
  environment: Environment = process.env,
): boolean => {
  if (environment.KINDRED_NO_SYSTEM_PACKAGES === '1') {
    console.error(`KINDRED_NO_SYSTEM_PACKAGES is set: not installing ${packages.join(' ')}.`);
    return false;
  }
  const prefix = privilegePrefix(environment);
  if (prefix === null) return false;
  console.error(
    `Installing packages of the distribution (apt-get install ${packages.join(' ')}). ` +
      'KINDRED_NO_SYSTEM_PACKAGES=1 forbids it.',
  );
  const apt = (...args: string[]): boolean => {
    const [program = 'apt-get', ...rest] = [...prefix, 'apt-get', '-qq', ...waiting, ...args];
    const env = { ...environment, DEBIAN_FRONTEND: 'noninteractive' };
    return spawnSync(program, rest, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
  };
  const install = () => apt('install', '-y', '--no-install-recommends', ...packages);
  return install() || (apt('update') && install());
};

/** Whether a program can be started, after installing its packages where needed and possible. */
export const hasProgram = (
  program: string,
  packages: readonly string[],
  environment: Environment = process.env,
): boolean => {
  const isThere = () =>
    spawnSync(program, ['--version'], { stdio: 'ignore', env: environment }).error === undefined;
  return isThere() || (installPackages(packages, environment) && isThere());
};
