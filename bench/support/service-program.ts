import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: { start: string };
};
const [, options] = /&& node ((?:--\S+ )*)src\/main\.ts$/.exec(scripts.start) ?? [];
if (options === undefined)
  throw new Error(`The start script does not end with the service: ${scripts.start}`);

/** What `npm start` gives to Node: its options and the program. */
export const serviceProgram: readonly string[] = [
  ...options.split(' ').filter((option) => option !== ''),
  join(root, 'src', 'main.ts'),
];
