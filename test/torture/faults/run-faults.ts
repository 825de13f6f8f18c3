import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Result } from '../run-programs.ts';
import { faultScale, type InjectedFault, injectedFaults } from './faults.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** What the product needs to run; packages and models are linked, because they are large and stay as they are. */
const copied = [
  ...['src', 'bin', 'demo', 'test', 'scripts', 'portal', 'storefront', 'clients', 'docs'],
  ...['package.json', 'tsconfig.json', 'vitest.config.ts', 'openapi.json', 'openapi.admin.json'],
];
const linked = ['node_modules', 'models'];

const copyProduct = (folder: string): void => {
  mkdirSync(folder, { recursive: true });
  const isOwn = (path: string): boolean => !path.includes('mutation');
  for (const name of copied) cpSync(join(root, name), join(folder, name), { recursive: true, filter: isOwn });
  for (const name of linked) symlinkSync(join(root, name), join(folder, name));
};

/** Throws unless the text occurs exactly once: a fault that is not injected would count as caught or missed by luck. */
const injectFault = (source: string, { name, search, replace }: InjectedFault): string => {
  const parts = source.split(search);
  if (parts.length !== 2) throw new Error(`${name}: its text occurs ${parts.length - 1} times.`);
  return parts.join(replace);
};

type Report = { readonly results: readonly { readonly failures: readonly string[] }[] };

const runInCopy = (
  folder: string,
  { program, scale = faultScale }: InjectedFault,
  seed: number,
): Promise<Report> =>
  new Promise((resolve, reject) => {
    const options = ['--seed', String(seed), '--scale', String(scale)];
    const args = ['test/torture/run.ts', '--json', '--only', program, ...options];
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 64 << 20 }, (_error, stdout, stderr) => {
      try {
        resolve(JSON.parse(stdout) as Report);
      } catch {
        reject(new Error(`The torture left no report: ${stderr.slice(-500)}`));
      }
    });
  });

type FaultOptions = {
  readonly seed: number;
  readonly only: readonly string[];
  readonly print: (line: string) => void;
};

const tryFault = async (fault: InjectedFault, folder: string, { seed }: FaultOptions): Promise<Result> => {
  const startedAt = performance.now();
  const file = join(folder, fault.file);
  const sound = readFileSync(file, 'utf8');
  writeFileSync(file, injectFault(sound, fault));
  try {
    const failures = (await runInCopy(folder, fault, seed)).results.flatMap((each) => each.failures);
    const isCaught = failures.length > 0;
    return {
      name: fault.name,
      promise: `the program ${fault.program} catches it`,
      figure: isCaught ? `caught by ${fault.program}: ${failures[0]?.split('\n')[0] ?? ''}` : 'not caught',
      failures: isCaught ? [] : [`${fault.program} did not notice it`],
      seed,
      seconds: Math.round((performance.now() - startedAt) / 100) / 10,
      repeat: `npm run torture -- --faults --only ${fault.name} --seed ${seed}`,
    };
  } finally {
    writeFileSync(file, sound);
  }
};

/** The sound copy must pass: otherwise a failure says nothing about the fault. */
const checkSound = async (fault: InjectedFault, folder: string, { seed }: FaultOptions): Promise<void> => {
  const failures = (await runInCopy(folder, fault, seed)).results.flatMap((each) => each.failures);
  if (failures.length > 0) throw new Error(`${fault.program} fails without a fault: ${failures[0]}`);
};

/** Each fault by itself, in a copy of the product. A fault that no program notices is a failure. */
export const runFaults = async (options: FaultOptions): Promise<Result[]> => {
  const { only, print } = options;
  const chosen = injectedFaults.filter(({ name }) => only.length === 0 || only.includes(name));
  const folder = join(tmpdir(), `kindred-faults-${process.pid}`);
  copyProduct(folder);
  const results: Result[] = [];
  const sound = new Set<string>();
  try {
    for (const fault of chosen) {
      if (!sound.has(fault.program)) await checkSound(fault, folder, options);
      sound.add(fault.program);
      const result = await tryFault(fault, folder, options);
      results.push(result);
      print(`${result.failures.length === 0 ? '✓' : '✗'} ${result.name}: ${result.figure}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return results;
};
