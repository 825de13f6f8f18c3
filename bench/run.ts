// All benchmarks of speed in one command. `npm run bench -- --help` lists them.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Program, programs } from './programs.ts';
import { drawBars } from './support/draw-bars.ts';
import { drawPromises } from './support/draw-promises.ts';
import { comparePeers, comparePromises, type Kept } from './support/promises.ts';
import { listRows, type Row } from './support/read-report.ts';

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
--out    writes results.json, a chart for each program and one of the promises to a folder, after each program;
         results of other programs that the folder has are kept, so that a stopped run can go on with --only

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

type Results = Readonly<Record<string, readonly Row[] | string>>;

const compareAll = (results: Results): Kept[] => {
  const { peers } = results;
  return [...comparePromises(results), ...(Array.isArray(peers) ? comparePeers(peers) : [])];
};

const printPromises = (compared: readonly Kept[]): void => {
  if (compared.length > 0) console.log('\npromises');
  for (const { what, value, wanted, isKept } of compared)
    console.log(
      `  ${what.padEnd(76)}${String(value).padStart(12)}  ${wanted}: ${isKept ? 'kept' : 'NOT kept'}`,
    );
};

const readResults = async (folder: string | undefined): Promise<Record<string, Results[string]>> => {
  const file = join(folder ?? '.', 'results.json');
  if (folder === undefined || !existsSync(file)) return {};
  return JSON.parse(await readFile(file, 'utf8')) as Record<string, Results[string]>;
};

const writeFiles = async (folder: string, results: Results) => {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'results.json'), `${JSON.stringify(results, null, 2)}\n`);
  for (const [name, rows] of Object.entries(results))
    if (typeof rows !== 'string') await writeFile(join(folder, `${name}.svg`), drawBars(name, rows));
  await writeFile(join(folder, 'promises.svg'), drawPromises(compareAll(results)));
};

if (options.help) {
  console.log(help);
} else {
  const results = await readResults(options.out);
  for (const { name, file, full, quick, needsPackages } of selectPrograms()) {
    if (needsPackages) installPackages();
    const text = await runProgram(file, options.quick ? quick : full);
    const rows = listRows(text);
    results[name] = rows ?? text.trim();
    if (options.out !== undefined) await writeFiles(options.out, results);
    if (options.json) continue;
    if (rows) printTable(name, rows);
    else console.log(`\n${name}\n${text.trimEnd()}`);
  }
  if (options.json) console.log(JSON.stringify(results, null, 2));
  else printPromises(compareAll(results));
}
