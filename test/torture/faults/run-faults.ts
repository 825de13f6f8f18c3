import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brokenFigure, renderResult, type Result } from '../run-programs.ts';
import { faultScale, type InjectedFault, injectedFaults } from './faults.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** What the product needs to run; packages, models and browser parts are linked: no fault is in them. */
const copied = [
  ...[
    'src',
    'evaluate',
    'bin',
    'demo',
    'test',
    'scripts',
    'portal',
    'storefront',
    'clients',
    'docs',
    'examples',
  ],
  ...['package.json', 'tsconfig.json', 'vitest.config.ts', 'openapi.json', 'openapi.admin.json'],
];
const linked = ['node_modules', 'models', 'dist'];

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

type Report = { readonly results: readonly Pick<Result, 'figure' | 'failures'>[] };

/** What the programs found. A program that broke has judged nothing: it neither catches a fault nor shows that there is none. */
const listFailures = ({ results }: Report): string[] => {
  const broken = results.find(({ figure }) => figure === brokenFigure);
  if (broken) throw new Error(`The program broke: ${broken.failures[0]?.slice(0, 500)}`);
  return results.flatMap(({ failures }) => failures);
};

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

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

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
    const judged = await runInCopy(folder, fault, seed).then(listFailures).catch(messageOf);
    const [caught] = Array.isArray(judged) ? judged : [];
    const missed = Array.isArray(judged) ? `${fault.program} did not notice it` : judged;
    return {
      name: fault.name,
      promise: `the program ${fault.program} catches it`,
      figure: caught ? `caught by ${fault.program}: ${caught.split('\n')[0] ?? ''}` : 'not caught',
      failures: caught ? [] : [missed],
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
  const failures = listFailures(await runInCopy(folder, fault, seed));
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
      print(renderResult(result));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return results;
};
