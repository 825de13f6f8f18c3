import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: { start: string };
};
const [, options] = /^node ((?:--\S+ )*)scripts\/start\.ts$/.exec(scripts.start) ?? [];
if (options === undefined) throw new Error(`The start script is not the expected one: ${scripts.start}`);

/** The options that `npm start` gives to Node, and the service without the build of the portal beside it. */
export const serviceProgram: readonly string[] = [
  ...options.split(' ').filter((option) => option !== ''),
  join(root, 'src', 'main.ts'),
];
