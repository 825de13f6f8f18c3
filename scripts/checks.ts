import { spawn } from 'node:child_process';
import { join } from 'node:path';

export type Check = { readonly name: string; readonly command: readonly string[] };

export const checks: readonly Check[] = [
  { name: 'format', command: ['biome', 'format', '--error-on-warnings', '.'] },
  {
    name: 'imports',
    command: [
      'depcruise',
      '--config',
      '.dependency-cruiser.cjs',
      'src',
      'evaluate',
      'demo',
      'portal',
      'storefront',
    ],
  },
  { name: 'docs', command: ['node', 'scripts/check-docs.ts'] },
  { name: 'openapi', command: ['node', 'scripts/write-openapi.ts', '--check'] },
  { name: 'openapi-lint', command: ['node', 'scripts/lint-openapi.ts'] },
  { name: 'client-types', command: ['node', 'scripts/write-client-types.ts', '--check'] },
  { name: 'notices', command: ['node', 'scripts/write-notices.ts', '--check'] },
  { name: 'unused', command: ['knip', '--no-progress'] },
  { name: 'types', command: ['tsc', '--project', '.'] },
  { name: 'portal-types', command: ['tsc', '--project', 'portal'] },
  { name: 'storefront-types', command: ['tsc', '--project', 'storefront'] },
  { name: 'react-types', command: ['tsc', '--project', 'clients/react', '--noEmit'] },
  { name: 'vue-types', command: ['tsc', '--project', 'clients/vue', '--noEmit'] },
  { name: 'portal-budget', command: ['node', 'scripts/check-portal-budget.ts'] },
];
/** It takes longest, and runs beside the others. */
export const lint: Check = { name: 'lint', command: ['oxlint'] };

/** Hundreds of processes load the same modules; compiling them takes half of the time of a short command. */
const compileCache = join(import.meta.dirname, '..', 'node_modules', '.cache', 'compiled');

/** True: it ended with status 0, and in time. */
export const run = (
  command: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  limitMs?: number,
): Promise<boolean> =>
  new Promise((done) => {
    const [program = 'node', ...args] = command;
    const env = { ...process.env, NODE_COMPILE_CACHE: compileCache, ...environment };
    const child = spawn(program, args, { stdio: 'inherit', env, timeout: limitMs, killSignal: 'SIGKILL' });
    child.on('error', (error) => {
      console.error(`${program} could not be started: ${error.message}`);
      done(false);
    });
    child.on('exit', (code) => done(code === 0));
  });

export type Checked = { readonly name: string; readonly ok: boolean; readonly seconds: number };

const runCheck = async ({ name, command }: Check): Promise<Checked> => {
  const startedAt = Date.now();
  const ok = await run(command);
  const seconds = (Date.now() - startedAt) / 1000;
  console.log(`${ok ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)\n`);
  return { name, ok, seconds };
};

/** One after the other: the other core is busy with lint. */
export const runChecks = async (chosen: readonly Check[]): Promise<Checked[]> => {
  const results: Checked[] = [];
  for (const check of chosen) results.push(await runCheck(check));
  return results;
};
