// All benchmarks of speed in one command. `npm run bench -- --help` lists them.
import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { drawBars } from './support/draw-bars.ts';
import { listRows, type Row } from './support/read-report.ts';

type Program = {
  readonly name: string;
  readonly shows: string;
  readonly file: string;
  readonly full: readonly string[];
  readonly quick: readonly string[];
};

const neighbours = (products: number, dimensions: number): string[] => [
  ...['--products', String(products), '--dimensions', String(dimensions), '--json'],
];

const programs: readonly Program[] = [
  {
    name: 'neighbours-10k',
    shows: 'publish, start, memory, recall and questions without a list, 10,000 products',
    file: 'neighbours.ts',
    full: neighbours(10_000, 1000),
    quick: neighbours(3000, 256),
  },
  {
    name: 'neighbours-100k',
    shows: 'the same with 100,000 products',
    file: 'neighbours.ts',
    full: neighbours(100_000, 1000),
    quick: neighbours(10_000, 256),
  },
  {
    name: 'neighbours-1m',
    shows: 'the same with a million products; needs 16 GB of memory',
    file: 'neighbours.ts',
    full: neighbours(1_000_000, 1000),
    quick: neighbours(20_000, 256),
  },
  {
    name: 'incremental',
    shows: 'publish after 1 % changed, next to a full publish',
    file: 'publish-incremental.ts',
    full: [],
    quick: ['2000'],
  },
  {
    name: 'operations',
    shows: 'both operations next to a bare node:http server',
    file: 'operations.ts',
    full: ['5', '3'],
    quick: ['2', '1'],
  },
];

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

${programs.map(({ name, shows }) => `  ${name.padEnd(18)}${shows}`).join('\n')}

--only   runs the named programs; without it all but neighbours-1m
--quick  small catalogues, to see that everything runs
--json   prints JSON instead of a table
--out    writes results.json and a chart for each program to a folder`;

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

const selectPrograms = (): readonly Program[] => {
  const { only } = options;
  const unknown = only?.find((name) => !programs.some((program) => program.name === name));
  if (unknown !== undefined) throw new Error(`There is no benchmark ${unknown}.\n\n${help}`);
  return programs.filter(({ name }) => (only ? only.includes(name) : name !== 'neighbours-1m'));
};

const printTable = (name: string, rows: readonly Row[]): void => {
  console.log(`\n${name}`);
  for (const { label, value, unit } of rows)
    console.log(`  ${label.padEnd(44)}${String(value).padStart(12)} ${unit}`);
};

if (options.help) {
  console.log(help);
} else {
  const results: Record<string, readonly Row[] | string> = {};
  for (const { name, file, full, quick } of selectPrograms()) {
    const text = await runProgram(file, options.quick ? quick : full);
    const rows = listRows(text);
    results[name] = rows ?? text.trim();
    if (options.json) continue;
    if (rows) printTable(name, rows);
    else console.log(`\n${name}\n${text.trimEnd()}`);
  }
  if (options.json) console.log(JSON.stringify(results, null, 2));
  if (options.out !== undefined) {
    await mkdir(options.out, { recursive: true });
    await writeFile(join(options.out, 'results.json'), `${JSON.stringify(results, null, 2)}\n`);
    for (const [name, rows] of Object.entries(results))
      if (typeof rows !== 'string') await writeFile(join(options.out, `${name}.svg`), drawBars(name, rows));
  }
}
