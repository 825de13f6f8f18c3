// Breaks the service on purpose, one program for each promise: `npm run torture -- --help`.
import { runFaults } from './faults/run-faults.ts';
import { describeUsage, readOptions } from './options.ts';
import type { Program } from './program.ts';
import { programs } from './programs.ts';
import { planPrograms, renderResult, type Result, runProgram } from './run-programs.ts';

const options = readOptions(process.argv.slice(2), () => Math.floor(Math.random() * 2 ** 31));
const { seed, isSmoke, scale, json } = options;
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const log = (line: string): void => void process.stderr.write(`${line}\n`);

const runChosen = async (): Promise<Result[]> => {
  const unknown = options.only.filter((name) => !programs.some((program) => program.name === name));
  if (unknown.length > 0) throw new Error(`There is no program called ${unknown.join(', ')}. See --help.`);
  const chosen = programs.filter(({ name, inSmoke }) =>
    options.only.length > 0 ? options.only.includes(name) : inSmoke || !isSmoke,
  );
  const run = async (program: Program): Promise<Result> => {
    const result = await runProgram(program, { seed, isSmoke, scale, log });
    if (!json) print(renderResult(result));
    return result;
  };
  const { quiet, beside, others } = planPrograms(chosen);
  const results: Result[] = [];
  for (const program of quiet) results.push(await run(program));
  const running = beside.map(run);
  for (const program of others) results.push(await run(program));
  return [...results, ...(await Promise.all(running))];
};

const run = async (): Promise<void> => {
  if (options.help) return void print(describeUsage(programs));
  const results = options.faults
    ? await runFaults({ seed, only: options.only, print: json ? log : print })
    : await runChosen();
  const failed = results.filter(({ failures }) => failures.length > 0).length;
  if (json) print(JSON.stringify({ seed, scale, isSmoke, results }, null, 2));
  else print(`${results.length - failed} held, ${failed} broken, seed ${seed}`);
  process.exitCode = failed > 0 ? 1 : 0;
};

await run().catch((error: unknown) => {
  log(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
});
