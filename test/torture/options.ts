import { parseArgs } from 'node:util';

export type Options = {
  readonly seed: number;
  readonly only: readonly string[];
  readonly isSmoke: boolean;
  readonly json: boolean;
  readonly help: boolean;
  readonly faults: boolean;
  readonly scale: number;
};

/** Throws for an unknown option, or for a number that is none. */
export const readOptions = (args: readonly string[], newSeed: () => number): Options => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string' },
      only: { type: 'string', multiple: true },
      smoke: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      faults: { type: 'boolean', default: false },
      scale: { type: 'string', default: '1' },
    },
  });
  return {
    seed: values.seed === undefined ? newSeed() : readNumber('seed', values.seed, 0),
    only: (values.only ?? []).flatMap((names) => names.split(',')).filter((name) => name !== ''),
    isSmoke: values.smoke,
    json: values.json,
    help: values.help,
    faults: values.faults,
    scale: readNumber('scale', values.scale, 0.001),
  };
};

const readNumber = (name: string, text: string, least: number): number => {
  const value = Number(text);
  if (Number.isFinite(value) && value >= least && text.trim() !== '') return value;
  throw new Error(`--${name} needs a number of at least ${least}, not "${text}".`);
};

export const describeUsage = (programs: readonly { name: string; promise: string }[]): string =>
  [
    'npm run torture -- [options]',
    '',
    'Breaks the service on purpose and checks that every promise holds. Each program prints one figure, and the',
    'command that repeats a failure.',
    '',
    '  --seed <number>   the same seed chooses the same cases; default: a new one, which is printed',
    '  --only <names>    only these programs, with commas between them',
    '  --smoke           a small share of the work, as `npm run test:all` does',
    '  --scale <number>  so many times the usual amount of work; 0.1 for a tenth',
    '  --faults          injects known faults into a copy of the product, one at a time; each must be caught',
    '  --json            print one JSON document',
    '',
    ...programs.map(({ name, promise }) => `  ${name.padEnd(16)}  ${promise}`),
  ].join('\n');
