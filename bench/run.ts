// All benchmarks of speed in one command. `npm run bench -- --help` lists them.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Program, programs } from './programs.ts';
import type { Kept } from './support/promises.ts';
import { listRows, type Row } from './support/read-report.ts';
import { compareRuns, readRuns, type Run, writeRuns } from './support/results.ts';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    out: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const help = `npm run bench -- [--only name]… [--quick] [--json] [--out folder]

${programs.map(({ name, shows, isLarge }) => `  ${name.padEnd(18)}${shows}${isLarge ? ' (only when named)' : ''}`).join('\n')}

--only   runs the named programs; without it all but those with a million products
--quick  small catalogues, to see that everything runs
--json   prints JSON instead of tables
--out    the folder for results.json (all figures), promises.md (a table) and charts; without it bench/results, and
         nothing with --quick. It is written after each program; results of other programs that it has are kept

After the programs come the promises whose figures were measured, and whether they are kept.`;

/** Runs a program and returns what it printed. Its errors are shown as they come. */
const runProgram = (file: string, args: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--expose-gc', join(import.meta.dirname, file), ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0 ? resolve(text) : reject(new Error(`${file} ended with ${code}`)),
    );
  });

const installPackages = (): void => {
  if (existsSync(join(import.meta.dirname, 'node_modules'))) return;
  const args = ['install', '--prefix', import.meta.dirname, '--no-package-lock', '--no-audit', '--no-fund'];
  execFileSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'] });
};

const selectPrograms = (): readonly Program[] => {
  const { only } = options;
  const unknown = only?.find((name) => !programs.some((program) => program.name === name));
  if (unknown !== undefined) throw new Error(`There is no benchmark ${unknown}.\n\n${help}`);
  return programs.filter(({ name, isLarge }) => (only ? only.includes(name) : !isLarge));
};

const printTable = (name: string, rows: readonly Row[]): void => {
  console.log(`\n${name}`);
  for (const { label, value, unit } of rows)
    console.log(`  ${label.padEnd(48)}${String(value).padStart(12)} ${unit}`);
};

const printPromises = (compared: readonly Kept[]): void => {
  if (compared.length > 0) console.log('\npromises');
  for (const { what, value, wanted, isKept } of compared)
    console.log(
      `  ${what.padEnd(76)}${String(value).padStart(12)}  ${wanted}: ${isKept ? 'kept' : 'NOT kept'}`,
    );
};

const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).trim();
const machine = `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}`;

const runAll = async (out: string | undefined): Promise<void> => {
  const runs: Record<string, Run> = out === undefined ? {} : await readRuns(out);
  const measured: Record<string, Run> = {};
  for (const { name, file, full, quick, needsPackages } of selectPrograms()) {
    if (needsPackages) installPackages();
    const args = options.quick ? quick : full;
    const text = await runProgram(file, args);
    const rows = listRows(text);
    const date = new Date().toISOString().slice(0, 10);
    const command = ['node', `bench/${file}`, ...args].join(' ');
    runs[name] = measured[name] = { commit, date, machine, command, figures: rows ?? text.trim() };
    if (out !== undefined) await writeRuns(out, runs);
    if (options.json) continue;
    if (rows) printTable(name, rows);
    else console.log(`\n${name}\n${text.trimEnd()}`);
  }
  if (options.json) console.log(JSON.stringify(measured, null, 2));
  else printPromises(compareRuns(measured));
};

if (options.help) console.log(help);
else await runAll(options.out ?? (options.quick ? undefined : join(import.meta.dirname, 'results')));
