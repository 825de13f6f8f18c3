import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const packageFile = join(import.meta.dirname, '..', 'package.json');

/** Of this program, for people: programs compare `dataFormat`. */
export const release = (JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }).version;

/**
 * Of everything that is stored. It only grows, when a release stores something that a program before it would lose or
 * misread, and an older program refuses to start on it. Programs before number 2 wrote none.
 */
export const dataFormat = 2;
